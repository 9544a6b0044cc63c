// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/array.h"

#include "core/ir/tensor.h"

#include <cmath>
#include <cstring>

namespace edgewright::gpu {

namespace {

template <class T>
T loaded(const std::byte* from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

// Sebastiano Vigna's splitmix64, of the generator's counter.
std::uint64_t scrambled(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

} // namespace

Array::Array(Type type, std::int64_t count)
    : m_type(type), m_bytes(static_cast<std::size_t>(count * bytesOf(type))) {}

double Array::at(std::int64_t element) const {
    const std::byte* const from = m_bytes.data() + element * bytesOf(m_type);
    switch (m_type) {
    case Type::Float32:
        return static_cast<double>(loaded<float>(from));
    case Type::Float16:
        return static_cast<double>(ir::halfToFloat(loaded<std::uint16_t>(from)));
    case Type::Int8:
        return loaded<std::int8_t>(from);
    case Type::Int32:
        return loaded<std::int32_t>(from);
    }
    return 0;
}

void Array::set(std::int64_t element, double value) {
    std::byte* const into = m_bytes.data() + element * bytesOf(m_type);
    const auto store = [into](auto rounded) { std::memcpy(into, &rounded, sizeof rounded); };
    switch (m_type) {
    case Type::Float32:
        store(static_cast<float>(value));
        break;
    case Type::Float16:
        store(ir::floatToHalf(static_cast<float>(value)));
        break;
    case Type::Int8:
        store(static_cast<std::int8_t>(std::lround(value)));
        break;
    case Type::Int32:
        store(static_cast<std::int32_t>(std::lround(value)));
        break;
    }
}

void Array::fillAtRandom(std::int64_t row, std::int64_t used, std::uint64_t seed) {
    const bool isFloat = m_type == Type::Float32 || m_type == Type::Float16;
    const std::int64_t all = count();
    for (std::int64_t first = 0; first < all; first += row)
        for (std::int64_t i = first; i < first + used && i < all; ++i) {
            const std::uint64_t bits = scrambled(seed * 0x100000001ULL + static_cast<std::uint64_t>(i)) >> 11;
            if (isFloat)
                set(i, static_cast<double>(bits) * 0x1p-52 - 1);
            else
                set(i, static_cast<double>(bits % 255) - 127);
        }
}

} // namespace edgewright::gpu
