// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers in sentences about costs.
#pragma once

#include <cstddef>
#include <string>

namespace edgewright::cost {

std::string printed(const char* format, double value); // by printf's rules
// "12 340": a whole number in groups of three digits; not where it has no more than `together` digits.
std::string inGroups(const std::string& digits, std::size_t together = 3);

} // namespace edgewright::cost
