// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/this_machine.h"

#include "core/base/file_text.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/base/temporary_folder.h"
#include "core/bundle/bundle.h"
#include "core/device/operator_times.h"
#include "core/device/prepared_task.h"
#include "core/device/variant_graph.h"
#include "core/exec/told_difference.h"
#include "core/exec/tolerance.h"
#include "core/measure/utc_date.h"

#include <filesystem>
#include <system_error>

namespace edgewright::device {

namespace {

// Hands the agent what it is to run, unless it has it; the file is gone at once.
Result<bundle::Digest> provide(remote::Session& session, const PreparedTask& prepared, bool isElsewhere,
                               const RunContext& run, const std::function<void(const std::string&)>& tell) {
    std::error_code failed;
    const std::filesystem::path place = std::filesystem::temp_directory_path(failed);
    if (failed) return badInput(say("there is no folder for temporary files: {1}", systemText(failed.value())));
    ASSIGN_OR_RETURN(const auto folder, TemporaryFolder::in(place, "edgewright-"));
    const std::filesystem::path file = folder.path() / "network.bundle";
    ASSIGN_OR_RETURN(const bundle::Written written, bundle::write(prepared.bundle, file));
    if (isElsewhere) tell(say("sending {1} MB", (written.bytes + 999'999) / 1'000'000));
    RETURN_IF_ERROR(session.provide(file, written, {run.stop, nullptr}));
    return written.digest;
}

void take(Record& record, const protocol::RunState& state) {
    record.before = state.before;
    record.after = state.after;
    record.end = state.end;
    record.seconds = state.seconds;
    for (std::size_t i = 0; i < record.variants.size() && i < state.variants.size(); ++i)
        static_cast<measure::MeasuredRun&>(record.variants[i]) = state.variants[i];
}

// As the executor told them, which may have been on another machine.
Result<std::vector<std::vector<exec::NodeTiming>>> timingsOf(const protocol::VariantRun& run,
                                                             const ir::Graph& graph) {
    const std::vector<NodeId>& order = graph.order();
    std::vector<std::vector<exec::NodeTiming>> timings;
    for (const std::vector<protocol::Call>& calls : run.profile) {
        std::vector<exec::NodeTiming>& timing = timings.emplace_back();
        for (const protocol::Call& call : calls) {
            if (call.node >= order.size() || calls.size() != run.profile.front().size())
                return badInput(say("the agent tells of operators that do not run"));
            timing.push_back({order[call.node], call.seconds * 1e6, call.start * 1e6});
        }
    }
    return timings;
}

std::vector<OutputAgreement> agreements(const protocol::VariantRun& run, const ir::Graph& graph,
                                        const exec::Tolerance& tolerance) {
    std::vector<OutputAgreement> outputs;
    for (std::size_t i = 0; i < run.differences.size() && i < graph.outputs.size(); ++i) {
        const protocol::OutputDifference& each = run.differences[i];
        const ir::DataType type = graph.value(graph.outputs[i]).type.dtype;
        outputs.push_back(
            {each.maxAbs, each.relNorm, each.identical, exec::agreesAsTold(each, type, tolerance)});
    }
    return outputs;
}

} // namespace

Result<std::shared_ptr<const Record>> measureWith(remote::Session& session, const Task& given,
                                                  const RunContext& run, const Listener& listener) {
    std::string doing;
    const auto tell = [&](const std::string& what) {
        if (std::exchange(doing, what) != what && listener.doing) listener.doing(what);
    };
    tell(say("preparing the network"));
    Task task = given;
    RETURN_IF_ERROR(complete(task, run, tell));
    ASSIGN_OR_RETURN(PreparedTask prepared, device::prepared(task, run));
    ASSIGN_OR_RETURN(prepared.order.digest, provide(session, prepared, !task.device.empty(), run, tell));

    auto record = std::make_shared<Record>();
    record->model = task.typed->opened->file.string();
    record->device = task.device;
    record->date = measure::utcNow();
    record->isa = session.welcome().isa;
    record->machine = session.welcome().machine;
    record->leftOut = task.leftOut;
    for (std::size_t i = 0; i < task.variants.size(); ++i) {
        VariantRecord& each = record->variants.emplace_back();
        each.variant = task.variants[i];
        each.weightBytes = weightBytesOf(*prepared.ran[i].graph);
        if (const pipeline::QuantizedNetwork* quantized = prepared.ran[i].quantized)
            each.calibratedOn = {quantized->source, quantized->samples, quantized->isRandom};
    }
    ASSIGN_OR_RETURN(const protocol::RunState state,
                     session.measure(prepared.order, run, [&](const protocol::Progress& progress) {
                         tell(progress.doing);
                         const auto& variants = progress.state.variants;
                         if (!listener.samples || variants.empty() || variants.front().blocks.empty()) return;
                         take(*record, progress.state);
                         listener.samples(*record);
                     }));
    take(*record, state);
    if (listener.samples) listener.samples(*record);
    const exec::Tolerance tolerance = exec::Tolerance::ofModel(*task.typed->graph);
    for (std::size_t i = 0; i < record->variants.size(); ++i)
        record->variants[i].outputs = agreements(state.variants[i], *prepared.ran[i].graph, tolerance);
    for (std::size_t i = 0; i < record->variants.size(); ++i) {
        ASSIGN_OR_RETURN(const auto timings, timingsOf(state.variants[i], *prepared.ran[i].graph));
        if (timings.empty()) continue; // stopped before
        record->variants[i].operators = operatorTimes(prepared.ran[i], timings, task.profiledQuantile);
        record->variants[i].profiledSeconds = measure::summaryOf(state.variants[i].profiledSeconds).median;
    }
    return std::shared_ptr<const Record>(std::move(record));
}

Result<std::shared_ptr<const Record>> measureHere(const Task& task, const RunContext& run,
                                                  const Listener& listener) {
    ASSIGN_OR_RETURN(const auto session, remote::Session::here(run));
    return measureWith(*session, task, run, listener);
}

} // namespace edgewright::device
