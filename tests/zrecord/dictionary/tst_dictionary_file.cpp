#include <QTest>

#include <QTemporaryDir>

#include <filesystem>
#include <fstream>
#include <string>

#include "zrecord/dictionary.h"

using namespace zrecord;

class TestDictionaryFile : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    std::filesystem::path file(const char* name, const std::string& content) const
    {
        const std::filesystem::path path = std::filesystem::path(m_folder.path().toStdString()) / name;
        std::ofstream(path, std::ios::binary) << content;
        return path;
    }

private Q_SLOTS:
    // loaderx takes any bytes; they have no identifier then.
    void wholeFile()
    {
        const auto bytes = readDictionaryFile(file("raw.zr", std::string("ab\0c", 4)));
        QVERIFY(bytes.ok());
        QCOMPARE(bytes.value(), (std::vector<std::byte>{std::byte{'a'}, std::byte{'b'}, std::byte{0}, std::byte{'c'}}));
        QCOMPARE(dictionaryId(bytes.value()), 0U);
        QCOMPARE(dictionaryId({}), 0U);
    }

    void idOfATrainedDictionary()
    {
        const auto bytes = readDictionaryFile(std::filesystem::path(ZR_TEST_DATA) / "golden/accepted/ragged-tokens-zstd_dict-fresh/dict.zr");
        QVERIFY(bytes.ok());
        QCOMPARE(bytes.value().size(), std::filesystem::file_size(std::filesystem::path(ZR_TEST_DATA) / "golden/accepted/ragged-tokens-zstd_dict-fresh/dict.zr"));
        std::uint32_t expected = 0;
        for (std::size_t i = 4; i-- > 0;)
            expected = expected << 8 | std::to_integer<std::uint32_t>(bytes.value()[4 + i]);
        QVERIFY(expected != 0);
        QCOMPARE(dictionaryId(bytes.value()), expected);
    }

    void failuresNameTheFile()
    {
        const auto missing = readDictionaryFile(std::filesystem::path(m_folder.path().toStdString()) / "none.zr");
        QVERIFY(missing.code() == ErrorCode::NotFound);
        QVERIFY(missing.status().message().find("none.zr") != std::string::npos);
        const auto empty = readDictionaryFile(file("empty.zr", ""));
        QVERIFY(empty.code() == ErrorCode::DictionaryError);
        QVERIFY(empty.status().message().find("empty.zr") != std::string::npos);
        QVERIFY(readDictionaryFile(m_folder.path().toStdString()).code() == ErrorCode::IoError);
        const auto huge = file("huge.zr", "x");
        std::filesystem::resize_file(huge, std::uintmax_t{1} << 32);  // sparse
        QVERIFY(readDictionaryFile(huge).code() == ErrorCode::DictionaryError);
    }
};

QTEST_APPLESS_MAIN(TestDictionaryFile)
#include "tst_dictionary_file.moc"
