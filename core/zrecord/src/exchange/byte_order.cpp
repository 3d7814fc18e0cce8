#include "exchange/byte_order.h"

#include <algorithm>

namespace zrecord {
namespace {

/// Bytes that are turned round together: a complex number is two, a text as many as it has characters.
std::size_t valueBytes(const DType& type)
{
    switch (type.kind()) {
    case ScalarKind::Complex:
        return static_cast<std::size_t>(type.itemSize() / 2);
    case ScalarKind::Unicode:
        return 4;
    default:
        return static_cast<std::size_t>(type.itemSize());
    }
}

bool orderDiffers(const DType& from, const DType& to)
{
    if (!from.isStructured())
        return from.byteOrder() != to.byteOrder();
    for (std::size_t i = 0; i < from.fields().size(); ++i)
        if (orderDiffers(from.fields()[i].type, to.fields()[i].type))
            return true;
    return false;
}

}  // namespace

bool sameButByteOrder(const DType& a, const DType& b)
{
    if (a.kind() != b.kind() || a.itemSize() != b.itemSize() || a.isStructured() != b.isStructured() || a.timeUnit() != b.timeUnit())
        return false;
    return std::equal(a.fields().begin(), a.fields().end(), b.fields().begin(), b.fields().end(),
                      [](const DTypeField& x, const DTypeField& y) {
                          return x.name == y.name && x.title == y.title && x.shape == y.shape && x.offset == y.offset &&
                                 sameButByteOrder(x.type, y.type);
                      });
}

void convertByteOrder(const DType& from, const DType& to, std::span<std::byte> items)
{
    if (items.empty() || !orderDiffers(from, to))
        return;
    if (!from.isStructured()) {
        const std::size_t width = valueBytes(from);
        for (std::size_t at = 0; at < items.size(); at += width)
            std::reverse(items.begin() + static_cast<std::ptrdiff_t>(at), items.begin() + static_cast<std::ptrdiff_t>(at + width));
        return;
    }
    const auto itemSize = static_cast<std::size_t>(from.itemSize());
    for (std::size_t i = 0; i < from.fields().size(); ++i) {
        const DTypeField& field = from.fields()[i];
        const DType& target = to.fields()[i].type;
        if (!orderDiffers(field.type, target))
            continue;
        const std::size_t end = i + 1 < from.fields().size() ? static_cast<std::size_t>(from.fields()[i + 1].offset) : itemSize;
        const std::size_t begin = static_cast<std::size_t>(field.offset);
        for (std::size_t item = 0; item < items.size(); item += itemSize)
            convertByteOrder(field.type, target, items.subspan(item + begin, end - begin));
    }
}

}  // namespace zrecord
