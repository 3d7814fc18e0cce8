#include "loading/flat_object.h"

#include <charconv>
#include <utility>

namespace zrecord {
namespace {

class FlatReader {
public:
    explicit FlatReader(std::string_view text) : m_text(text) {}

    Result<std::vector<FlatMember>> read()
    {
        ZR_RETURN_IF_ERROR(expect('{'));
        std::vector<FlatMember> members;
        if (peek() != '}') {
            do {
                ZR_ASSIGN_OR_RETURN(FlatMember member, readMember());
                for (const FlatMember& earlier : members)
                    if (earlier.name == member.name)
                        return fault("the name \"" + member.name + "\" comes twice");
                members.push_back(std::move(member));
            } while (skip(','));
        }
        ZR_RETURN_IF_ERROR(expect('}'));
        if (peek() != '\0' || m_at != m_text.size())
            return fault("something follows the closing brace");
        return members;
    }

private:
    Result<FlatMember> readMember()
    {
        FlatMember member;
        ZR_ASSIGN_OR_RETURN(member.name, readText());
        ZR_RETURN_IF_ERROR(expect(':'));
        if (peek() == '"') {
            ZR_ASSIGN_OR_RETURN(member.value, readText());
        } else {
            ZR_ASSIGN_OR_RETURN(member.value, readNumber());
        }
        return member;
    }

    Result<std::string> readText()
    {
        ZR_RETURN_IF_ERROR(expect('"'));
        const std::size_t start = m_at;
        while (m_at < m_text.size() && m_text[m_at] != '"') {
            if (m_text[m_at] == '\\' || static_cast<unsigned char>(m_text[m_at]) < 0x20)
                return fault("a text holds a character that is not expected here");
            ++m_at;
        }
        if (m_at == m_text.size())
            return fault("a text has no closing quotation mark");
        return std::string(m_text.substr(start, m_at++ - start));
    }

    Result<std::uint64_t> readNumber()
    {
        peek();
        std::uint64_t number = 0;
        const char* const begin = m_text.data() + m_at;
        const char* const end = m_text.data() + m_text.size();
        const auto [next, error] = std::from_chars(begin, end, number);
        if (error != std::errc() || (*begin == '0' && next - begin > 1))
            return fault("a whole number from 0 to 2^64 - 1 or a text is expected");
        m_at += static_cast<std::size_t>(next - begin);
        return number;
    }

    char peek() noexcept
    {
        while (m_at < m_text.size() && std::string_view(" \t\r\n").find(m_text[m_at]) != std::string_view::npos)
            ++m_at;
        return m_at < m_text.size() ? m_text[m_at] : '\0';
    }

    bool skip(char wanted) noexcept
    {
        if (peek() != wanted)
            return false;
        ++m_at;
        return true;
    }

    Status expect(char wanted)
    {
        return skip(wanted) ? Status() : fault(std::string("'") + wanted + "' is expected");
    }

    [[nodiscard]] Status fault(const std::string& what) const
    {
        return Status(ErrorCode::BadFormat, what + " at character " + std::to_string(m_at));
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

}  // namespace

Result<std::vector<FlatMember>> readFlatObject(std::string_view text)
{
    return FlatReader(text).read();
}

}  // namespace zrecord
