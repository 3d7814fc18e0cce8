#include "zrecord/shape.h"

#include <limits>

#include "base/checked_math.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kMaxCount = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());

Status shapeError(std::string_view text, std::size_t at, std::string_view why)
{
    std::string what = "the shape '" + std::string(text) + "' cannot be read: " + std::string(why);
    if (at < text.size())
        what += " at '" + std::string(1, text[at]) + "', character " + std::to_string(at + 1);
    else
        what += " at its end";
    return Status(ErrorCode::InvalidArgument, std::move(what)).withRemedy("Write a shape such as 28,28 or (28, 28), and () for scalars.");
}

/// Walks over "d, d, d" or "dxdxd"; brackets are optional around either.
class ShapeReader {
public:
    explicit ShapeReader(std::string_view text) : m_text(text) {}

    Result<Shape> read()
    {
        skipSpaces();
        const bool bracketed = accept('(');
        skipSpaces();
        Shape shape;
        while (!atEnd() && peek() != ')') {
            ZR_RETURN_IF_ERROR(readDimension(shape));
            skipSpaces();
            if (accept('x')) {
                // "28x" is half a shape; a comma at the end is how Python writes one dimension.
                skipSpaces();
                if (atEnd() || peek() == ')')
                    return fail("a dimension is missing");
            } else if (accept(',')) {
                skipSpaces();
            } else if (!atEnd() && peek() != ')') {
                return fail("a comma is missing");
            }
        }
        if (bracketed && !accept(')'))
            return fail("the closing bracket is missing");
        skipSpaces();
        if (!atEnd())
            return fail("nothing may follow the shape");
        if (shape.empty() && !bracketed)
            return fail("a dimension is missing");
        return shape;
    }

private:
    [[nodiscard]] bool atEnd() const { return m_at == m_text.size(); }
    [[nodiscard]] char peek() const { return m_text[m_at]; }
    [[nodiscard]] Status fail(std::string_view why) const { return shapeError(m_text, m_at, why); }

    void skipSpaces()
    {
        while (!atEnd() && (peek() == ' ' || peek() == '\t'))
            ++m_at;
    }

    bool accept(char c)
    {
        if (atEnd() || peek() != c)
            return false;
        ++m_at;
        return true;
    }

    Status readDimension(Shape& shape)
    {
        if (peek() < '0' || peek() > '9')
            return fail("a whole number is expected");
        std::uint64_t value = 0;
        for (; !atEnd() && peek() >= '0' && peek() <= '9'; ++m_at) {
            const std::uint64_t digit = static_cast<std::uint64_t>(peek() - '0');
            if (value > (kMaxCount - digit) / 10)
                return fail("the dimension does not fit 63 bits");
            value = value * 10 + digit;
        }
        shape.push_back(value);
        return Status::success();
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

}  // namespace

Result<std::uint64_t> elementCount(std::span<const std::uint64_t> shape)
{
    bool empty = false;
    for (const std::uint64_t dimension : shape) {
        if (dimension > kMaxCount)
            return Status(ErrorCode::InvalidArgument, "the shape " + shapeText(shape) + " has a dimension that does not fit 63 bits");
        empty = empty || dimension == 0;
    }
    if (empty)
        return std::uint64_t{0};
    std::uint64_t count = 1;
    for (const std::uint64_t dimension : shape) {
        const auto product = checkedMultiply(count, dimension);
        if (!product || *product > kMaxCount)
            return Status(ErrorCode::InvalidArgument, "the shape " + shapeText(shape) + " has more elements than 63 bits can count");
        count = *product;
    }
    return count;
}

std::string shapeText(std::span<const std::uint64_t> shape)
{
    std::string text = "(";
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (i > 0)
            text += ", ";
        text += std::to_string(shape[i]);
    }
    if (shape.size() == 1)
        text += ',';
    text += ')';
    return text;
}

Result<Shape> parseShape(std::string_view text)
{
    return ShapeReader(text).read();
}

}  // namespace zrecord
