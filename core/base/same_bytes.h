// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes beside bytes.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>

namespace edgewright {

inline bool areSameBytes(std::span<const std::byte> a, std::span<const std::byte> b) {
    if (a.size() != b.size()) return false;
    return a.empty() || a.data() == b.data() || std::memcmp(a.data(), b.data(), a.size()) == 0;
}

} // namespace edgewright
