"""Shows that each rule fails on a bad sample and passes on the good one beside it."""
import pathlib
import tempfile
import unittest

import code_rules
import file_rules
import include_rules
from source_tree import SourceTree

RULES = include_rules.IncludeRules('''
roots = ["core/zrecord/include", "core/zrecord/src", "."]
[groups]
zstd = ["zstd.h"]
posix = ["unistd.h"]
[[folder]]
path = "core/zrecord/include"
may = []
why = "public"
[[folder]]
path = "core/zrecord/src/store"
may = ["core/zrecord/include", "core/zrecord/src/codec"]
never = ["core/zrecord/include/zrecord/sampler.h"]
why = "store"
[[folder]]
path = "core/zrecord/src/codec"
may = ["core/zrecord/include"]
libraries = ["zstd"]
why = "codec"
[[folder]]
path = "widgets"
may = []
qt = ["QtCore", "QtWidgets"]
why = "widgets"
''')


class RuleTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def tree(self, **files):
        return self.tree_of(files)

    def tree_of(self, files):
        for path, text in files.items():
            target = self.root / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        return SourceTree(self.root)


class IncludeRulesTest(RuleTest):
    def setUp(self):
        super().setUp()
        (self.root / "qt/QtWidgets").mkdir(parents=True)
        (self.root / "qt/QtNetwork").mkdir()
        (self.root / "qt/QtWidgets/QLabel").write_text("")
        (self.root / "qt/QtNetwork/QTcpSocket").write_text("")
        self.tree_of({"core/zrecord/include/zrecord/store.h": "", "core/zrecord/include/zrecord/sampler.h": "",
                      "core/zrecord/src/codec/codec.h": "", "core/zrecord/src/store/store.h": ""})

    def faults(self, path, line):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(line + "\n")
        return include_rules.check_includes(SourceTree(self.root), RULES, self.root / "qt")

    def test_allowed_lines_pass(self):
        for path, line in [("core/zrecord/src/store/a.cpp", '#include "codec/codec.h"'),
                           ("core/zrecord/src/store/a.cpp", "#include <zrecord/store.h>"),
                           ("core/zrecord/src/store/a.cpp", '#include "store/store.h"'),
                           ("core/zrecord/src/store/a.cpp", "#include <vector>"),
                           ("core/zrecord/src/store/a.cpp", "#include <cstring>"),
                           ("core/zrecord/src/codec/a.cpp", "#include <zstd.h>"),
                           ("widgets/a.cpp", "#include <QLabel>")]:
            with self.subTest(line):
                self.assertEqual(self.faults(path, line), [])

    def test_broken_lines_are_found_with_place_and_reason(self):
        for path, line in [("core/zrecord/src/codec/a.cpp", '#include "store/store.h"'),
                           ("core/zrecord/src/codec/a.cpp", '#  include "../store/store.h"'),
                           ("core/zrecord/src/store/a.cpp", "#include <zstd.h>"),
                           ("core/zrecord/src/store/a.cpp", "#include <unistd.h>"),
                           ("core/zrecord/src/store/a.cpp", '#include "zrecord/sampler.h"'),
                           ("core/zrecord/src/store/a.cpp", "#include <QLabel>"),
                           ("core/zrecord/src/store/a.cpp", '#include "nowhere.h"'),
                           ("core/zrecord/src/store/a.cpp", "#include <boost/any.hpp>"),
                           ("core/zrecord/include/zrecord/x.h", '#include "codec/codec.h"'),
                           ("widgets/a.cpp", "#include <QTcpSocket>"),
                           ("widgets/a.cpp", "#include <QtNetwork/QTcpSocket>"),
                           ("widgets/a.cpp", '#include "zrecord/store.h"'),
                           ("elsewhere/a.cpp", "#include <vector>")]:
            with self.subTest(line):
                faults = self.faults(path, line)
                self.assertEqual(len(faults), 1, faults)
                self.assertTrue(faults[0].startswith(path), faults[0])
                (self.root / path).unlink()


class FileRulesTest(RuleTest):
    def test_long_files_fail_and_longish_files_warn(self):
        tree = self.tree_of({"core/long.cpp": "x\n" * 601, "core/longish.h": "x\n" * 451, "core/fine.py": "x\n" * 450,
                             "docs/page.md": "x\n" * 2000})
        faults, warnings = file_rules.check_file_sizes(tree)
        self.assertEqual([fault.split(":")[0] for fault in faults], ["core/long.cpp"])
        self.assertEqual([warning.split(":")[0] for warning in warnings], ["core/longish.h"])

    def test_a_long_function_is_found(self):
        body = "    x();\n" * 81
        tree = self.tree_of({"core/a.cpp": "void fine()\n{\n" + "    x();\n" * 80 + "}\n\nvoid tooLong()\n{\n" + body + "}\n",
                             "core/b.h": "class B {\n    void inside()\n    {\n" + body + "    }\n};\n"})
        faults = file_rules.check_functions(tree)
        self.assertEqual(len(faults), 2, faults)
        self.assertIn("tooLong", faults[0])
        self.assertIn("inside", faults[1])

    def test_a_crowded_folder_is_found(self):
        tree = self.tree_of({f"core/wide/file{i}.cpp": "" for i in range(21)} | {f"core/fine/file{i}.{ending}": ""
                            for i in range(20) for ending in ("h", "cpp")})
        faults = file_rules.check_folders(tree)
        self.assertEqual([fault.split(":")[0] for fault in faults], ["core/wide"])

    def test_a_stranger_at_the_top_is_found(self):
        tree = self.tree_of({"stray/0.chunk": ""})
        self.assertEqual(file_rules.check_folders(tree), [])  # not tracked
        tree.tracked_names = lambda: [".ci", "README.md", "docs", "stray"]
        self.assertEqual(file_rules.check_folders(tree), ["stray: does not belong at the top level"])

    def test_a_dead_link_is_found(self):
        tree = self.tree_of({"docs/a.md": "see [b](b.md), [web](https://example.org/x), ![p](../gone.png) and [c](c.md#part)",
                             "docs/b.md": ""})
        self.assertEqual(file_rules.check_links(tree), ["docs/a.md:1: ../gone.png is not there", "docs/a.md:1: c.md is not there"])

    def test_each_banned_word_is_found(self):
        bad = ["QApplication::process" + "Events();", "Settings::instance" + "()->x();", "QMessage" + "Box::warning(0);",
               "// TO" + "DO later", "// FIX" + "ME", 'open("/ho' + 'me/someone/x");', "QS" + 'KIP("no");',
               "using namespace " + "std;", "using namespace " + "zrecord;"]
        for number, line in enumerate(bad):
            with self.subTest(line):
                faults = file_rules.check_words(self.tree_of({"core/a.cpp": f"\n{line}\n"}))
                self.assertEqual(len(faults), 1, faults)
                self.assertTrue(faults[0].startswith("core/a.cpp:2:"), faults[0])

    def test_words_are_allowed_where_they_belong(self):
        tree = self.tree_of({"widgets/dialogs/ask.cpp": "QMessage" + "Box box;", "tests/a.cpp": "process" + "Events();",
                             "tests/b.cpp": "using namespace zrecord;", "core/c.cpp": "using namespace std::chrono_literals;",
                             "docs/a.md": "never call instance" + "()", "core/b.cpp": "instanceCount(); // http://x.org/" + "work/a"})
        self.assertEqual(file_rules.check_words(tree), [])

    def test_a_source_that_no_list_names_is_found(self):
        tree = self.tree_of({"core/CMakeLists.txt": "add_library(x src/named.cpp)", "core/src/named.cpp": "",
                             "core/src/forgotten.cpp": "", "core/src/med.cpp": "",
                             "tests/CMakeLists.txt": 'foreach(name one)\n  zr_add_test(t SOURCES tst_${name}.cpp)\nendforeach()',
                             "tests/tst_one.cpp": "", "tests/tst_two.cpp": "",
                             "tests/deep/CMakeLists.txt": "zr_add_deep_tests(three)", "tests/deep/tst_three.cpp": ""})
        faults = [fault.split(":")[0] for fault in file_rules.check_source_lists(tree)]
        self.assertEqual(faults, ["core/src/forgotten.cpp", "core/src/med.cpp", "tests/tst_two.cpp"])


class ErrorTableTest(RuleTest):
    HEADER = "enum class ErrorCode : std::uint8_t {\n    Ok,\n    NotFound,  ///< no file\n};"
    OK_ROW = 'ErrorInfo{Ok, "ok", 0, "", 0, "no error", ""},\n'

    def faults(self, rows):
        return code_rules.check_error_table(self.tree_of({code_rules.ERROR_HEADER: self.HEADER, code_rules.ERROR_TABLE: rows}))

    def test_a_complete_table_passes(self):
        self.assertEqual(self.faults(self.OK_ROW + 'ErrorInfo{NotFound, "not_found", -11, "OSError", 3, "no file", "Look."},'), [])

    def test_faulty_rows_are_found(self):
        for row in ["", 'ErrorInfo{NotFound, "not_found", -11, "OSError", 3, "", "Look."},',
                    'ErrorInfo{NotFound, "not_found", -11, "OSError", 3, "no file", ""},',
                    'ErrorInfo{NotFound, "not_found", -11, "OSError", 0, "no file", "Look."},',
                    'ErrorInfo{NotFound, "not_found", -11, "OSError", 9, "no file", "Look."},',
                    'ErrorInfo{NotFound, "not_found", -11, "", 3, "no file", "Look."},',
                    'ErrorInfo{NotFound, "ok", -11, "OSError", 3, "no file", "Look."},',
                    'ErrorInfo{NotFound, "not_found", -11, "OSError", 3, "no file", "Look"},']:
            with self.subTest(row):
                self.assertNotEqual(self.faults(self.OK_ROW + row), [])


class MirrorTestsTest(RuleTest):
    def faults(self, untested, **extra):
        files = {"core/zrecord/src/base/tested.cpp": "", "tests/zrecord/base/tst_tested.cpp": "",
                 "core/zrecord/src/base/plain.cpp": "", code_rules.UNTESTED: "[untested]\n" + untested}
        return code_rules.check_mirror_tests(self.tree_of(files))

    def test_a_listed_source_passes(self):
        self.assertEqual(self.faults('"core/zrecord/src/base/plain.cpp" = "one constant, nothing to test"'), [])

    def test_a_source_that_another_test_covers_passes(self):
        covered = '[covered_by]\n"tests/zrecord/base/tst_tested.cpp" = ["core/zrecord/src/base/plain.cpp"]'
        self.assertEqual(self.faults(covered), [])

    def test_a_missing_test_a_missing_reason_and_a_stale_entry_are_found(self):
        for untested, word in [("", "tst_plain.cpp is missing"),
                               ('"core/zrecord/src/base/plain.cpp" = "one constant, nothing to test"\n'
                                '[covered_by]\n"tests/zrecord/base/tst_gone.cpp" = []', "tst_gone.cpp is not there"),
                               ('"core/zrecord/src/base/plain.cpp" = ""', "no reason"),
                               ('"core/zrecord/src/base/plain.cpp" = "one constant, nothing to test"\n'
                                '"core/zrecord/src/base/gone.cpp" = "one constant, nothing to test"', "not there any more"),
                               ('"core/zrecord/src/base/plain.cpp" = "one constant, nothing to test"\n'
                                '"core/zrecord/src/base/tested.cpp" = "one constant, nothing to test"', "has its test now")]:
            with self.subTest(word):
                faults = self.faults(untested)
                self.assertEqual(len(faults), 1, faults)
                self.assertIn(word, faults[0])


class PublicHeadersTest(RuleTest):
    def test_a_header_that_lacks_an_include_or_a_guard_is_found(self):
        headers = code_rules.PUBLIC_HEADERS + "/zrecord/"
        tree = self.tree_of({headers + "good.h": "#pragma once\n#include <vector>\ninline std::vector<int> v();\n",
                             headers + "needy.h": "#pragma once\nstd::vector<int> v();\n",
                             headers + "unguarded.h": "struct S {};\n"})
        faults = code_rules.check_public_headers(tree, "c++")
        self.assertEqual([fault.split(" ")[0].rsplit("/", 1)[1] for fault in faults], ["needy.h", "unguarded.h"])


if __name__ == "__main__":
    unittest.main()
