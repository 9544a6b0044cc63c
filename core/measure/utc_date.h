// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace edgewright::measure {

std::string utcNow(); // "2026-11-23T04:10:00Z"

} // namespace edgewright::measure
