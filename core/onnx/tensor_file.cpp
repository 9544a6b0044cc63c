// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/onnx/tensor_file.h"

#include "core/onnx/graph_writer.h"
#include "core/onnx/message_file.h"
#include "core/onnx/npy.h"
#include "core/onnx/tensor_reader.h"
#include "core/onnx/written_file.h"

#include <climits>

namespace edgewright::onnx {

namespace {

constexpr std::int64_t LimitBytes = std::int64_t(1) << 36;
constexpr int MessageDepth = 16;

enum class Format { Proto, Npy };

Result<Format> formatOf(const std::filesystem::path& file) {
    std::string extension = file.extension().string();
    for (char& c : extension)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (extension == ".pb") return Format::Proto;
    if (extension == ".npy") return Format::Npy;
    return badInput("has the extension '" + extension + "'; expected .pb (ONNX tensor) or .npy (NumPy)");
}

Result<NamedTensor> readProto(const MappedFile& file, const std::filesystem::path& folder) {
    if (file.bytes().size() > INT_MAX) return unsupported("is larger than 2 GiB, where protobuf ends");
    pb::TensorProto proto;
    if (file.bytes().empty() || !parseMessage(file, proto, MessageDepth))
        return badInput("is no ONNX tensor: " + outerFault(file.bytes()).value_or("its contents are damaged"));
    std::string name = proto.name();
    auto read = TensorReader(folder, LimitBytes).read(proto);
    if (!read) return std::move(read).error();
    if (!read->code.empty()) return badInput(read->fault);
    return NamedTensor{std::move(name), std::move(read->tensor)};
}

Result<NamedTensor> read(const std::filesystem::path& file, Format format) {
    auto mapped = MappedFile::open(file);
    if (!mapped) return std::move(mapped).error();
    if (format == Format::Proto) {
        auto named =
            readProto(**mapped, file.has_parent_path() ? file.parent_path() : std::filesystem::path("."));
        return named ? std::move(named) : Result<NamedTensor>(std::move(named).error().within(file.string()));
    }
    auto tensor = readNpy(*mapped);
    if (!tensor) return std::move(tensor).error().within(file.string());
    return NamedTensor{{}, std::move(tensor).value()};
}

Result<void> writeProto(const std::filesystem::path& file, const std::string& name, const ir::Tensor& tensor) {
    if (tensor.bytes().size() > INT_MAX)
        return unsupported("the tensor is larger than 2 GiB, where protobuf ends");
    pb::TensorProto proto;
    writeTensor(tensor, name, proto);
    if (proto.ByteSizeLong() > INT_MAX)
        return unsupported("the tensor is larger than 2 GiB, where protobuf ends");
    return writeWhole(file, [&](int descriptor) { return proto.SerializeToFileDescriptor(descriptor); });
}

} // namespace

Result<NamedTensor> readTensorFile(const std::filesystem::path& file) {
    const auto format = formatOf(file);
    if (!format) return Error(format.error()).within(file.string());
    return read(file, *format);
}

Result<void> writeTensorFile(const std::filesystem::path& file, const std::string& name,
                             const ir::Tensor& tensor) {
    const auto format = formatOf(file);
    if (!format) return Error(format.error()).within(file.string());
    if (!tensor.hasData()) return badInput("a tensor without data cannot be written to " + file.string());
    if (*format == Format::Proto) return writeProto(file, name, tensor);
    auto header = npyHeader(tensor);
    if (!header) return std::move(header).error().within(file.string());
    return writeWhole(file, [&](int descriptor) {
        return writeAll(descriptor, header->data(), header->size()) &&
               writeAll(descriptor, tensor.bytes().data(), tensor.bytes().size());
    });
}

} // namespace edgewright::onnx
