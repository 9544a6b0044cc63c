// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace edgewright::tune {

// "2023-12-21 10:44:42.236642+00:00", also with "T", with "Z", without a fraction, and without a zone, which is
// UTC then: seconds since 1970. Nothing for what is no such time.
std::optional<double> unixTimeOf(std::string_view text);
// The first of these spellings; to the microsecond. Empty for 0, and beyond the year 9999.
std::string utcText(double unixTime);

} // namespace edgewright::tune
