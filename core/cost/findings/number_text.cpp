// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/findings/number_text.h"

#include <array>
#include <cstdio>

namespace edgewright::cost {

std::string printed(const char* format, double value) {
    std::array<char, 400> text{}; // the largest double has 309 digits before the point
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

std::string inGroups(const std::string& digits, std::size_t together) {
    std::string text;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && digits.size() > together && (digits.size() - i) % 3 == 0) text += ' ';
        text += digits[i];
    }
    return text;
}

} // namespace edgewright::cost
