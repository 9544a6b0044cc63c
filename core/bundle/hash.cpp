// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bundle/hash.h"

#include <sys/types.h> // sha2.h needs its names

#include <sha2.h>

namespace edgewright::bundle {

struct Hash::State {
    SHA2_CTX context;
};

Hash::Hash() : m_state(std::make_unique<State>()) { SHA256Init(&m_state->context); }
Hash::~Hash() = default;
Hash::Hash(Hash&&) noexcept = default;
Hash& Hash::operator=(Hash&&) noexcept = default;

void Hash::add(std::span<const std::byte> bytes) {
    SHA256Update(&m_state->context, reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

Digest Hash::digest() const {
    SHA2_CTX copy = m_state->context;
    Digest digest;
    SHA256Final(reinterpret_cast<std::uint8_t*>(digest.data()), &copy);
    return digest;
}

Digest digestOf(std::span<const std::byte> bytes) {
    Hash hash;
    hash.add(bytes);
    return hash.digest();
}

std::string hexOf(const Digest& digest) {
    constexpr const char* Digits = "0123456789abcdef";
    std::string text;
    for (const std::byte each : digest) {
        text += Digits[std::to_integer<int>(each >> 4)];
        text += Digits[std::to_integer<int>(each & std::byte{15})];
    }
    return text;
}

} // namespace edgewright::bundle
