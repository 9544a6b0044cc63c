// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of an array as the host has them, of the types that kernels of a GPU work with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace edgewright::gpu {

enum class Type { Float32, Float16, Int8, Int32 };

constexpr std::int64_t bytesOf(Type type) { return type == Type::Int8 ? 1 : type == Type::Float16 ? 2 : 4; }

class Array {
public:
    Array(Type type, std::int64_t count); // zeros; 0 <= count < 2^40

    Type type() const { return m_type; }
    std::int64_t count() const { return static_cast<std::int64_t>(m_bytes.size()) / bytesOf(m_type); }
    std::span<std::byte> bytes() { return m_bytes; }
    std::span<const std::byte> bytes() const { return m_bytes; }

    double at(std::int64_t element) const;
    void set(std::int64_t element, double value); // rounded to the type

    // Fills of each row of `row` numbers the first `used`, by a generator that this seed starts: floats between
    // -1 and 1, whole numbers from -127 to 127. The rest keeps what it has.
    void fillAtRandom(std::int64_t row, std::int64_t used, std::uint64_t seed);

private:
    Type m_type;
    std::vector<std::byte> m_bytes;
};

} // namespace edgewright::gpu
