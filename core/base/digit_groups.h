// SPDX-License-Identifier: GPL-3.0-or-later
// Large numbers in sentences and tables.
#pragma once

#include <string>

namespace edgewright {

// "12 340", "-1 234": a whole number in groups of three digits; not where it has no more than `together`
// digits.
inline std::string inGroups(std::string number, std::size_t together = 3) {
    const std::size_t first = number.starts_with('-') ? 1 : 0;
    if (number.size() - first <= together) return number;
    for (std::size_t at = number.size(); at > first + 3; at -= 3)
        number.insert(at - 3, 1, ' ');
    return number;
}

} // namespace edgewright
