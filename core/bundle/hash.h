// SPDX-License-Identifier: GPL-3.0-or-later
// SHA-256 (FIPS 180-4).
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace edgewright::bundle {

using Digest = std::array<std::byte, 32>;

class Hash {
public:
    Hash();
    ~Hash();
    Hash(Hash&&) noexcept;
    Hash& operator=(Hash&&) noexcept;

    void add(std::span<const std::byte> bytes);
    Digest digest() const; // of what was added until now

private:
    struct State;
    std::unique_ptr<State> m_state;
};

Digest digestOf(std::span<const std::byte> bytes);
std::string hexOf(const Digest& digest); // 64 digits

} // namespace edgewright::bundle
