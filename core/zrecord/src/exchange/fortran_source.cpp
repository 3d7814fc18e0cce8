#include "exchange/fortran_source.h"

#include <algorithm>
#include <cstring>

#include "exchange/dense_source.h"

namespace zrecord {

Status ArrayBytes::readAt(std::uint64_t at, std::span<std::byte> out) const
{
    if (file)
        return file->readExactlyAt(offset + at, out);
    std::memcpy(out.data(), memory.data() + at, out.size());
    return Status::success();
}

FortranOrder::FortranOrder(const Shape& shape) : m_shape(shape), m_strides(shape.size()), m_position(shape.size())
{
    std::uint64_t stride = 1;
    for (std::size_t axis = shape.size(); axis-- > 0;) {
        m_strides[axis] = stride;
        stride *= shape[axis];
    }
}

void FortranOrder::advance()
{
    for (std::size_t axis = 0; axis < m_shape.size(); ++axis) {
        m_cIndex += m_strides[axis];
        if (++m_position[axis] < m_shape[axis])
            return;
        m_cIndex -= m_strides[axis] * m_shape[axis];
        m_position[axis] = 0;
    }
}

Result<std::unique_ptr<ImportSource>> FortranSource::make(ImportDescription description, ArrayBytes bytes, const std::string& name)
{
    auto recordBytes = recordBytesOf(description);
    if (!recordBytes)
        return std::move(recordBytes).status().withFile(name);
    return std::unique_ptr<ImportSource>(new FortranSource(std::move(description), std::move(bytes), *recordBytes));
}

Status FortranSource::next(ImportBatch& batch, std::uint64_t maxBytes)
{
    batch.records = 0;
    batch.bytes.clear();
    if (m_closed)
        return closedSource();
    const std::uint64_t all = *m_description.records;
    const std::uint64_t count = std::min(all - m_done, std::max<std::uint64_t>(1, maxBytes / m_recordBytes));
    if (count == 0)
        return Status::success();
    const auto itemSize = static_cast<std::size_t>(m_description.dtype.itemSize());
    const std::uint64_t elements = m_recordBytes / itemSize;
    batch.bytes.resize(static_cast<std::size_t>(count * m_recordBytes));
    m_run.resize(static_cast<std::size_t>(count) * itemSize);
    FortranOrder order(m_description.itemShape);
    for (std::uint64_t element = 0; element < elements; ++element, order.advance()) {
        ZR_RETURN_IF_ERROR(m_bytes.readAt((element * all + m_done) * itemSize, m_run));
        std::byte* to = batch.bytes.data() + order.cIndex() * itemSize;
        for (std::size_t at = 0; at < m_run.size(); at += itemSize, to += m_recordBytes)
            std::memcpy(to, m_run.data() + at, itemSize);
    }
    batch.records = count;
    m_done += count;
    return Status::success();
}

void FortranSource::close()
{
    m_closed = true;
    m_bytes = {};
}

}  // namespace zrecord
