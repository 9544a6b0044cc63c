// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace edgewright {

// The one of `words` that takes the fewest edits (Levenshtein), whatever the case of letters, where that is no
// more than a third of the letters; the first of equals.
std::optional<std::string_view> nearestWord(std::string_view text, std::span<const std::string_view> words);

} // namespace edgewright
