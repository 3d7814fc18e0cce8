// What a stranger writes after installing the library: create a store, append three records, read two of them back.
#include <array>
#include <cstdint>
#include <iostream>
#include <span>

#include <zrecord/store.h>

int main(int, char** argv)
{
    auto dtype = zrecord::DType::parse("<i4");
    auto store = zrecord::Store::create(argv[1], {.dtype = *dtype, .itemShape = {2}});
    if (!store) {
        std::cerr << store.status().message() << '\n';
        return 1;
    }
    const std::array<std::int32_t, 6> written{1, 2, 3, 4, 5, 6};
    const std::array<std::uint64_t, 2> wanted{2, 0};
    std::array<std::int32_t, 4> read{};
    if (auto appended = store->append(std::as_bytes(std::span(written))); !appended)
        return 2;
    if (!store->gather(wanted, std::as_writable_bytes(std::span(read))).ok() || !store->close().ok())
        return 3;
    std::cout << read[0] << ' ' << read[1] << ' ' << read[2] << ' ' << read[3] << '\n';
    return 0;
}
