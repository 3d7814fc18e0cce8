#include "maintenance/verify_state.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/checksum.h"
#include "base/little_endian.h"
#include "format/store_description.h"

namespace zrecord {
namespace {

constexpr std::string_view kMagic = "ZRXV0001";
/// Fixed part of a finding: severity, flags, record, other, offset and three lengths.
constexpr std::size_t kIssueBytes = 2 + 3 * 8 + 3 * 4;

class Writer {
public:
    template <typename T>
    void number(T value)
    {
        std::byte bytes[sizeof(T)];
        storeLittleEndian(bytes, value);
        m_bytes.insert(m_bytes.end(), bytes, bytes + sizeof(T));
    }
    void text(std::string_view text)
    {
        const auto bytes = std::as_bytes(std::span(text));
        m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
    }
    void counted(std::string_view words)
    {
        number(static_cast<std::uint32_t>(words.size()));
        text(words);
    }
    std::vector<std::byte> finish() &&
    {
        StreamChecksum checksum;
        checksum.add(m_bytes);
        number(checksum.value());
        return std::move(m_bytes);
    }

private:
    std::vector<std::byte> m_bytes;
};

/// Reads past the end give zeros and are remembered.
class Reader {
public:
    explicit Reader(std::span<const std::byte> bytes) : m_rest(bytes) {}

    template <typename T>
    T number()
    {
        if (m_rest.size() < sizeof(T)) {
            m_good = false;
            m_rest = {};
            return 0;
        }
        const T value = loadLittleEndian<T>(m_rest.data());
        m_rest = m_rest.subspan(sizeof(T));
        return value;
    }
    std::string counted()
    {
        const auto size = number<std::uint32_t>();
        if (size > m_rest.size()) {
            m_good = false;
            m_rest = {};
            return {};
        }
        std::string text(reinterpret_cast<const char*>(m_rest.data()), size);
        m_rest = m_rest.subspan(size);
        return text;
    }
    [[nodiscard]] std::size_t left() const { return m_rest.size(); }
    [[nodiscard]] bool good() const { return m_good; }

private:
    std::span<const std::byte> m_rest;
    bool m_good = true;
};

Status damaged()
{
    return Status(ErrorCode::BadFormat, "this is not a state file of a check, or it is damaged")
        .withRemedy("Name another file, or remove this one; the check then begins anew.");
}

void writeIssue(Writer& out, const StoreFinding& issue)
{
    out.number(static_cast<std::uint8_t>(issue.severity));
    out.number(static_cast<std::uint8_t>((issue.hasRecord ? 1 : 0) | (issue.hasOther ? 2 : 0)));
    out.number(issue.record);
    out.number(issue.otherRecord);
    out.number(issue.offset);
    out.counted(issue.kind);
    out.counted(issue.message);
    out.counted(issue.file);
}

StoreFinding readIssue(Reader& in)
{
    StoreFinding issue;
    issue.severity = in.number<std::uint8_t>() == 0 ? IssueSeverity::Warning : IssueSeverity::Error;
    const auto flags = in.number<std::uint8_t>();
    issue.hasRecord = (flags & 1) != 0;
    issue.hasOther = (flags & 2) != 0;
    issue.record = in.number<std::uint64_t>();
    issue.otherRecord = in.number<std::uint64_t>();
    issue.offset = in.number<std::uint64_t>();
    issue.kind = in.counted();
    issue.message = in.counted();
    issue.file = in.counted();
    return issue;
}

}  // namespace

std::uint64_t storeFingerprint(const StoreSurvey& survey)
{
    StreamChecksum checksum;
    const auto add = [&](std::uint64_t number) {
        std::array<std::byte, 8> bytes;
        storeLittleEndian(bytes.data(), number);
        checksum.add(bytes);
    };
    add(survey.fenced ? 1 : 0);
    if (survey.header)
        checksum.add(encodeMetaHeader(*survey.header));
    if (survey.description)
        if (const auto bytes = encodeStoreDescription(*survey.description); bytes.ok())
            checksum.add(*bytes);
    for (const std::vector<NumberedFile>* files : {&survey.chunks, &survey.segments}) {
        add(files->size());
        for (const NumberedFile& file : *files) {
            add(file.number);
            add(file.bytes);
        }
    }
    return checksum.value();
}

std::vector<std::byte> encodeVerifyState(const VerifyState& state)
{
    const VerifyCheckpoint& checkpoint = state.checkpoint;
    Writer out;
    out.text(kMagic);
    out.number(state.store);
    out.number(static_cast<std::uint8_t>(state.decode ? 1 : 0));
    out.number(static_cast<std::uint8_t>(checkpoint.phase));
    out.number(static_cast<std::uint8_t>(checkpoint.order.ordered ? 1 : 0));
    out.number(checkpoint.order.reach);
    out.number(checkpoint.next);
    out.number(checkpoint.bytes);
    out.number(checkpoint.issueCount);
    out.number(static_cast<std::uint64_t>(checkpoint.issues.size()));
    for (const StoreFinding& issue : checkpoint.issues)
        writeIssue(out, issue);
    return std::move(out).finish();
}

Result<VerifyState> decodeVerifyState(std::span<const std::byte> bytes)
{
    if (bytes.size() < kMagic.size() + 8 || !std::ranges::equal(bytes.first(kMagic.size()), std::as_bytes(std::span(kMagic))))
        return damaged();
    StreamChecksum checksum;
    checksum.add(bytes.first(bytes.size() - 8));
    if (checksum.value() != loadLittleEndian<std::uint64_t>(bytes.data() + bytes.size() - 8))
        return damaged();
    Reader in(bytes.subspan(kMagic.size(), bytes.size() - kMagic.size() - 8));
    VerifyState state;
    VerifyCheckpoint& checkpoint = state.checkpoint;
    state.store = in.number<std::uint64_t>();
    state.decode = in.number<std::uint8_t>() != 0;
    const auto phase = in.number<std::uint8_t>();
    checkpoint.order.ordered = in.number<std::uint8_t>() != 0;
    checkpoint.order.reach = in.number<std::uint64_t>();
    checkpoint.next = in.number<std::uint64_t>();
    checkpoint.bytes = in.number<std::uint64_t>();
    checkpoint.issueCount = in.number<std::uint64_t>();
    const auto issues = in.number<std::uint64_t>();
    if (!in.good() || phase > static_cast<std::uint8_t>(VerifyPhase::Done) || issues > in.left() / kIssueBytes || issues > checkpoint.issueCount)
        return damaged();
    checkpoint.phase = static_cast<VerifyPhase>(phase);
    for (std::uint64_t i = 0; i < issues; ++i)
        checkpoint.issues.push_back(readIssue(in));
    if (!in.good() || in.left() != 0)
        return damaged();
    return state;
}

}  // namespace zrecord
