// SPDX-License-Identifier: GPL-3.0-or-later
// Enumerators by their words.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace edgewright::cli {

// `words`: in the order of the enumeration; `word` is one of them, which oneOf() has seen to.
template <typename Enum, std::size_t Count>
Enum valueOf(const std::array<std::string_view, Count>& words, std::string_view word) {
    return static_cast<Enum>(std::ranges::find(words, word) - words.begin());
}

} // namespace edgewright::cli
