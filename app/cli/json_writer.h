#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace zrecord::cli {

/// Writes one JSON value, indented by two spaces; keys keep the order in which they are written. The caller nests
/// begin and end properly; text() is complete when everything has been closed.
class JsonWriter {
public:
    JsonWriter& beginObject();
    JsonWriter& endObject();
    JsonWriter& beginArray();
    JsonWriter& endArray();
    JsonWriter& key(std::string_view name);

    JsonWriter& value(std::string_view text);
    JsonWriter& value(const char* text) { return value(std::string_view(text)); }
    JsonWriter& value(const std::string& text) { return value(std::string_view(text)); }
    JsonWriter& value(std::uint64_t number);
    JsonWriter& value(bool truth);
    JsonWriter& null();
    /// Text that is JSON already.
    JsonWriter& raw(std::string_view json);
    /// An array of numbers on one line.
    JsonWriter& numbers(const std::vector<std::uint64_t>& values);

    template <typename T>
    JsonWriter& field(std::string_view name, const T& content)
    {
        return key(name).value(content);
    }

    /// The document, ended by a line feed.
    [[nodiscard]] std::string text() const { return m_out + "\n"; }

private:
    void separate();
    JsonWriter& open(char bracket);
    JsonWriter& close(char bracket);

    std::string m_out;
    std::vector<bool> m_hasItems;
    bool m_afterKey = false;
};

}  // namespace zrecord::cli
