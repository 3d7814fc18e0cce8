#include "commands/find_command.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <ostream>

#include "json_writer.h"
#include "opened_target.h"
#include "paths/trust.h"
#include "text_layout.h"
#include "zrecord/record_finder.h"
#include "zrecord/finding/record_likeness.h"

namespace zrecord::cli {
namespace {

using Groups = std::vector<std::vector<std::uint64_t>>;

/// The shortest text that reads back to the same number; whole numbers without a point, "nan" where there is none.
std::string numberText(double number)
{
    char text[32];
    const auto [end, error] = std::to_chars(text, text + sizeof text, number);
    return error == std::errc() ? std::string(text, end) : std::string();
}

std::vector<std::string> splitAtCommas(const std::string& text)
{
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

class FindCommand : public Command {
public:
    ArgumentParser::Description description() const override
    {
        return {"find",
                "Find records by their values, their size, or because they are like others or unlike all.",
                "FILTER compares facts of records: std < 0.01 and shape[0] > 64 or label == 7. Facts are index; min, max, mean and std of the "
                "finite values; nan and inf, how many there are; value, the only element; elements, ndim, shape[0], shape[-1]; bytes in memory, "
                "stored bytes in the files, ratio of the two; and unreadable, true for damaged records. In an aligned set they are those of the "
                "stream chosen with --stream, without it of the first whose records hold more than one value; another stream is named: label, "
                "label.max. Operators are or, and, not, == != < <= > >= (also 1 < std < 5), in [1, 2], + - * / %, abs(). Where label.names.txt lies "
                "beside the stream label, label == \"Sneaker\" works, too. Comparisons are made in double precision. Damaged records match "
                "nothing, unless the filter asks for unreadable; their number is printed.\n\n"
                "With --duplicates the records that repeat another one are printed, all but one of each group of equal records; shape and bytes "
                "are compared, in one stream. The indices, one on each line, are what --indices of other commands reads.\n\n"
                "With --near-duplicates records need only be alike: pictures (HW, HWC, CHW) by the correlation of their brightness in a grid of 16 "
                "by 16, bytes and whole numbers of one dimension by the pieces (5 bytes, 3 numbers) that they have in common. Every record of a "
                "group was compared with the first one of it. With --outliers the records are printed whose mean, std, min, max, elements or "
                "compression ratio lies far from the median, the farthest first.\n\n"
                "JSON: path, records, matches, unreadable, indices; groups with --duplicates; groups, likeness (of each record to the first), measure and "
                "threshold with --near-duplicates; outliers, a list of index, score, fact and value, with --outliers; with --show a list of objects, rows, in "
                "place of indices.",
                {"zr find samples/fashion/train \"std < 40 and label == 'Sneaker'\"", "zr find samples/bible/verse --sort=-shape[0] --show shape[0],stored --limit 5",
                 "zr find samples/fashion/train --duplicates | zr export samples/fashion/train/image copies.npy --indices -",
                 "zr find samples/bible/verse --near-duplicates --groups", "zr find samples/fashion/train --outliers --reasons --limit 20"}};
    }

    void declare(ArgumentParser& parser) override
    {
        parser.positional("STORE", m_path, "A store or an aligned set.");
        parser.positional("FILTER", m_filter, "Which records; all of them without.", ArgumentParser::Need::Optional);
        parser.option("--stream", m_stream, "NAME", "Stream of a set whose facts need no name, and that is searched for duplicates.");
        parser.flag("--duplicates", m_duplicates, "Only records that are equal to another one, without the one that is kept.");
        parser.flag("--near-duplicates", m_near, "Only records that are much like an earlier one, without the one that is kept.");
        parser.option("--likeness", m_likeness, "PERCENT", "With --near-duplicates: how much alike, 1 to 100. Default: 98 for pictures, 80 for sequences.");
        parser.flag("--outliers", m_outliers, "Only records that are unlike all others, the farthest first.");
        parser.option("--score", m_score, "N", "With --outliers: how many spreads from the median. Default: 6.");
        parser.flag("--reasons", m_reasons, "With --outliers: score, fact and value beside each index.");
        parser.choice("--keep", m_keep, {"first", "last"}, "Which record of equal or like ones is kept. Default: first.");
        parser.flag("--groups", m_groups, "With --duplicates and --near-duplicates: each group on a line, all of its members.");
        parser.option("--sort", m_sort, "KEYS", "Sort by these numbers, smallest first, commas between them; --sort=-std begins with the largest.");
        parser.option("--show", m_show, "FACTS", "Print these numbers beside each index, commas between them.");
        parser.option("--limit", m_limit, "N", "Print at most N records; all are counted.");
        parser.flag("--count", m_count, "Print only how many there are.");
        m_trust.declare(parser);
        parser.flag("--json", m_json, "Report as JSON.");
    }

    Result<int> run(Session& session) override
    {
        ZR_RETURN_IF_ERROR(checkOptions());
        ZR_ASSIGN_OR_RETURN(OpenedTarget opened, m_trust.open(m_path, TrustArgument::Use::Records, session));
        if (opened.isSet() && opened.set().alignment())
            session.err() << "zr: " << opened.set().alignment()->message() << "; only the records that every stream has are searched\n";
        std::vector<OpenedTarget::Part> parts = opened.parts();
        ZR_RETURN_IF_ERROR(describe(parts));
        FindTarget target;
        target.records = opened.size();
        for (const OpenedTarget::Part& part : parts)
            target.streams.push_back(part.store);
        FactsTable table(target.streams.size(), target.records);
        target.table = &table;
        Answer answer;
        if (Status status = find(target, answer, session); !status.ok())
            return status.code() == ErrorCode::Cancelled ? cancelledAfter("nothing was printed", "The store is unchanged.") : status;
        session.endProgress();
        ZR_RETURN_IF_ERROR(m_json ? writeJson(session, target, answer) : writeText(session, target, answer));
        if (answer.found.unreadable != 0 && !answer.listsDamaged)
            session.err() << "zr: " << counted(answer.found.unreadable, "record") << " could not be read; 'zr find " << m_path << " unreadable' lists them\n";
        return kExitOk;
    }

private:
    struct Answer {
        FoundRecords found;
        Groups groups;
        std::vector<std::vector<double>> likeness;  ///< of each member to the first record of its group
        NearDuplicates near;                        ///< without its groups
        std::vector<Outlier> outliers;              ///< that are printed
        std::vector<std::uint64_t> indices;  ///< that are printed
        std::uint64_t matches = 0;
        bool listsDamaged = false;
    };

    Status checkOptions() const
    {
        const auto belongs = [](const char* option, const char* to) {
            return Status(ErrorCode::InvalidArgument, std::string(option) + " belongs to " + to).withRemedy(std::string("Add ") + to + ".");
        };
        if (int{m_duplicates} + int{m_near} + int{m_outliers} > 1)
            return Status(ErrorCode::InvalidArgument, "--duplicates, --near-duplicates and --outliers are different questions").withRemedy("Choose one of them.");
        if (m_groups && !m_duplicates && !m_near)
            return belongs("--groups", "--duplicates");
        if (m_likeness && !m_near)
            return belongs("--likeness", "--near-duplicates");
        if ((m_score || m_reasons) && !m_outliers)
            return belongs(m_score ? "--score" : "--reasons", "--outliers");
        if (m_likeness && (*m_likeness < 1 || *m_likeness > 100))
            return Status(ErrorCode::InvalidArgument, "a likeness is 1 to 100 percent, not " + std::to_string(*m_likeness)).withRemedy("98 finds pictures that look the same.");
        if (m_outliers && m_sort)
            return Status(ErrorCode::InvalidArgument, "--outliers come sorted by their score").withRemedy("Leave --sort out.");
        return {};
    }

    Status describe(const std::vector<OpenedTarget::Part>& parts)
    {
        std::vector<std::string> names;
        for (const OpenedTarget::Part& part : parts) {
            m_schema.streams.push_back(filterStream(part.stream, *part.store));
            names.push_back(part.stream);
        }
        m_schema.main = likelyMainStream(m_schema);
        if (!m_stream)
            return {};
        const auto chosen = std::find(names.begin(), names.end(), *m_stream);
        if (chosen == names.end() || m_stream->empty())
            return Status(ErrorCode::InvalidArgument, "there is no stream '" + *m_stream + "' in " + m_path)
                .withRemedy(parts.size() > 1 ? "Its streams are " + joined(names, ", ") + "." : "It is a single store; leave --stream out.");
        m_schema.main = static_cast<std::size_t>(chosen - names.begin());
        return {};
    }

    Status find(const FindTarget& target, Answer& answer, Session& session)
    {
        FindQuestion question;
        ZR_ASSIGN_OR_RETURN(question.filter, RecordFilter::compile(m_filter, m_schema));
        answer.listsDamaged = question.filter.asksUnreadable();
        if (m_sort)
            for (const std::string& key : splitAtCommas(*m_sort)) {
                ZR_ASSIGN_OR_RETURN(RecordFilter number, RecordFilter::compileNumber(key, m_schema));
                question.keys.push_back({std::move(number), false});
            }
        if (m_show)
            for (const std::string& column : splitAtCommas(*m_show)) {
                ZR_ASSIGN_OR_RETURN(RecordFilter number, RecordFilter::compileNumber(column, m_schema));
                m_columns.push_back(std::move(number));
            }
        ZR_ASSIGN_OR_RETURN(answer.found, findRecords(target, question, session.context()));
        if (question.keys.empty()) {
            ZR_ASSIGN_OR_RETURN(answer.indices, expandRanges(answer.found.ranges));
        } else {
            answer.indices = answer.found.order;
        }
        if (m_duplicates || m_near)
            ZR_RETURN_IF_ERROR(reduceToDuplicates(target, answer, session));
        if (m_outliers)
            ZR_RETURN_IF_ERROR(reduceToOutliers(target, answer, session));
        answer.matches = answer.indices.size();
        if (m_limit && *m_limit < answer.indices.size()) {
            answer.indices.resize(*m_limit);
            answer.outliers.resize(m_outliers ? *m_limit : 0);
        }
        return {};
    }

    Status reduceToDuplicates(const FindTarget& target, Answer& answer, Session& session) const
    {
        std::vector<LikeGroup> all;
        ZR_RETURN_IF_ERROR(findGroups(target, answer, all, session));
        std::vector<std::uint64_t> matching = answer.indices;
        std::sort(matching.begin(), matching.end());
        for (const LikeGroup& group : all) {
            std::vector<std::uint64_t> members;
            std::vector<double> likeness;
            for (std::size_t i = 0; i < group.records.size(); ++i)
                if (std::binary_search(matching.begin(), matching.end(), group.records[i])) {
                    members.push_back(group.records[i]);
                    likeness.push_back(group.likeness[i]);
                }
            if (members.size() > 1) {
                answer.groups.push_back(std::move(members));
                answer.likeness.push_back(std::move(likeness));
            }
        }
        const std::vector<std::uint64_t> redundant = redundantRecords(answer.groups, m_keep == "last" ? KeepRule::Last : KeepRule::First);
        std::erase_if(answer.indices, [&redundant](std::uint64_t index) { return !std::binary_search(redundant.begin(), redundant.end(), index); });
        return {};
    }

    Status findGroups(const FindTarget& target, Answer& answer, std::vector<LikeGroup>& groups, Session& session) const
    {
        if (m_near) {
            const LikenessOptions options{.threshold = m_likeness ? static_cast<double>(*m_likeness) / 100 : 0};
            ZR_ASSIGN_OR_RETURN(answer.near, findNearDuplicates(target, m_schema.main, options, session.context()));
            groups = std::move(answer.near.groups);
            return {};
        }
        ZR_ASSIGN_OR_RETURN(Groups equal, findDuplicates(target, m_schema.main, session.context()));
        for (std::vector<std::uint64_t>& records : equal) {
            std::vector<double> ones(records.size(), 1.0);
            groups.push_back({std::move(records), std::move(ones)});
        }
        return {};
    }

    Status reduceToOutliers(const FindTarget& target, Answer& answer, Session& session) const
    {
        const OutlierOptions options{.score = static_cast<double>(m_score.value_or(6))};
        ZR_ASSIGN_OR_RETURN(Outliers all, findOutliers(target, m_schema.main, options, session.context()));
        const std::vector<std::uint64_t> matching = std::move(answer.indices);
        answer.indices.clear();
        for (Outlier& outlier : all.records)
            if (std::binary_search(matching.begin(), matching.end(), outlier.record)) {
                answer.indices.push_back(outlier.record);
                answer.outliers.push_back(std::move(outlier));
            }
        return {};
    }

    /// The wanted numbers of one record.
    Result<std::vector<double>> numbersOf(const FindTarget& target, std::uint64_t index) const
    {
        std::vector<FactsBlock> blocks(target.streams.size());
        std::vector<const RecordFacts*> facts(target.streams.size(), nullptr);
        std::vector<std::span<const std::uint64_t>> shapes(target.streams.size());
        for (std::size_t stream = 0; stream < target.streams.size(); ++stream) {
            std::optional<FactNeeds> needs;
            for (const RecordFilter& column : m_columns)
                if (const auto more = column.needs(stream)) {
                    if (!needs)
                        needs.emplace();
                    *needs |= *more;
                }
            if (!needs)
                continue;
            ZR_ASSIGN_OR_RETURN(blocks[stream], gatherFacts(*target.streams[stream], index, 1, *needs));
            facts[stream] = blocks[stream].facts.data();
            shapes[stream] = blocks[stream].shape(0);
        }
        std::vector<double> numbers;
        for (const RecordFilter& column : m_columns)
            numbers.push_back(column.evaluate({index, facts, shapes}));
        return numbers;
    }

    Status writeText(Session& session, const FindTarget& target, const Answer& answer) const
    {
        std::ostream& out = session.out();
        if (m_count) {
            out << answer.matches << '\n';
            return {};
        }
        if (m_groups) {
            for (const auto& group : answer.groups)
                for (std::size_t i = 0; i < group.size(); ++i)
                    out << group[i] << (i + 1 < group.size() ? ' ' : '\n');
            return {};
        }
        if (m_reasons) {
            out << reasonsText(answer);
            return {};
        }
        if (m_columns.empty()) {
            for (const std::uint64_t index : answer.indices)
                out << index << '\n';
            return {};
        }
        TextTable table;
        table.column("index", TextTable::Align::Right);
        for (const RecordFilter& column : m_columns)
            table.column(column.text(), TextTable::Align::Right);
        for (const std::uint64_t index : answer.indices) {
            ZR_ASSIGN_OR_RETURN(const std::vector<double> numbers, numbersOf(target, index));
            std::vector<std::string> row{std::to_string(index)};
            for (const double number : numbers)
                row.push_back(numberText(number));
            table.row(std::move(row));
        }
        out << table.text();
        return {};
    }

    static std::string reasonsText(const Answer& answer)
    {
        TextTable table;
        table.column("index", TextTable::Align::Right);
        table.column("score", TextTable::Align::Right);
        table.column("fact", TextTable::Align::Left);
        table.column("value", TextTable::Align::Right);
        for (const Outlier& outlier : answer.outliers)
            table.row({std::to_string(outlier.record), numberText(std::round(outlier.score * 10) / 10), outlier.fact, numberText(outlier.value)});
        return table.text();
    }

    void writeLikeness(JsonWriter& json, const Answer& answer) const
    {
        json.field("measure", std::string(answer.near.measure == LikenessMeasure::Picture ? "picture" : "sequence"));
        json.key("threshold").raw(numberText(answer.near.threshold));
        json.key("likeness").beginArray();
        for (const auto& group : answer.likeness) {
            json.beginArray();
            for (const double likeness : group)
                json.raw(numberText(likeness));
            json.endArray();
        }
        json.endArray();
    }

    Status writeJson(Session& session, const FindTarget& target, const Answer& answer) const
    {
        JsonWriter json;
        json.beginObject().field("path", m_path).field("records", target.records).field("matches", answer.matches).field("unreadable", answer.found.unreadable);
        if (m_columns.empty() && !m_count)
            json.key("indices").numbers(answer.indices);
        if (m_outliers && !m_count) {
            json.key("outliers").beginArray();
            for (const Outlier& outlier : answer.outliers) {
                json.beginObject().field("index", outlier.record).key("score").raw(numberText(outlier.score));
                json.field("fact", outlier.fact).key("value").raw(numberText(outlier.value));
                json.endObject();
            }
            json.endArray();
        }
        if (m_near && !m_count)
            writeLikeness(json, answer);
        if ((m_duplicates || m_near) && !m_count) {
            json.key("groups").beginArray();
            for (const auto& group : answer.groups)
                json.numbers(group);
            json.endArray();
        }
        if (!m_columns.empty() && !m_count) {
            json.key("rows").beginArray();
            for (const std::uint64_t index : answer.indices) {
                ZR_ASSIGN_OR_RETURN(const std::vector<double> numbers, numbersOf(target, index));
                json.beginObject().field("index", index);
                for (std::size_t i = 0; i < numbers.size(); ++i)
                    json.key(m_columns[i].text()).raw(std::isfinite(numbers[i]) ? numberText(numbers[i]) : "null");
                json.endObject();
            }
            json.endArray();
        }
        session.out() << json.endObject().text();
        return {};
    }

    std::string m_path;
    std::string m_filter;
    std::optional<std::string> m_stream;
    bool m_duplicates = false;
    bool m_near = false;
    std::optional<std::uint64_t> m_likeness;
    bool m_outliers = false;
    std::optional<std::uint64_t> m_score;
    bool m_reasons = false;
    std::string m_keep = "first";
    bool m_groups = false;
    std::optional<std::string> m_sort;
    std::optional<std::string> m_show;
    std::optional<std::uint64_t> m_limit;
    bool m_count = false;
    TrustArgument m_trust;
    bool m_json = false;
    FilterSchema m_schema;
    std::vector<RecordFilter> m_columns;
};

}  // namespace

std::unique_ptr<Command> makeFindCommand()
{
    return std::make_unique<FindCommand>();
}

}  // namespace zrecord::cli
