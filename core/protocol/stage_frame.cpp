// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/protocol/stage_frame.h"

#include "core/base/propagate.h"
#include "core/bundle/byte_stream.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace edgewright::protocol {

namespace {

using bundle::ByteReader;
using bundle::ByteWriter;

constexpr std::uint32_t MaxRank = 64;
constexpr std::size_t FixedBytes = 8 + 8 + 4, CrcBytes = 4; // number, seconds, count; the end

// The format in which a tensor can go, and its scale for codes.
struct Chosen {
    LinkFormat format = LinkFormat::Exact;
    float scale = 1;
};
Chosen chosenFor(const ir::Tensor& tensor, LinkFormat wanted) {
    if (wanted == LinkFormat::Exact || tensor.type().dtype != ir::DataType::Float32) return {};
    constexpr float MaxHalf = 65504, Codes = 127;
    constexpr std::uint32_t Magnitude = 0x7fffffff, Infinity = 0x7f800000;
    std::uint32_t largest = 0, others = 0; // bits of positive numbers have their order
    for (const float each : tensor.as<float>()) {
        const std::uint32_t bits = std::bit_cast<std::uint32_t>(each) & Magnitude;
        const bool isFinite = bits < Infinity;
        largest = std::max(largest, isFinite ? bits : 0);
        others |= isFinite ? 0 : 1;
    }
    const auto most = std::bit_cast<float>(largest);
    if (wanted == LinkFormat::Half) return most <= MaxHalf ? Chosen{wanted, 1} : Chosen{};
    return others == 0
               ? Chosen{wanted, most > 0 ? std::max(most / Codes, std::numeric_limits<float>::min()) : 1}
               : Chosen{};
}

// To the nearest whole number, halves to even: what is added leaves no bits for the rest. |x| < 2^22.
float rounded(float x) {
    constexpr float Shift = 12582912; // 1.5 * 2^23
    return x + Shift - Shift;
}

void putElements(ByteWriter& to, const ir::Tensor& tensor, const Chosen& chosen) {
    if (chosen.format == LinkFormat::Exact) return to.putBytes(tensor.bytes());
    const std::span<const float> numbers = tensor.as<float>();
    if (chosen.format == LinkFormat::Half) {
        std::byte* at = to.putSpace(2 * numbers.size()).data();
        for (const float each : numbers) {
            const std::uint16_t half = ir::floatToHalf(each);
            std::memcpy(at, &half, sizeof half);
            at += sizeof half;
        }
        return;
    }
    std::byte* const codes = to.putSpace(numbers.size()).data();
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const float code = rounded(std::clamp(numbers[i] / chosen.scale, -127.0f, 127.0f));
        codes[i] = static_cast<std::byte>(static_cast<std::int32_t>(code));
    }
}

std::uint64_t bytesOf(LinkFormat format, std::uint64_t exactBytes) {
    if (format == LinkFormat::Exact) return exactBytes; // of any type; others are of float32
    const auto& info = *std::ranges::find(LinkFormats, format, &LinkFormatInfo::format);
    return exactBytes / sizeof(float) * static_cast<std::uint64_t>(info.bits) / 8;
}

void takeElements(std::span<const std::byte> bytes, const Chosen& chosen, ir::Tensor& to) {
    if (chosen.format == LinkFormat::Exact) {
        std::ranges::copy(bytes, to.mutableBytes().begin());
        return;
    }
    const std::span<float> numbers = to.as<float>();
    if (chosen.format == LinkFormat::Half) {
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            std::uint16_t half;
            std::memcpy(&half, bytes.data() + 2 * i, sizeof half);
            numbers[i] = ir::halfToFloat(half);
        }
        return;
    }
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = chosen.scale * static_cast<float>(static_cast<std::int8_t>(bytes[i]));
}

Result<ir::Tensor> tensorFrom(ByteReader& from) {
    const auto dtype = from.get<std::uint8_t>("a type");
    const auto rank = from.get<std::uint8_t>("a rank");
    Chosen chosen;
    chosen.format = from.getEnum("a format", LinkFormats.back().format);
    chosen.scale = from.get<float>("a scale");
    if (dtype > static_cast<std::uint8_t>(ir::DataType::Int2) || rank > MaxRank || !(chosen.scale > 0) ||
        std::isinf(chosen.scale))
        return badInput("a frame has a tensor of no known type");
    const auto type = static_cast<ir::DataType>(dtype);
    if (chosen.format != LinkFormat::Exact && type != ir::DataType::Float32)
        return badInput("a frame has a tensor in a format of others");
    ir::Dims dims;
    for (std::uint8_t i = 0; i < rank; ++i) {
        const auto extent = from.get<std::int64_t>("an extent");
        if (extent < 0) return badInput("a frame has a tensor with a negative extent");
        dims.push_back(extent);
    }
    // As many bytes as it says are there before memory is taken for them.
    const auto size = ir::TensorType(type, dims).bytes();
    if (!size || type == ir::DataType::Undefined || type == ir::DataType::String)
        return badInput("a frame has a tensor without bytes");
    const auto bytes = from.getBytes(bytesOf(chosen.format, static_cast<std::uint64_t>(*size)), "a tensor");
    if (from.failed()) return badInput("a frame: " + from.error());
    ASSIGN_OR_RETURN(ir::Tensor tensor, ir::Tensor::unfilled(type, std::move(dims)));
    takeElements(bytes, chosen, tensor);
    return tensor;
}

// How each tensor goes, and the bytes of all.
struct Layout {
    std::vector<Chosen> chosen;
    std::size_t bytes = FixedBytes + CrcBytes;
};
Result<Layout> layoutOf(const StageFrame& message, LinkFormat format) {
    Layout layout;
    for (const ir::Tensor& each : message.tensors) {
        if (!each.hasData() || each.type().dtype == ir::DataType::String)
            return unsupported("a stage cannot be sent strings and sequences");
        layout.chosen.push_back(chosenFor(each, format));
        constexpr std::size_t HeadBytes = 3 + sizeof(float);
        layout.bytes += HeadBytes + each.rank() * sizeof(std::int64_t);
        layout.bytes += bytesOf(layout.chosen.back().format, each.bytes().size());
        if (layout.bytes > Link::MaxBytes)
            return unsupported("a frame needs more than " + std::to_string(Link::MaxBytes) +
                               " bytes on the link");
    }
    return layout;
}

} // namespace

Result<std::size_t> contentBytes(const StageFrame& message, LinkFormat format) {
    ASSIGN_OR_RETURN(const Layout layout, layoutOf(message, format));
    return layout.bytes;
}

Result<Content> contentOf(const StageFrame& message, LinkFormat format) {
    ASSIGN_OR_RETURN(const Layout layout, layoutOf(message, format));
    const std::vector<Chosen>& chosen = layout.chosen;
    ByteWriter to;
    to.reserve(layout.bytes);
    to.put(message.number);
    to.put(message.seconds);
    to.putCount(message.tensors.size());
    for (std::size_t i = 0; i < message.tensors.size(); ++i) {
        const ir::Tensor& each = message.tensors[i];
        to.put(static_cast<std::uint8_t>(each.type().dtype));
        to.put(static_cast<std::uint8_t>(each.rank()));
        to.put(chosen[i].format);
        to.put(chosen[i].scale);
        for (const std::int64_t extent : each.dims())
            to.put(extent);
        putElements(to, each, chosen[i]);
    }
    to.put(crcOf(to.bytes()));
    return to.take();
}

Result<StageFrame> stageFrameOf(std::span<const std::byte> content) {
    if (content.size() < CrcBytes) return badInput("a frame has no checksum");
    std::uint32_t crc;
    std::memcpy(&crc, content.data() + content.size() - CrcBytes, CrcBytes);
    content = content.first(content.size() - CrcBytes);
    if (crcOf(content) != crc) return badInput("a frame was damaged on its way: its checksum is another one");
    ByteReader from(content);
    StageFrame frame;
    frame.number = from.get<std::uint64_t>("a number");
    frame.seconds = from.get<double>("a time");
    const auto count = from.get<std::uint32_t>("a count");
    if (!(frame.seconds >= 0) || std::isinf(frame.seconds)) return badInput("a frame took no time that can be");
    for (std::uint32_t i = 0; i < count; ++i) {
        ASSIGN_OR_RETURN(ir::Tensor tensor, tensorFrom(from));
        frame.tensors.push_back(std::move(tensor));
    }
    if (from.failed()) return badInput("a frame: " + from.error());
    if (!from.atEnd()) return badInput("a frame goes on behind its tensors");
    return frame;
}

} // namespace edgewright::protocol
