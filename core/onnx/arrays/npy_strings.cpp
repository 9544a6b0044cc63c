// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/onnx/arrays/npy_strings.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/base/utf8.h"

#include <algorithm>
#include <charconv>
#include <vector>

namespace edgewright::onnx {

namespace {

constexpr std::int64_t WidestString = std::int64_t(1) << 28; // characters

// The code points of UTF-8 in its shortest form; empty: it is none.
std::optional<std::vector<std::uint32_t>> decoded(std::string_view text) {
    std::vector<std::uint32_t> points;
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint point = codePointAt(text, at);
        if (point.value == InvalidCodePoint) return std::nullopt;
        points.push_back(point.value);
        at += point.bytes;
    }
    return points;
}

} // namespace

std::optional<StringCode> stringCode(std::string_view text) {
    if (text.size() < 2 || (text.front() != 'U' && text.front() != 'S')) return std::nullopt;
    StringCode code{text.front() == 'U', 0};
    const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), code.width);
    if (error != std::errc() || end != text.data() + text.size() || code.width < 1 || code.width > WidestString)
        return std::nullopt;
    return code;
}

Result<std::string> stringFrom(const StringCode& code, bool bigEndian, std::span<const std::byte> element) {
    std::string text;
    if (!code.isUnicode) {
        text.assign(reinterpret_cast<const char*>(element.data()), element.size());
        text.erase(text.find_last_not_of('\0') + 1);
        return text;
    }
    const auto pointAt = [&](std::size_t at) {
        std::uint32_t point = 0;
        for (std::size_t i = 0; i < 4; ++i)
            point = point << 8 | std::to_integer<std::uint32_t>(element[4 * at + (bigEndian ? i : 3 - i)]);
        return point;
    };
    std::size_t length = element.size() / 4;
    while (length > 0 && pointAt(length - 1) == 0)
        --length;
    for (std::size_t i = 0; i < length; ++i) {
        const std::uint32_t point = pointAt(i);
        if (!isCodePoint(point))
            return badInput(say("has the character number {1}; expected a code point of Unicode, at most "
                                "1114111 and no half of a pair",
                                point));
        appendUtf8(text, point);
    }
    return text;
}

Result<CodePoints> codePointsOf(const ir::Tensor& strings) {
    constexpr std::int64_t LimitBytes = std::int64_t(4) << 30;
    if (!strings.hasData()) return badInput(say("the strings are not there"));
    CodePoints result;
    for (std::size_t i = 0; const std::string& text : strings.strings()) {
        const auto points = decoded(text);
        if (!points || text.ends_with('\0'))
            return unsupported(points ? say("element {1} ends with a NUL character, which NumPy's strings "
                                            "cannot hold; write a .pb file instead",
                                            i)
                                      : say("element {1} is no UTF-8, which NumPy's strings cannot hold; write "
                                            "a .pb file instead",
                                            i));
        result.width = std::max(result.width, static_cast<std::int64_t>(points->size()));
        ++i;
    }
    const auto count = checkedMul(strings.elements(), result.width);
    if (!count || *count > LimitBytes / 4)
        return unsupported(say("the longest string has {1} characters, and NumPy would give as many to each; "
                               "write a .pb file instead",
                               result.width));
    ASSIGN_OR_RETURN(result.values, ir::Tensor::allocate(ir::DataType::UInt32, {*count}, LimitBytes));
    const auto values = result.values.as<std::uint32_t>();
    for (std::size_t i = 0; const std::string& text : strings.strings())
        std::ranges::copy(*decoded(text), values.begin() + static_cast<std::ptrdiff_t>(i++) * result.width);
    return result;
}

} // namespace edgewright::onnx
