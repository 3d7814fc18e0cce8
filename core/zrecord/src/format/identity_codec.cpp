#include "format/identity_codec.h"

#ifndef MSGPACK_NO_BOOST
#define MSGPACK_NO_BOOST
#endif
#include <msgpack.hpp>

#include <string>

#include "base/utf8.h"

namespace zrecord {
namespace {

using Kind = PythonLiteral::Kind;

constexpr std::size_t kMaxValues = std::size_t{1} << 20;

/// The packer's output.
class ByteSink {
public:
    void write(const char* data, std::size_t size)
    {
        // One by one: GCC 12 warns of an overflow in the insert() of a vector that it has inlined.
        for (const std::byte byte : std::as_bytes(std::span(data, size)))
            m_bytes.push_back(byte);
    }
    std::vector<std::byte> take() { return std::move(m_bytes); }

private:
    std::vector<std::byte> m_bytes;
};

using Packer = msgpack::packer<ByteSink>;

void packText(Packer& packer, std::string_view text)
{
    const auto size = static_cast<std::uint32_t>(text.size());
    packer.pack_str(size);
    packer.pack_str_body(text.data(), size);
}

void packShape(Packer& packer, const Shape& shape)
{
    packer.pack_array(static_cast<std::uint32_t>(shape.size()));
    for (const std::uint64_t dimension : shape)
        packer.pack_uint64(dimension);
}

/// Depth is bounded by the dtype's own limit.
void packType(Packer& packer, const DType& type)
{
    if (!type.isStructured()) {
        packText(packer, type.str());
        return;
    }
    packer.pack_array(static_cast<std::uint32_t>(type.fields().size()));
    for (const DTypeField& field : type.fields()) {
        packer.pack_array(field.shape.empty() ? 2 : 3);
        if (!field.title.empty()) {
            packer.pack_array(2);
            packText(packer, field.title);
        }
        packText(packer, field.name);
        packType(packer, field.type);
        if (!field.shape.empty())
            packShape(packer, field.shape);
    }
}

/// Builds the tree while the parser walks; returning false stops the parser. Open containers are a stack of nodes, so that
/// nesting costs no recursion.
class TreeBuilder : public msgpack::null_visitor {
public:
    bool visit_nil() { return put({}); }
    bool visit_boolean(bool value)
    {
        PythonLiteral node;
        node.kind = Kind::Bool;
        node.boolean = value;
        return put(std::move(node));
    }
    bool visit_positive_integer(std::uint64_t value)
    {
        PythonLiteral node;
        node.kind = Kind::Integer;
        node.integer = value;
        return put(std::move(node));
    }
    bool visit_negative_integer(std::int64_t value)  // of the signed encodings, whatever the sign
    {
        return value < 0 ? stop("it holds a negative number") : visit_positive_integer(static_cast<std::uint64_t>(value));
    }
    bool visit_float32(float) { return stop("it holds a fraction where a whole number belongs"); }
    bool visit_float64(double) { return stop("it holds a fraction where a whole number belongs"); }
    bool visit_bin(const char*, std::uint32_t) { return stop("it holds binary data where text belongs"); }
    bool visit_ext(const char*, std::uint32_t) { return stop("it holds an extension type"); }
    bool visit_str(const char* data, std::uint32_t size)
    {
        PythonLiteral node;
        node.kind = Kind::String;
        node.text.assign(data, size);
        if (findInvalidUtf8(node.text))
            return stop("it holds text that is not UTF-8");
        return put(std::move(node));
    }
    bool start_array(std::uint32_t) { return open(Kind::List); }
    bool start_map(std::uint32_t) { return open(Kind::Dict); }
    bool end_array() { return close(); }
    bool end_map() { return close(); }
    bool end_map_key()
    {
        const std::vector<PythonLiteral>& items = m_open.back().items;
        return items.back().kind == Kind::String || stop("a key of the map is not text");
    }
    bool end_map_value()
    {
        std::vector<PythonLiteral>& items = m_open.back().items;
        if (items.size() > kMaxKeys)
            return stop("its map has too many keys");
        for (std::size_t i = 0; i + 2 < items.size(); i += 2)
            if (items[i].text == items[items.size() - 2].text) {
                items[i + 1] = std::move(items.back());
                items.resize(items.size() - 2);
                break;
            }
        return true;
    }
    void parse_error(std::size_t, std::size_t offset) { m_offset = offset; }
    void insufficient_bytes(std::size_t, std::size_t offset) { m_offset = offset; }

    [[nodiscard]] const std::string& reason() const { return m_reason; }
    [[nodiscard]] std::size_t errorOffset() const { return m_offset; }
    PythonLiteral takeRoot() { return std::move(m_root); }

private:
    static constexpr std::size_t kMaxKeys = 32;

    bool stop(std::string_view reason)
    {
        m_reason = reason;
        return false;
    }
    bool put(PythonLiteral&& node)
    {
        if (++m_values > kMaxValues)
            return stop("it holds more than 1048576 values");
        if (m_open.empty())
            m_root = std::move(node);
        else
            m_open.back().items.push_back(std::move(node));
        return true;
    }
    bool open(Kind kind)
    {
        if (m_open.size() >= kMaxLiteralDepth)
            return stop("it is nested too deeply");
        m_open.emplace_back().kind = kind;
        return true;
    }
    bool close()
    {
        PythonLiteral node = std::move(m_open.back());
        m_open.pop_back();
        return put(std::move(node));
    }

    PythonLiteral m_root;
    std::vector<PythonLiteral> m_open;
    std::string m_reason;
    std::size_t m_values = 0;
    std::size_t m_offset = 0;
};

Status badIdentity(std::string_view reason, std::size_t offset)
{
    return Status(ErrorCode::BadFormat, "the type identity cannot be read: " + std::string(reason)).withFile("store.zr", offset);
}

}  // namespace

std::vector<std::byte> encodeIdentity(const StoreDescription& description)
{
    ByteSink sink;
    Packer packer(sink);
    const bool dense = description.kind == StoreKind::Dense;
    packer.pack_map(dense ? 2 : 1);
    packText(packer, "dtype");
    packType(packer, description.dtype);
    if (dense) {
        packText(packer, "item_shape");
        packShape(packer, description.itemShape);
    }
    return sink.take();
}

Result<PythonLiteral> decodeMsgpack(std::span<const std::byte> bytes)
{
    if (bytes.empty())
        return badIdentity("it is empty", 0);
    TreeBuilder builder;
    std::size_t offset = 0;
    const auto* data = reinterpret_cast<const char*>(bytes.data());
    const bool complete = msgpack::parse(data, bytes.size(), offset, builder);
    if (!builder.reason().empty())
        return badIdentity(builder.reason(), offset);
    if (!complete)
        return badIdentity("it is not valid msgpack, or ends too early", builder.errorOffset());
    if (offset != bytes.size())
        return badIdentity("bytes follow its end", offset);
    return builder.takeRoot();
}

}  // namespace zrecord
