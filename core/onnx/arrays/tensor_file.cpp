// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/onnx/arrays/tensor_file.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/base/written_file.h"
#include "core/onnx/arrays/npy.h"
#include "core/onnx/graph_writer.h"
#include "core/onnx/reading/container_message.h"
#include "core/onnx/reading/tensor_reader.h"
#include "core/onnx/wire/message_file.h"
#include "core/onnx/wire/wire_reader.h"

#include <algorithm>
#include <climits>

namespace edgewright::onnx {

namespace {

using ir::Container;

constexpr std::int64_t LimitBytes = std::int64_t(1) << 36;
constexpr int MessageDepth = 16;

enum class Format { Proto, Npy };

Result<Format> formatOf(const std::filesystem::path& file) {
    std::string extension = file.extension().string();
    for (char& c : extension)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (extension == ".pb") return Format::Proto;
    if (extension == ".npy") return Format::Npy;
    return badInput(say("has the extension '{1}'; expected .pb (ONNX tensor) or .npy (NumPy)", extension));
}

// `what`: "tensor", as ONNX calls it; `empty`: whether a message without a single byte is one.
template <typename Message>
Result<void> parse(const ir::MappedFile& file, Message& message, const char* what, bool empty) {
    if ((empty || !file.bytes().empty()) && parseMessage(file, message, MessageDepth)) return {};
    return badInput(
        say("is no ONNX {1}: {2}", what, outerFault(file.bytes()).value_or(say("its contents are damaged"))));
}

Result<NamedTensor> readTensorMessage(const ir::MappedFile& file, TensorReader& tensors) {
    pb::TensorProto proto;
    RETURN_IF_ERROR(parse(file, proto, "tensor", false));
    std::string name = proto.name();
    ASSIGN_OR_RETURN(auto read, tensors.read(proto));
    if (!read.code.empty()) return faultOf(std::move(read));
    return NamedTensor{std::move(name), std::move(read.tensor)};
}

Result<NamedTensor> readProto(const ir::MappedFile& file, const std::filesystem::path& path,
                              const ir::TensorType& wanted) {
    if (file.bytes().size() > INT_MAX) return unsupported(say("is larger than 2 GiB, where protobuf ends"));
    MemoryBudget memory(LimitBytes);
    TensorReader tensors(path, LimitBytes, memory);
    if (wanted.container == Container::Tensor) return readTensorMessage(file, tensors);
    if (wanted.container == Container::Other)
        return unsupported(say("is a map, a sparse tensor or a nested value, which cannot be read"));
    if (wanted.container == Container::Sequence) {
        pb::SequenceProto proto;
        RETURN_IF_ERROR(parse(file, proto, "sequence", true));
        ASSIGN_OR_RETURN(auto value, readSequence(proto, wanted.dtype, tensors));
        return NamedTensor{proto.name(), std::move(value)};
    }
    pb::OptionalProto proto;
    RETURN_IF_ERROR(parse(file, proto, "optional", true));
    ASSIGN_OR_RETURN(auto value, readOptional(proto, wanted, tensors));
    return NamedTensor{proto.name(), std::move(value)};
}

Result<NamedTensor> read(const std::filesystem::path& file, Format format, const ir::TensorType& wanted) {
    ASSIGN_OR_RETURN(auto mapped, ir::MappedFile::open(file));
    if (format == Format::Proto) {
        auto named = readProto(*mapped, file, wanted);
        RETURN_IF_ERROR(mapped->intact());
        return named ? std::move(named) : Result<NamedTensor>(std::move(named).error().within(file.string()));
    }
    auto tensor = readNpy(mapped, mapped->bytes());
    if (!tensor) return std::move(tensor).error().within(file.string());
    return NamedTensor{{}, std::move(tensor).value()};
}

// As onnx.proto numbers the fields of a TensorProto.
enum TensorField : std::uint32_t { DimsField = 1, TypeField = 2, NameField = 8, DataLocationField = 14 };

Result<NamedType> protoType(std::span<const std::byte> bytes) {
    constexpr std::size_t MaxInByte = 4;  // elements of two bits
    constexpr std::size_t MaxRank = 1024; // extents are kept, whatever the size of the file
    NamedType named;
    ir::Dims dims;
    bool isElsewhere = false;
    std::int32_t type = 0;
    WireReader reader(bytes);
    while (!reader.atEnd() && dims.size() <= MaxRank) {
        const auto field = reader.next();
        if (!field) return badInput(say("is no ONNX tensor: {1}", reader.fault()));
        if (field->number == DimsField && field->delimited) {
            for (WireReader packed(field->payload); !packed.atEnd() && dims.size() <= MaxRank;) {
                const auto extent = packed.varint();
                if (!extent) return badInput(say("has extents that cannot be read"));
                dims.push_back(static_cast<std::int64_t>(*extent));
            }
        } else if (field->number == DimsField) {
            dims.push_back(static_cast<std::int64_t>(field->value));
        } else if (field->number == TypeField) {
            type = static_cast<std::int32_t>(field->value);
        } else if (field->number == NameField) {
            named.name.assign(reinterpret_cast<const char*>(field->payload.data()), field->payload.size());
        } else if (field->number == DataLocationField) {
            isElsewhere = field->value == pb::TensorProto::EXTERNAL;
        }
    }
    if (dims.size() > MaxRank) return badInput(say("has more than {1} extents", MaxRank));
    const auto known = ir::dataTypeFromOnnx(type);
    const auto elements = checkedProduct(dims);
    const bool fits = elements && *elements >= 0 &&
                      (isElsewhere || static_cast<std::size_t>(*elements) / MaxInByte <= bytes.size());
    if (!known || *known == ir::DataType::Undefined || !fits ||
        std::ranges::any_of(dims, [](std::int64_t extent) { return extent < 0; }))
        return badInput(say("has a type or extents that the file is too short for"));
    named.type = ir::TensorType(*known, std::move(dims));
    return named;
}

std::size_t bytesOf(const ir::Tensor& value) {
    std::size_t total = value.bytes().size();
    for (const ir::Tensor& item : value.items())
        total += bytesOf(item);
    return total;
}

bool isComplete(const ir::Tensor& value) {
    for (const ir::Tensor& item : value.items())
        if (!isComplete(item)) return false;
    return value.hasData();
}

template <typename Message>
Result<void> writeMessage(const std::filesystem::path& file, const Message& proto) {
    if (proto.ByteSizeLong() > INT_MAX)
        return unsupported(say("the tensor is larger than 2 GiB, where protobuf ends"));
    return writeWhole(file, [&](int descriptor) { return proto.SerializeToFileDescriptor(descriptor); });
}

Result<void> writeProto(const std::filesystem::path& file, const std::string& name, const ir::Tensor& tensor) {
    if (bytesOf(tensor) > INT_MAX)
        return unsupported(say("the tensor is larger than 2 GiB, where protobuf ends"));
    if (tensor.isTensor()) {
        pb::TensorProto proto;
        writeTensor(tensor, name, proto);
        return writeMessage(file, proto);
    }
    if (tensor.container() == Container::Sequence) {
        pb::SequenceProto proto;
        writeSequence(tensor, name, proto);
        return writeMessage(file, proto);
    }
    pb::OptionalProto proto;
    writeOptional(tensor, name, proto);
    return writeMessage(file, proto);
}

} // namespace

Result<NamedTensor> readTensorFile(const std::filesystem::path& file) { return readTensorFile(file, {}); }

Result<NamedTensor> readTensorFile(const std::filesystem::path& file, const ir::TensorType& wanted) {
    const auto format = formatOf(file);
    if (!format) return Error(format.error()).within(file.string());
    return read(file, *format, wanted);
}

Result<NamedType> readTensorType(const std::filesystem::path& file) {
    const auto readAs = [&](Format format) -> Result<NamedType> {
        ASSIGN_OR_RETURN(const auto mapped, ir::MappedFile::open(file));
        NamedType named;
        if (format == Format::Proto) {
            ASSIGN_OR_RETURN(named, protoType(mapped->bytes()));
        } else {
            ASSIGN_OR_RETURN(named.type, npyType(mapped->bytes()));
        }
        RETURN_IF_ERROR(mapped->intact());
        return named;
    };
    const auto format = formatOf(file);
    auto named = format ? readAs(*format) : Result<NamedType>(format.error());
    return named ? std::move(named) : Result<NamedType>(std::move(named).error().within(file.string()));
}

Result<void> writeTensorFile(const std::filesystem::path& file, const std::string& name,
                             const ir::Tensor& tensor) {
    const auto format = formatOf(file);
    if (!format) return Error(format.error()).within(file.string());
    if (!isComplete(tensor))
        return badInput(say("a tensor without data cannot be written to {1}", file.string()));
    if (*format == Format::Proto) return writeProto(file, name, tensor);
    if (!tensor.isTensor())
        return unsupported(say("{1}: {2} cannot be written as NumPy file; .pb can hold it", file.string(),
                               tensor.type().text()));
    auto parts = npyParts(tensor);
    if (!parts) return std::move(parts).error().within(file.string());
    return writeWhole(file, [&](int descriptor) {
        return writeAll(descriptor, parts->header.data(), parts->header.size()) &&
               writeAll(descriptor, parts->data.bytes().data(), parts->data.bytes().size());
    });
}

} // namespace edgewright::onnx
