// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/onnx/export.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/base/written_file.h"
#include "core/ir/storage/machine_memory.h"
#include "core/ir/storage/mapped_file.h"
#include "core/onnx/graph_writer.h"
#include "core/onnx/kept_fields.h"

#include <algorithm>
#include <array>
#include <climits>

namespace edgewright::onnx {

namespace {

constexpr std::int64_t FirstIrWithFunctions = 8;
constexpr std::int64_t FirstIrWithOverloads = 10;
// Until IR version 3 every initializer had to be an input too.
constexpr std::int64_t LastIrWithConstantInputs = 3;

// One protobuf file ends at 2 GiB; what is no weight needs some room, too.
constexpr std::size_t LargestWeightsInside = std::size_t(INT_MAX) - (std::size_t(64) << 20);

Error tooLarge(std::size_t bytes) {
    return unsupported(
        say("the model would have {1} bytes beside its large weights; protobuf ends at 2 GiB", bytes));
}

// Asked before any weight is copied.
std::size_t constantBytes(const ir::Graph& graph) {
    const ir::Connections connections(graph);
    std::size_t total = 0;
    for (std::size_t i = 0; i < graph.valueCount(); ++i) {
        const ir::Value& value = graph.value(ValueId(i));
        if (value.constant && !connections.consumers(value.id).empty()) total += value.constant->bytes().size();
    }
    return total;
}

void writeHeader(const ir::Model& model, pb::ModelProto& proto) {
    addKept(model.kept, proto);
    if (!model.producerName.empty()) proto.set_producer_name(model.producerName);
    if (!model.producerVersion.empty()) proto.set_producer_version(model.producerVersion);
    if (!model.domain.empty()) proto.set_domain(model.domain);
    if (model.modelVersion != 0) proto.set_model_version(model.modelVersion);
    if (!model.doc.empty()) proto.set_doc_string(model.doc);
    for (const auto& [key, value] : model.metadata) {
        auto& entry = *proto.add_metadata_props();
        entry.set_key(key);
        entry.set_value(value);
    }
}

// The IR version that came with an opset of the standard domain: onnx/docs/Versioning.md.
std::int64_t irOf(std::int64_t opset) {
    constexpr std::array<std::pair<std::int64_t, std::int64_t>, 10> Table{
        {{9, 4}, {10, 5}, {11, 6}, {12, 7}, {15, 8}, {19, 9}, {21, 10}, {23, 11}, {24, 12}, {25, 13}}};
    std::int64_t version = 3;
    for (const auto& [first, ir] : Table)
        if (opset >= first) version = ir;
    return version;
}

void writeVersions(const ir::Model& model, ir::Opsets opsets, const GraphWriter& writer,
                   pb::ModelProto& proto) {
    const bool functions = writer.wroteFunctions();
    std::int64_t version = model.irVersion > 0 ? model.irVersion : FirstIrWithFunctions;
    if (functions) version = std::max(version, FirstIrWithFunctions);
    if (writer.wroteOverloads()) version = std::max(version, FirstIrWithOverloads);
    if (const auto it = opsets.find(""); it != opsets.end() && it->second != model.opset())
        version = std::max(version, irOf(it->second));
    proto.set_ir_version(version);
    // The first IR versions knew no operator sets, and a file without any stays as it was.
    const bool needed = !opsets.empty() || version >= LastIrWithConstantInputs || functions;
    if (needed) {
        if (opsets.empty()) opsets.emplace("", model.opset());
        for (const std::string& domain : writer.domains())
            opsets.emplace(domain, 1);
    }
    for (const auto& [domain, number] : opsets) {
        auto& import = *proto.add_opset_import();
        import.set_domain(domain);
        import.set_version(number);
    }
}

void listConstantsAsInputs(pb::GraphProto& graph) {
    for (const auto& initializer : graph.initializer()) {
        auto& input = *graph.add_input();
        input.set_name(initializer.name());
        auto& type = *input.mutable_type()->mutable_tensor_type();
        type.set_elem_type(initializer.data_type());
        type.mutable_shape();
        for (const std::int64_t dim : initializer.dims())
            type.mutable_shape()->add_dim()->set_dim_value(dim);
    }
}

Result<void> writeBeside(const DataBeside& data, const std::filesystem::path& file) {
    return writeWhole(file, [&](int descriptor) {
        static constexpr std::array<std::byte, 4096> Zeros{};
        std::size_t at = 0;
        for (const auto& [offset, bytes] : data.parts) {
            if (!writeAll(descriptor, Zeros.data(), offset - at)) return false;
            if (!writeAll(descriptor, bytes.data(), bytes.size())) return false;
            at = offset + bytes.size();
        }
        return ir::mappedFilesIntact().has_value();
    });
}

// What the file holds; weights that go into a file of their own are in `beside`, which knows its name.
Result<void> fill(pb::ModelProto& proto, DataBeside& beside, const ir::Model& model, const ir::Graph& graph,
                  const ir::Opsets& opsets) {
    const bool split = model.externalData || constantBytes(graph) > LargestWeightsInside;
    GraphWriter writer(opsets, proto, split ? &beside : nullptr);
    writeHeader(model, proto);
    RETURN_IF_ERROR(writer.write(graph, *proto.mutable_graph()));
    writeVersions(model, opsets, writer, proto);
    if (proto.ir_version() <= LastIrWithConstantInputs) listConstantsAsInputs(*proto.mutable_graph());
    if (const std::size_t bytes = proto.ByteSizeLong(); bytes > INT_MAX) return tooLarge(bytes);
    return {};
}

Result<void> write(const ir::Model& model, const ir::Graph& graph, const ir::Opsets& opsets,
                   const std::filesystem::path& file) {
    DataBeside beside;
    std::filesystem::path data = file;
    data += ".data";
    beside.location = data.filename().string();
    pb::ModelProto proto;
    RETURN_IF_ERROR(fill(proto, beside, model, graph, opsets));
    if (!beside.parts.empty()) RETURN_IF_ERROR(writeBeside(beside, data));
    return writeWhole(file, [&](int descriptor) {
        return proto.SerializeToFileDescriptor(descriptor) && ir::mappedFilesIntact().has_value();
    });
}

} // namespace

Result<void> exportModel(const ir::Model& model, const ir::Graph& graph, const ir::Opsets& opsets,
                         const std::filesystem::path& file) {
    auto written =
        ir::withinMachineMemory(say("a model file"), [&] { return write(model, graph, opsets, file); });
    if (auto whole = ir::mappedFilesIntact(); !whole)
        return std::move(whole).error().within(say("writing {1}", file.string()));
    if (!written && !written.error().message.starts_with(file.string()))
        return std::move(written).error().within(say("writing {1}", file.string()));
    return written;
}

Result<std::int64_t> exportedBytes(const ir::Model& model, const ir::Graph& graph, const ir::Opsets& opsets) {
    const auto size = [&]() -> Result<std::int64_t> {
        DataBeside beside;
        beside.location = "model.onnx.data";
        pb::ModelProto proto;
        RETURN_IF_ERROR(fill(proto, beside, model, graph, opsets));
        std::size_t bytes = proto.ByteSizeLong();
        if (!beside.parts.empty()) bytes += beside.parts.back().first + beside.parts.back().second.size();
        return static_cast<std::int64_t>(bytes);
    };
    auto bytes = ir::withinMachineMemory(say("a model file"), size);
    if (auto whole = ir::mappedFilesIntact(); !whole) return std::move(whole).error();
    return bytes;
}

Result<void> exportModel(const ir::Model& model, const ir::Graph& graph, const std::filesystem::path& file) {
    return exportModel(model, graph, model.opsets, file);
}

} // namespace edgewright::onnx
