// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace edgewright::ir {

// Symbol or "input name" -> extent: {"batch", 1}, {"height", 224}.
using Bindings = std::map<std::string, std::int64_t, std::less<>>;

} // namespace edgewright::ir
