// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as text and back, whatever the locale.
#pragma once

#include "core/ir/tensor.h"

#include <optional>
#include <string>

namespace edgewright::ops {

// Element `index` of a numeric tensor. Of a float the fewest digits that read back as the same element ("0.1"),
// with an exponent below 1e-4 and from 1e16 on; "NaN", "INF", "-INF".
std::string numberText(const ir::Tensor& tensor, std::int64_t index);

// "3.14", "-2", "1e-5", "+INF", "nan"; empty when the text is anything else.
std::optional<double> parseNumber(const std::string& text);
std::optional<std::int64_t> parseInteger(const std::string& text);

} // namespace edgewright::ops
