// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers in sentences about costs.
#pragma once

#include <string>

namespace edgewright::cost {

std::string printed(const char* format, double value); // by printf's rules

} // namespace edgewright::cost
