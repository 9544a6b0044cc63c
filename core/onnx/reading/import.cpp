// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/onnx/reading/import.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/ir/storage/machine_memory.h"
#include "core/ir/verify.h"
#include "core/onnx/kept_fields.h"
#include "core/onnx/reading/foreign_format.h"
#include "core/onnx/reading/function_library.h"
#include "core/onnx/reading/salvage.h"
#include "core/onnx/wire/message_file.h"

#include <algorithm>
#include <climits>
#include <utility>

namespace edgewright::onnx {

namespace {

// The newest that ONNX 1.22 defines; later ones usually still open.
constexpr std::int64_t NewestIr = 13;
constexpr std::int64_t NewestOpset = 27;
// Beyond this the number is no version but chance.
constexpr std::int64_t PlausibleVersion = 0xffff;

// One level of subgraph is graph, node and attribute to protobuf. Files may nest deeper than we accept, so that
// the error can say so, but not so deep that reading them would exhaust the stack.
int messageDepth(const ImportLimits& limits) { return 3 * std::max(limits.subgraphDepth, 1) * 16; }

std::string_view textOf(const ir::MappedFile& file) {
    return {reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()};
}

bool isBareGraph(const ir::MappedFile& file, const ImportLimits& limits) {
    pb::GraphProto graph;
    return parseMessage(file, graph, messageDepth(limits)) && graph.node_size() > 0 &&
           std::ranges::any_of(graph.node(), [](const auto& node) { return !node.op_type().empty(); });
}

Error notWhole(const std::string& why) {
    return badInput(say("is not an ONNX model, or only a part of one: {1}", why));
}

// Why the file cannot be read even in part.
std::optional<Error> notAModel(const ir::MappedFile& file, const ImportLimits& limits) {
    if (std::string text = textFormat(textOf(file)); !text.empty()) return badInput(std::move(text));
    if (auto cut = cutOffText(file.bytes(), pb::ModelProto::kGraphFieldNumber))
        return badInput(std::move(*cut));
    if (const auto fault = outerFault(file.bytes())) return notWhole(*fault);
    if (isBareGraph(file, limits))
        return badInput(say("holds a bare graph (GraphProto); expected a model (ModelProto), which names the "
                            "IR version and the operator sets around the graph"));
    return std::nullopt;
}

// A model that is damaged inside: what is whole of it is read, the rest is named.
Result<Diagnostics> readWhatIsWhole(const ir::MappedFile& file, pb::ModelProto& proto, const RunContext& run) {
    proto.Clear();
    Salvaged salvaged = salvage(file.bytes(), proto, run);
    if (run.stopped()) return cancelled();
    if (!proto.has_graph() || proto.graph().node_size() == 0)
        return notWhole(say("it holds no graph that can be read"));
    Diagnostics found;
    for (Damage& damage : salvaged.damages)
        found.push_back({Severity::Error,
                         "damaged",
                         say("{1} {2}; only its whole parts were read",
                             damage.place.empty() ? say("the model") : damage.place, damage.what),
                         {},
                         {},
                         damage.place});
    if (salvaged.count > salvaged.damages.size())
        found.push_back(
            {Severity::Error,
             "damaged",
             say("the model is damaged in {1} more places", salvaged.count - salvaged.damages.size()),
             {},
             {},
             say("model")});
    return found;
}

Result<void> checkModel(const pb::ModelProto& proto) {
    const auto plausible = [](std::int64_t version) { return version > 0 && version <= PlausibleVersion; };
    const bool opset =
        std::ranges::any_of(proto.opset_import(), [&](const auto& each) { return plausible(each.version()); });
    if (proto.has_ir_version() ? !plausible(proto.ir_version()) : !opset)
        return badInput(
            proto.has_ir_version()
                ? say("has the IR version {1}; expected an ONNX model with an IR version from 1 to {2}",
                      proto.ir_version(), NewestIr)
                : say("has neither an IR version nor an operator set; expected an ONNX model with an IR "
                      "version from 1 to {1}",
                      NewestIr));
    const auto& graph = proto.graph();
    if (graph.node_size() + graph.input_size() + graph.output_size() + graph.initializer_size() +
            graph.sparse_initializer_size() ==
        0)
        return badInput(say("has an empty graph: no node, input, output or initializer"));
    return {};
}

void readOpsets(const pb::ModelProto& proto, ir::Model& model, ImportState& state) {
    const auto note = [&](Severity severity, std::string code, std::string message) {
        state.found.push_back({severity, std::move(code), std::move(message), {}, {}, say("model")});
    };
    for (const auto& opset : proto.opset_import()) {
        const auto [it, isNew] = model.opsets.emplace(domainOf(opset.domain()), opset.version());
        if (!isNew && it->second != opset.version()) {
            note(Severity::Warning, "duplicate-opset",
                 say("the model imports the operator set {1} in two versions; the newer one counts",
                     inQuotes(opset.domain())));
            it->second = std::max(it->second, opset.version());
        }
    }
    if (!proto.has_ir_version()) note(Severity::Warning, "no-ir-version", say("the model names no IR version"));
    if (model.irVersion > NewestIr)
        note(Severity::Note, "newer-ir",
             say("the model has IR version {1}; the newest known one is {2}", model.irVersion, NewestIr));
    if (model.opsets.empty())
        note(Severity::Note, "no-opset", say("the model imports no operator set; version 1 is assumed"));
    if (model.opset() > NewestOpset)
        note(Severity::Note, "newer-opset",
             say("the model uses operator set {1}; the newest known one is {2}", model.opset(), NewestOpset));
    if (model.opset() < 1)
        note(Severity::Warning, "bad-opset",
             say("the model imports operator set version {1}; expected 1 or more", model.opset()));
    if (proto.training_info_size() > 0)
        note(Severity::Note, "not-read", say("the model has training information, which is not kept"));
}

ir::Model readHeader(pb::ModelProto& proto) {
    ir::Model model;
    model.irVersion = proto.ir_version();
    model.producerName = proto.producer_name();
    model.producerVersion = proto.producer_version();
    model.domain = proto.domain();
    model.modelVersion = proto.model_version();
    model.doc = proto.doc_string();
    model.kept = unknownFields(proto);
    for (const auto& entry : proto.metadata_props())
        model.metadata.emplace_back(entry.key(), entry.value());
    return model;
}

MemoryBudget budgetFor(const pb::ModelProto& proto, std::size_t fileBytes, const ImportLimits& limits) {
    if (limits.memoryBytes > 0) return MemoryBudget(limits.memoryBytes);
    std::size_t weights = 0;
    for (const auto& initializer : proto.graph().initializer())
        weights += initializer.raw_data().size();
    const std::size_t structure = fileBytes - std::min(fileBytes, weights);
    return MemoryBudget(
        std::min(openingLimit(static_cast<std::int64_t>(structure), static_cast<std::int64_t>(weights)),
                 ir::machineMemory()));
}

Result<Imported> readModel(pb::ModelProto& proto, const std::filesystem::path& path, MemoryBudget memory,
                           const RunContext& run, const ImportLimits& limits, Diagnostics damages) {
    TensorReader tensors(path, limits.tensorBytes, memory);
    if (limits.memoryBytes == 0) tensors.growWithFiles(WeightFactor);
    ImportState state{run, limits, memory, std::move(tensors), nullptr, std::move(damages), {}};
    ir::Model model = readHeader(proto);
    readOpsets(proto, model, state);
    state.opsets = model.opsets;
    FunctionLibrary functions(proto, state);
    state.functions = &functions;

    GraphReader reader(state, {});
    ASSIGN_OR_RETURN(model.graph, reader.read(*proto.mutable_graph()));
    model.externalData = state.tensors.readFilesBeside();
    if (run.stopped()) return cancelled();
    for (Diagnostic& found : state.hierarchies.findings())
        state.found.push_back(std::move(found));
    for (Diagnostic& found : ir::verify(model.graph))
        if (!state.explained.contains({found.code, found.place})) state.found.push_back(std::move(found));
    return Imported{std::make_shared<const ir::Model>(std::move(model)), std::move(state.found), memory};
}

Result<Imported> importMapped(const ir::MappedFile& file, const std::filesystem::path& path,
                              const RunContext& run, const ImportLimits& limits) {
    const std::size_t size = file.bytes().size();
    if (size == 0) return badInput(say("is empty; expected an ONNX model"));
    if (std::string foreign = foreignFormat(textOf(file)); !foreign.empty())
        return badInput(std::move(foreign));
    if (std::cmp_greater(size, limits.fileBytes))
        return badInput(say("has {1} bytes, more than the limit of {2}", size, limits.fileBytes));
    if (size > INT_MAX)
        return unsupported(say(
            "has {1} bytes; protobuf ends at 2 GiB, larger models need their weights as external data", size));
    pb::ModelProto proto;
    const bool parsed = parseMessage(file, proto, messageDepth(limits), run);
    if (run.stopped()) return cancelled();
    Diagnostics damages;
    if (!parsed || !proto.has_graph()) {
        if (auto error = notAModel(file, limits)) return std::move(*error);
        if (parsed) return notWhole(say("it holds no graph"));
        ASSIGN_OR_RETURN(damages, readWhatIsWhole(file, proto, run));
    }
    RETURN_IF_ERROR(checkModel(proto));
    return readModel(proto, path, budgetFor(proto, size, limits), run, limits, std::move(damages));
}

} // namespace

Result<Imported> importModel(const std::filesystem::path& file, const RunContext& run,
                             const ImportLimits& limits) {
    ASSIGN_OR_RETURN(auto mapped, ir::MappedFile::open(file));
    auto imported =
        ir::withinMachineMemory(say("opening"), [&] { return importMapped(*mapped, file, run, limits); });
    if (!imported && imported.error().code == ErrorCode::Cancelled) return imported;
    RETURN_IF_ERROR(ir::mappedFilesIntact());
    if (!imported) return std::move(imported).error().within(file.string());
    return imported;
}

} // namespace edgewright::onnx
