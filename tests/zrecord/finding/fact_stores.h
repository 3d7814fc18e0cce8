#pragma once

#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include <QTemporaryDir>
#include <QTest>

#include "zrecord/store.h"

namespace zrecord::test {

template <typename T>
std::vector<std::byte> bytesOf(const std::vector<T>& values)
{
    std::vector<std::byte> bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

/// Stores in a folder that goes with the test.
class FactStores {
public:
    [[nodiscard]] std::filesystem::path path(const std::string& name) const { return std::filesystem::path(m_folder.path().toStdString()) / name; }

    /// Dense records, all values one after the other.
    template <typename T>
    Store dense(const std::string& name, const char* dtype, const Shape& shape, const std::vector<T>& values, Codec codec = Codec::Raw)
    {
        StoreDescription description;
        description.dtype = *DType::parse(dtype);
        description.itemShape = shape;
        description.codec = codec;
        Store store = std::move(Store::create(path(name), description)).value();
        if (!values.empty() && !store.append(bytesOf(values)).ok())
            qFatal("the records could not be appended");
        return store;
    }

    /// Ragged int32 records of one dimension.
    Store ragged(const std::string& name, const std::vector<std::vector<std::int32_t>>& records)
    {
        StoreDescription description;
        description.kind = StoreKind::Ragged;
        description.dtype = *DType::parse("<i4");
        Store store = std::move(Store::create(path(name), description)).value();
        for (const auto& values : records) {
            const std::uint64_t shape = values.size();
            const std::vector<std::byte> bytes = bytesOf(values);
            const RaggedRecord record{bytes, {&shape, 1}};
            if (!store.append(std::span(&record, 1)).ok())
                qFatal("the record could not be appended");
        }
        return store;
    }

private:
    QTemporaryDir m_folder;
};

}  // namespace zrecord::test
