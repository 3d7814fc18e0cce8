#pragma once

#include <QByteArray>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonValue>

#include <cstdint>
#include <vector>

#include <zlib.h>

// What loaderx 1.7.2 drew for 270 sets of arguments.

inline QByteArray readGzip(const char* path)
{
    QByteArray text;
    gzFile file = gzopen(path, "rb");
    char block[65'536];
    int n = 0;
    while (file && (n = gzread(file, block, sizeof block)) > 0)
        text.append(block, n);
    if (file)
        gzclose(file);
    return text;
}

// Qt keeps whole numbers of JSON as 64-bit integers, so seeds are exact.
inline std::uint64_t number(const QJsonValue& value)
{
    return static_cast<std::uint64_t>(value.toInteger());
}

inline std::vector<std::uint64_t> numbers(const QJsonValue& value)
{
    std::vector<std::uint64_t> result;
    for (const QJsonValue& item : value.toArray())
        result.push_back(number(item));
    return result;
}

inline QJsonArray samplerVectors()
{
    return QJsonDocument::fromJson(readGzip(ZR_TEST_DATA "/golden/sampler_vectors.json.gz")).array();
}
