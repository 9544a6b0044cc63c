// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/protocol/stage_frame.h"

#include "core/base/propagate.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace edgewright::protocol {

namespace {

constexpr std::array<std::uint32_t, 256> CrcTable = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < table.size(); ++i) {
        std::uint32_t value = i;
        for (int bit = 0; bit < 8; ++bit)
            value = (value >> 1) ^ ((value & 1) != 0 ? 0xEDB88320u : 0u);
        table[i] = value;
    }
    return table;
}();

constexpr std::uint32_t MaxRank = 64;

class FrameWriter {
public:
    template <typename T>
    void put(T value) {
        bytes(std::as_bytes(std::span(&value, 1)));
    }
    void bytes(std::span<const std::byte> some) { m_content.insert(m_content.end(), some.begin(), some.end()); }
    std::size_t size() const { return m_content.size(); }
    Content take() {
        put(crcOf(m_content));
        return std::move(m_content);
    }

private:
    Content m_content;
};

class FrameReader {
public:
    explicit FrameReader(std::span<const std::byte> content) : m_left(content) {}
    template <typename T>
    Result<T> get() {
        ASSIGN_OR_RETURN(const auto from, bytes(sizeof(T)));
        T value;
        std::memcpy(&value, from.data(), sizeof(T));
        return value;
    }
    Result<std::span<const std::byte>> bytes(std::uint64_t size) {
        if (size > m_left.size()) return badInput("a frame ends within a tensor");
        const auto taken = m_left.first(size);
        m_left = m_left.subspan(size);
        return taken;
    }
    bool atEnd() const { return m_left.empty(); }

private:
    std::span<const std::byte> m_left;
};

// The format in which a tensor can go, and its scale for codes.
struct Chosen {
    LinkFormat format = LinkFormat::Exact;
    float scale = 1;
};
Chosen chosenFor(const ir::Tensor& tensor, LinkFormat wanted) {
    if (wanted == LinkFormat::Exact || tensor.type().dtype != ir::DataType::Float32) return {};
    constexpr float MaxHalf = 65504, Codes = 127;
    float most = 0;
    bool isFinite = true;
    for (const float each : tensor.as<float>()) {
        isFinite = isFinite && std::isfinite(each);
        most = std::isfinite(each) ? std::max(most, std::abs(each)) : most;
    }
    if (wanted == LinkFormat::Half) return most <= MaxHalf ? Chosen{wanted, 1} : Chosen{};
    return isFinite ? Chosen{wanted, most > 0 ? std::max(most / Codes, std::numeric_limits<float>::min()) : 1}
                    : Chosen{};
}

void putElements(FrameWriter& to, const ir::Tensor& tensor, const Chosen& chosen) {
    switch (chosen.format) {
    case LinkFormat::Exact:
        to.bytes(tensor.bytes());
        return;
    case LinkFormat::Half:
        for (const float each : tensor.as<float>())
            to.put(ir::floatToHalf(each));
        return;
    case LinkFormat::Codes:
        for (const float each : tensor.as<float>())
            to.put(static_cast<std::int8_t>(std::clamp(std::nearbyint(each / chosen.scale), -127.0f, 127.0f)));
        return;
    }
}

std::uint64_t bytesOf(LinkFormat format, std::uint64_t float32Bytes) {
    return format == LinkFormat::Exact  ? float32Bytes
           : format == LinkFormat::Half ? float32Bytes / 2
                                        : float32Bytes / 4;
}

Result<ir::Tensor> tensorFrom(FrameReader& from) {
    ASSIGN_OR_RETURN(const auto dtype, from.get<std::uint8_t>());
    ASSIGN_OR_RETURN(const auto rank, from.get<std::uint8_t>());
    ASSIGN_OR_RETURN(const auto format, from.get<std::uint8_t>());
    ASSIGN_OR_RETURN(const auto scale, from.get<float>());
    if (dtype > static_cast<std::uint8_t>(ir::DataType::Int2) || rank > MaxRank ||
        format >= LinkFormats.size() || !(scale > 0) || std::isinf(scale))
        return badInput("a frame has a tensor of no known type");
    const auto type = static_cast<ir::DataType>(dtype);
    const auto way = static_cast<LinkFormat>(format);
    if (way != LinkFormat::Exact && type != ir::DataType::Float32)
        return badInput("a frame has a tensor in a format of others");
    ir::Dims dims;
    for (std::uint8_t i = 0; i < rank; ++i) {
        ASSIGN_OR_RETURN(const auto extent, from.get<std::int64_t>());
        if (extent < 0) return badInput("a frame has a tensor with a negative extent");
        dims.push_back(extent);
    }
    // As many bytes as it says are there before memory is taken for them.
    const auto size = ir::TensorType(type, dims).bytes();
    if (!size || type == ir::DataType::Undefined || type == ir::DataType::String)
        return badInput("a frame has a tensor without bytes");
    ASSIGN_OR_RETURN(const auto bytes, from.bytes(bytesOf(way, static_cast<std::uint64_t>(*size))));
    ASSIGN_OR_RETURN(ir::Tensor tensor, ir::Tensor::unfilled(type, std::move(dims)));
    const std::span<float> numbers = way == LinkFormat::Exact ? std::span<float>() : tensor.as<float>();
    switch (way) {
    case LinkFormat::Exact:
        std::ranges::copy(bytes, tensor.mutableBytes().begin());
        break;
    case LinkFormat::Half:
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            std::uint16_t half;
            std::memcpy(&half, bytes.data() + 2 * i, sizeof half);
            numbers[i] = ir::halfToFloat(half);
        }
        break;
    case LinkFormat::Codes:
        for (std::size_t i = 0; i < numbers.size(); ++i)
            numbers[i] = scale * static_cast<float>(std::to_integer<std::int8_t>(bytes[i]));
        break;
    }
    return tensor;
}

} // namespace

std::optional<LinkFormat> linkFormatNamed(std::string_view name) {
    const auto found = std::ranges::find(LinkFormats, name, &LinkFormatInfo::name);
    return found == LinkFormats.end() ? std::nullopt : std::optional(found->format);
}

std::uint32_t crcOf(std::span<const std::byte> bytes) {
    std::uint32_t crc = 0xFFFFFFFFu;
    for (const std::byte each : bytes)
        crc = (crc >> 8) ^ CrcTable[(crc ^ std::to_integer<std::uint32_t>(each)) & 0xFF];
    return ~crc;
}

Result<Content> contentOf(const StageFrame& message, LinkFormat format) {
    FrameWriter to;
    to.put(message.number);
    to.put(message.seconds);
    to.put(static_cast<std::uint32_t>(message.tensors.size()));
    for (const ir::Tensor& each : message.tensors) {
        if (!each.hasData() || each.type().dtype == ir::DataType::String)
            return unsupported("a stage cannot be sent strings and sequences");
        const Chosen chosen = chosenFor(each, format);
        to.put(static_cast<std::uint8_t>(each.type().dtype));
        to.put(static_cast<std::uint8_t>(each.rank()));
        to.put(static_cast<std::uint8_t>(chosen.format));
        to.put(chosen.scale);
        for (const std::int64_t extent : each.dims())
            to.put(extent);
        if (to.size() + bytesOf(chosen.format, each.bytes().size()) >= Link::MaxBytes)
            return unsupported("a frame needs more than " + std::to_string(Link::MaxBytes) +
                               " bytes on the link");
        putElements(to, each, chosen);
    }
    return to.take();
}

Result<StageFrame> stageFrameOf(std::span<const std::byte> content) {
    constexpr std::size_t CrcBytes = 4;
    if (content.size() < CrcBytes) return badInput("a frame has no checksum");
    std::uint32_t crc;
    std::memcpy(&crc, content.data() + content.size() - CrcBytes, CrcBytes);
    content = content.first(content.size() - CrcBytes);
    if (crcOf(content) != crc) return badInput("a frame was damaged on its way: its checksum is another one");
    FrameReader from(content);
    StageFrame frame;
    ASSIGN_OR_RETURN(frame.number, from.get<std::uint64_t>());
    ASSIGN_OR_RETURN(frame.seconds, from.get<double>());
    ASSIGN_OR_RETURN(const auto count, from.get<std::uint32_t>());
    if (!(frame.seconds >= 0) || std::isinf(frame.seconds)) return badInput("a frame took no time that can be");
    for (std::uint32_t i = 0; i < count; ++i) {
        ASSIGN_OR_RETURN(ir::Tensor tensor, tensorFrom(from));
        frame.tensors.push_back(std::move(tensor));
    }
    if (!from.atEnd()) return badInput("a frame goes on behind its tensors");
    return frame;
}

} // namespace edgewright::protocol
