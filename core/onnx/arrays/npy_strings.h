// SPDX-License-Identifier: GPL-3.0-or-later
// The elements of NumPy's arrays of strings: U, code points of four bytes, and S, bytes. All elements of an
// array are equally long; NUL characters fill up the shorter ones.
#pragma once

#include "core/base/result.h"
#include "core/ir/tensor.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace edgewright::onnx {

struct StringCode {
    bool isUnicode = true;  // else bytes
    std::int64_t width = 0; // characters, 1 or more

    std::int64_t bytes() const { return isUnicode ? 4 * width : width; }
};
// "U12" or "S3"; empty for anything else.
std::optional<StringCode> stringCode(std::string_view text);

// One element, as UTF-8. BadInput where a code point is none of Unicode.
Result<std::string> stringFrom(const StringCode& code, bool bigEndian, std::span<const std::byte> element);

// The code points of the strings, little-endian, all as wide as the longest. Unsupported: what U arrays cannot
// hold (no UTF-8, NUL at the end), and what would take more than 4 GiB.
struct CodePoints {
    std::int64_t width = 1;
    ir::Tensor values; // uint32
};
Result<CodePoints> codePointsOf(const ir::Tensor& strings);

} // namespace edgewright::onnx
