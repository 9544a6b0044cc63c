// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers and columns as people read them.
#pragma once

#include "core/base/digit_groups.h"
#include "core/base/say.h"
#include "core/ops/work.h"
#include "core/table/number_text.h"
#include "core/table/terminal.h"

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright::cli {

using table::bytesText, table::decibelText, table::fixed, table::secondsText, table::shortened;

// Right-aligned in `width` columns.
std::string right(const std::string& text, std::size_t width);
std::string left(const std::string& text, std::size_t width);
// "1 234 567".
template <std::integral Number>
std::string grouped(Number number) {
    return inGroups(std::to_string(number));
}
// {1} of sayCount, "12 340 values".
template <std::integral Number>
Grouped groups(Number number) {
    return {static_cast<std::int64_t>(number)};
}
// A sum of MACs: "1 204", or "at least 1 204; 1 node of com.microsoft.QMoE not counted".
std::string macsText(std::int64_t macs, const ops::Uncounted& uncounted);
std::string scientific(double number);                                   // three significant digits
std::vector<std::string> splitAt(std::string_view text, char separator); // "a,,b": a, nothing, b

} // namespace edgewright::cli
