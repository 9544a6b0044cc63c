// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/onnx/reading/tensor_reader.h"

#include "core/base/checked.h"
#include "core/base/say.h"

#include <charconv>
#include <cstring>
#include <iterator>
#include <type_traits>

namespace edgewright::onnx {

using ir::DataType;
using ir::Dims;
using ir::Tensor;

namespace {

ReadTensor faulty(DataType type, const Dims& dims, std::string code, std::string fault) {
    return {Tensor::withoutData(type, dims), std::move(code), std::move(fault)};
}

std::size_t alignmentOf(DataType type) {
    const auto bytes = static_cast<std::size_t>(ir::bitWidth(type)) / 8;
    return bytes == 0 ? 1 : bytes > 8 ? 8 : bytes;
}

// The typed fields hold elements one by one, in a type that is wide enough for several element types.
template <typename Stored, typename Held>
Result<Tensor> narrowed(DataType type, const Dims& dims, const Held& field) {
    auto tensor = Tensor::allocate(type, dims);
    if (!tensor) return tensor;
    std::byte* out = tensor->mutableBytes().data();
    for (const auto element : field) {
        const auto stored = static_cast<Stored>(element);
        std::memcpy(out, &stored, sizeof stored);
        out += sizeof stored;
    }
    return tensor;
}

// Takes the elements out of the message: as they are where their type allows, else converted.
template <typename Stored, typename Entry>
ReadTensor fromField(DataType type, const Dims& dims, std::int64_t bytes,
                     google::protobuf::RepeatedField<Entry>& field) {
    const std::int64_t held =
        static_cast<std::int64_t>(field.size()) * static_cast<std::int64_t>(sizeof(Stored));
    if (held != bytes)
        return faulty(type, dims, "constant-bytes",
                      held == 0 ? say("holds no data where {1} asks for {2} bytes",
                                      ir::TensorType(type, dims).text(), bytes)
                                : say("holds {1} entries, {2} bytes, where {3} asks for {4}", field.size(),
                                      held, ir::TensorType(type, dims).text(), bytes));
    const auto owner = std::make_shared<google::protobuf::RepeatedField<Entry>>();
    owner->Swap(&field);
    if constexpr (std::is_same_v<Stored, Entry>)
        return {
            Tensor::over(type, dims, owner,
                         std::as_writable_bytes(std::span(owner->mutable_data(), std::size_t(owner->size())))),
            {},
            {}};
    auto tensor = narrowed<Stored>(type, dims, *owner);
    if (!tensor) return faulty(type, dims, "tensor-limit", tensor.error().message);
    return {std::move(tensor).value(), {}, {}};
}

ReadTensor fromTypedFields(pb::TensorProto& proto, DataType type, const Dims& dims, std::int64_t bytes) {
    switch (type) {
    case DataType::Float32:
    case DataType::Complex64:
        return fromField<float>(type, dims, bytes, *proto.mutable_float_data());
    case DataType::Float64:
    case DataType::Complex128:
        return fromField<double>(type, dims, bytes, *proto.mutable_double_data());
    case DataType::Int64:
        return fromField<std::int64_t>(type, dims, bytes, *proto.mutable_int64_data());
    case DataType::UInt64:
        return fromField<std::uint64_t>(type, dims, bytes, *proto.mutable_uint64_data());
    case DataType::UInt32:
        return fromField<std::uint32_t>(type, dims, bytes, *proto.mutable_uint64_data());
    case DataType::Int32:
        return fromField<std::int32_t>(type, dims, bytes, *proto.mutable_int32_data());
    default: // everything narrower shares int32_data; of the 4-bit types one entry holds two elements
        return ir::bitWidth(type) == 16
                   ? fromField<std::uint16_t>(type, dims, bytes, *proto.mutable_int32_data())
                   : fromField<std::uint8_t>(type, dims, bytes, *proto.mutable_int32_data());
    }
}

bool hasTypedFields(const pb::TensorProto& proto) {
    return proto.float_data_size() + proto.int32_data_size() + proto.int64_data_size() +
               proto.double_data_size() + proto.uint64_data_size() >
           0;
}

std::optional<std::int64_t> parseCount(const std::string& text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
    return value;
}

bool isAligned(DataType type, std::span<const std::byte> bytes) {
    return reinterpret_cast<std::uintptr_t>(bytes.data()) % alignmentOf(type) == 0;
}

// A bool that is neither 0 nor 1 would be undefined behaviour wherever it is read.
void makeBools(std::span<std::byte> bytes) {
    for (std::byte& each : bytes)
        if (std::to_integer<unsigned>(each) > 1) each = std::byte(1);
}

} // namespace

Result<Tensor> tensorOver(DataType type, const Dims& dims, std::shared_ptr<const void> owner,
                          std::span<std::byte> bytes) {
    if (type == DataType::Bool) makeBools(bytes);
    if (isAligned(type, bytes)) return Tensor::over(type, dims, std::move(owner), bytes);
    auto copy = Tensor::allocate(type, dims);
    if (copy && !bytes.empty()) std::memcpy(copy->mutableBytes().data(), bytes.data(), bytes.size());
    return copy;
}

Result<ReadTensor> TensorReader::read(pb::TensorProto& proto) {
    const Dims dims(proto.dims().begin(), proto.dims().end());
    const auto type = ir::dataTypeFromOnnx(proto.data_type());
    if (!type)
        return faulty(DataType::Undefined, dims, "unknown-data-type",
                      say("has element type number {1}, which names no known type", proto.data_type()));
    const auto elements = checkedProduct(dims);
    const auto bytes = elements ? ir::byteCount(*type, *elements) : std::nullopt;
    if (!bytes) {
        std::string text;
        for (const std::int64_t dim : dims)
            text += (text.empty() ? "" : ",") + std::to_string(dim);
        return faulty(*type, dims, "bad-dims",
                      say("has the shape [{1}]; expected extents >= 0 whose product can be counted", text));
    }
    if (*bytes > m_limitBytes)
        return faulty(*type, dims, "tensor-limit",
                      say("asks for {1} bytes, more than the limit of {2}", *bytes, m_limitBytes));
    if (proto.data_location() == pb::TensorProto::EXTERNAL) return readExternal(proto, *type, dims, *bytes);
    return readHere(proto, *type, dims, *bytes);
}

ReadTensor TensorReader::readHere(pb::TensorProto& proto, DataType type, const Dims& dims,
                                  std::int64_t bytes) const {
    if (proto.has_segment())
        return faulty(type, dims, "constant-bytes", say("is stored in segments, which cannot be read"));
    const std::string shape = ir::TensorType(type, dims).text();
    if (type == DataType::String) {
        const std::int64_t elements = *checkedProduct(dims);
        if (elements != proto.string_data_size())
            return faulty(
                type, dims, "constant-bytes",
                say("holds {1} strings where {2} asks for {3}", proto.string_data_size(), shape, elements));
        auto& strings = *proto.mutable_string_data();
        std::vector<std::string> taken(std::make_move_iterator(strings.begin()),
                                       std::make_move_iterator(strings.end()));
        return {Tensor::ofStrings(dims, std::move(taken)), {}, {}};
    }
    const bool raw = proto.has_raw_data() && (!proto.raw_data().empty() || !hasTypedFields(proto));
    if (!raw) return fromTypedFields(proto, type, dims, bytes);
    if (static_cast<std::int64_t>(proto.raw_data().size()) != bytes)
        return faulty(type, dims, "constant-bytes",
                      say("holds {1} bytes where {2} asks for {3}", proto.raw_data().size(), shape, bytes));
    const std::shared_ptr<std::string> owner(proto.release_raw_data());
    auto tensor = tensorOver(type, dims, owner, std::as_writable_bytes(std::span(*owner)));
    if (!tensor) return faulty(type, dims, "tensor-limit", tensor.error().message);
    return {std::move(tensor).value(), {}, {}};
}

Result<ReadTensor> TensorReader::readExternal(const pb::TensorProto& proto, DataType type, const Dims& dims,
                                              std::int64_t bytes) {
    std::string location;
    std::int64_t offset = 0;
    std::optional<std::int64_t> length;
    for (const auto& entry : proto.external_data()) {
        if (entry.key() == "location") {
            location = entry.value();
        } else if (entry.key() == "offset" || entry.key() == "length") {
            const auto count = parseCount(entry.value());
            if (!count)
                return faulty(type, dims, "missing-data",
                              say("has external data whose {1} is '{2}'; expected a number of bytes",
                                  entry.key(), entry.value()));
            if (entry.key() == "offset")
                offset = *count;
            else
                length = count;
        }
    }
    if (auto escape = m_external.escape(location)) return badInput(std::move(*escape));
    if (location.empty())
        return faulty(type, dims, "missing-data", say("has external data without a location"));
    if (type == DataType::String)
        return faulty(type, dims, "missing-data", say("has strings as external data"));
    if (length && *length != bytes)
        return faulty(type, dims, "constant-bytes",
                      say("has {1} bytes of external data where {2} asks for {3}", *length,
                          ir::TensorType(type, dims).text(), bytes));
    m_readFilesBeside = true;
    const std::int64_t before = m_external.storedBytes();
    auto file = m_external.open(location);
    m_memory.extend(m_growth * (m_external.storedBytes() - before));
    if (!file)
        return faulty(type, dims, "missing-data",
                      say("has external data that cannot be read: {1}", file.error().message));
    const auto held = (*file)->bytes();
    const auto end = checkedAdd(offset, bytes);
    if (!end || *end > static_cast<std::int64_t>(held.size()))
        return faulty(type, dims, "missing-data",
                      say("has {1} bytes of external data at offset {2} of '{3}', which holds only {4}", bytes,
                          offset, location, held.size()));
    const auto part = held.subspan(std::size_t(offset), std::size_t(bytes));
    if (!isAligned(type, part) && !m_memory.take(bytes))
        return m_memory.refusal(
            say("a copy of its external data, whose offset {1} suits no {2}", offset, ir::dataTypeName(type)),
            bytes);
    auto tensor = tensorOver(type, dims, *file, part);
    if (!tensor) return faulty(type, dims, "tensor-limit", tensor.error().message);
    return ReadTensor{std::move(tensor).value(), {}, {}};
}

} // namespace edgewright::onnx
