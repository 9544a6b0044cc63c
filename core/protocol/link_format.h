// SPDX-License-Identifier: GPL-3.0-or-later
// Tensors on the link between stages: as they are, or, where they are float32, in fewer bytes.
#pragma once

#include "core/base/translatable.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace edgewright::protocol {

// Arithmetic of float32 tensors on the link. What it cannot hold goes exactly: a tensor with a number beyond
// 65 504 in float16, with one that is not finite in codes.
enum class LinkFormat : std::uint8_t {
    Exact,
    Half,  // float16, to nearest
    Codes, // int8 with one scale for each tensor: the largest |x| / 127
};
struct LinkFormatInfo {
    LinkFormat format;
    std::string_view name;
    const char* summary; // TRANSLATABLE("Setting", …)
    std::int64_t bits;   // of an element
};
inline constexpr std::array LinkFormats{
    LinkFormatInfo{LinkFormat::Exact, "float32", TRANSLATABLE("Setting", "tensors go as they are"), 32},
    LinkFormatInfo{LinkFormat::Half, "float16", TRANSLATABLE("Setting", "half the bytes, 11 bits of precision"),
                   16},
    LinkFormatInfo{LinkFormat::Codes, "int8",
                   TRANSLATABLE("Setting", "a quarter of the bytes, one scale for each tensor"), 8},
};

} // namespace edgewright::protocol
