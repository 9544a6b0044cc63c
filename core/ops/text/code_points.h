// SPDX-License-Identifier: GPL-3.0-or-later
// Upper and lower case of the Latin, Greek, Cyrillic and Armenian alphabets, in UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace edgewright::ops {

char32_t toLower(char32_t value);
char32_t toUpper(char32_t value);
// Bytes that are no UTF-8 stay as they are.
std::string toLower(std::string_view text);
std::string toUpper(std::string_view text);

} // namespace edgewright::ops
