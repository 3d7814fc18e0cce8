#include "json_writer.h"

#include "zrecord/value_text.h"

namespace zrecord::cli {

void JsonWriter::separate()
{
    if (m_afterKey) {
        m_afterKey = false;
        return;
    }
    if (m_hasItems.empty())
        return;
    if (m_hasItems.back())
        m_out += ',';
    m_hasItems.back() = true;
    m_out.append(1, '\n').append(2 * m_hasItems.size(), ' ');
}

JsonWriter& JsonWriter::open(char bracket)
{
    separate();
    m_out += bracket;
    m_hasItems.push_back(false);
    return *this;
}

JsonWriter& JsonWriter::close(char bracket)
{
    const bool hadItems = m_hasItems.back();
    m_hasItems.pop_back();
    if (hadItems)
        m_out.append(1, '\n').append(2 * m_hasItems.size(), ' ');
    m_out += bracket;
    return *this;
}

JsonWriter& JsonWriter::beginObject()
{
    return open('{');
}

JsonWriter& JsonWriter::endObject()
{
    return close('}');
}

JsonWriter& JsonWriter::beginArray()
{
    return open('[');
}

JsonWriter& JsonWriter::endArray()
{
    return close(']');
}

JsonWriter& JsonWriter::key(std::string_view name)
{
    separate();
    appendJsonString(m_out, name);
    m_out += ": ";
    m_afterKey = true;
    return *this;
}

JsonWriter& JsonWriter::value(std::string_view text)
{
    separate();
    appendJsonString(m_out, text);
    return *this;
}

JsonWriter& JsonWriter::value(std::uint64_t number)
{
    return raw(std::to_string(number));
}

JsonWriter& JsonWriter::value(bool truth)
{
    return raw(truth ? "true" : "false");
}

JsonWriter& JsonWriter::null()
{
    return raw("null");
}

JsonWriter& JsonWriter::raw(std::string_view json)
{
    separate();
    m_out += json;
    return *this;
}

JsonWriter& JsonWriter::numbers(const std::vector<std::uint64_t>& values)
{
    std::string line = "[";
    for (std::size_t i = 0; i < values.size(); ++i)
        line.append(i == 0 ? "" : ", ").append(std::to_string(values[i]));
    return raw(line + "]");
}

}  // namespace zrecord::cli
