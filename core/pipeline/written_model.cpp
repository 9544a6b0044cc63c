// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/written_model.h"

#include "core/base/file_text.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/base/temporary_folder.h"
#include "core/fusion/loadable_groups.h"
#include "core/onnx/export.h"
#include "core/ops/inference/merge_types.h"
#include "core/pipeline/study.h"

#include <algorithm>
#include <system_error>

namespace edgewright::pipeline {

namespace fs = std::filesystem;

namespace {

Result<void> exportFused(const Typed& typed, const fusion::History& history, const fs::path& file) {
    const ir::Model& model = *typed.opened->model;
    const ir::Opsets& opsets = opsetsAfter(typed, history);
    ir::Graph graph = fusion::withLoadableGroups(history.graph, opsets);
    if (opsets == model.opsets) fusion::keepForeignSubgraphs(graph, model.graph);
    return onnx::exportModel(model, graph, opsets, file);
}

bool isFault(const Diagnostic& found) {
    return found.severity == Severity::Error || found.code == "shape-mismatch";
}

std::string faultOfEnds(const ir::Graph& read, const std::vector<ValueId>& found, const ir::Graph& meant,
                        const std::vector<ValueId>& wanted, bool areInputs) {
    if (found.size() != wanted.size())
        return areInputs ? say("it has {1} inputs where {2} were meant", found.size(), wanted.size())
                         : say("it has {1} outputs where {2} were meant", found.size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (!read.contains(found[i]) || !meant.contains(wanted[i])) continue; // nothing to be typed
        const ir::Value &value = read.value(found[i]), &expected = meant.value(wanted[i]);
        if (value.name != expected.name)
            return areInputs ? say("input {1} is '{2}' where '{3}' was meant", i, value.name, expected.name)
                             : say("output {1} is '{2}' where '{3}' was meant", i, value.name, expected.name);
        if (auto fault = contradiction(value.name, value.type, expected.type); !fault.empty()) return fault;
    }
    return {};
}

} // namespace

std::string faultOfWritten(const Typed& read, const Typed& original, const ir::Graph& meant) {
    const ir::Graph& graph = *read.graph;
    if (auto fault = faultOfEnds(graph, graph.inputs, meant, meant.inputs, true); !fault.empty()) return fault;
    if (auto fault = faultOfEnds(graph, graph.outputs, meant, meant.outputs, false); !fault.empty())
        return fault;
    if (std::ranges::any_of(original.diagnostics, isFault)) return {}; // it has faults of its own
    const auto found = std::ranges::find_if(read.diagnostics, isFault);
    return found == read.diagnostics.end() ? std::string() : found->message;
}

std::string contradiction(const std::string& name, const ir::TensorType& actual,
                          const ir::TensorType& declared) {
    const bool known = actual.dtype != ir::DataType::Undefined && declared.dtype != ir::DataType::Undefined;
    const bool differs =
        actual.isTensor() && declared.isTensor()
            ? ops::mergeTypes(declared, actual).contradiction
            : known && (actual.dtype != declared.dtype || actual.container != declared.container);
    if (!differs) return {};
    return say("'{1}' is {2} where {3} is declared", name, actual.text(), declared.text());
}

Result<WrittenModel> writeFused(const Typed& typed, const fusion::History& history, const fs::path& file,
                                const RunContext& run) {
    RETURN_IF_ERROR(exportFused(typed, history, file));
    WrittenModel written;
    auto opened = open(file, run);
    if (!opened) return std::move(opened).error().within(say("reading back what was written"));
    written.opened = *std::move(opened);
    const auto read = type(written.opened, typed.bindings, false, run);
    if (run.stopped()) return cancelled();
    written.fault = faultOfWritten(*read, typed, history.graph);
    return written;
}

Result<void> saveFused(const Typed& typed, const fusion::History& history, const fs::path& file,
                       const RunContext& run) {
    return saveWhole(file, [&](const fs::path& there) -> Result<void> {
        ASSIGN_OR_RETURN(const WrittenModel written, writeFused(typed, history, there, run));
        return written.fault.empty() ? Result<void>() : internalError("read back, " + written.fault);
    });
}

Result<void> saveWhole(const fs::path& file, const std::function<Result<void>(const fs::path& there)>& write) {
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    ASSIGN_OR_RETURN(const auto temporary, TemporaryFolder::in(folder, ".edgewright-"));
    const fs::path there = temporary.path() / file.filename();
    if (auto written = write(there); !written) {
        Error error = std::move(written).error();
        if (error.code == ErrorCode::Internal)
            return std::move(error).within(say("{1} was not written", file.string()));
        // The one that was asked for had what happened there.
        if (const auto at = error.message.find(there.string()); at != std::string::npos)
            error.message.replace(at, there.string().size(), file.string());
        return error;
    }
    std::vector<fs::path> made; // the model itself last
    for (const fs::directory_entry& entry : fs::directory_iterator(temporary.path()))
        made.insert(entry.path().filename() == file.filename() ? made.end() : made.begin(), entry.path());
    for (const fs::path& each : made) {
        std::error_code failed;
        fs::rename(each, folder / each.filename(), failed);
        if (failed)
            return badInput(say("{1}: cannot be written: {2}", file.string(), systemText(failed.value())));
    }
    return {};
}

} // namespace edgewright::pipeline
