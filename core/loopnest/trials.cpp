// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loopnest/trials.h"

#include "core/agent/generated_run.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/bundle/bundle.h"
#include "core/exec/executor.h"
#include "core/ir/feeds/feeds.h"
#include "core/loopnest/c_source.h"
#include "core/loopnest/run_lines.h"
#include "core/remote/installed.h"
#include "core/remote/processes/child_output.h"

#include <algorithm>
#include <cmath>

namespace edgewright::loopnest {

namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t MaxChecked = std::int64_t(1) << 21; // products of the definition that are computed

// What the own kernel says must be what the definition says: at as many elements as are quick.
Result<void> checkDescription(const Computation& computation, const ir::Graph& graph, const ir::Feeds& feeds,
                              const ir::Tensor& output) {
    std::vector<std::span<const float>> operands;
    for (const ValueId id : graph.node(graph.order().front()).inputs) {
        const auto fed = feeds.find(id);
        const ir::Tensor* const tensor = fed != feeds.end() ? &fed->second
                                         : id.valid()       ? graph.value(id).known()
                                                            : nullptr;
        const bool isFloat = tensor && tensor->dtype() == ir::DataType::Float32;
        operands.push_back(isFloat ? tensor->as<float>() : std::span<const float>());
    }
    const std::int64_t terms = computation.iterations() / computation.output.elements();
    const auto points = std::clamp<std::int64_t>(MaxChecked / std::max<std::int64_t>(1, terms), 1,
                                                 computation.output.elements());
    const std::span<const float> own = output.as<float>();
    double error = 0, norm = 0;
    for (const auto& [element, value] : evaluatedSome(computation, operands, points)) {
        const double is = double(own[static_cast<std::size_t>(element)]);
        error += (is - double(value)) * (is - double(value));
        norm += double(value) * double(value);
    }
    const exec::Tolerance tolerance = exec::Tolerance::norm(1e-4);
    if (std::sqrt(error) <= tolerance.limit * std::sqrt(norm) + tolerance.floor * std::sqrt(double(points)))
        return {};
    return internalError(say("the loop nest of {1} is not what it computes", computation.text()));
}

} // namespace

Result<KernelBench> KernelBench::make(const ir::Graph& graph, const ir::Opsets& opsets, const RunContext& run) {
    ASSIGN_OR_RETURN(Computation given, computationOf(graph));
    std::error_code failed;
    const fs::path place = fs::temp_directory_path(failed);
    if (failed) return badInput(say("there is no folder for temporary files: {1}", failed.message()));
    ASSIGN_OR_RETURN(TemporaryFolder folder, TemporaryFolder::in(place, "edgewright-"));
    KernelBench bench(std::move(folder), exec::Tolerance::ofModel(graph));
    ASSIGN_OR_RETURN(ir::Feeds feeds, ir::seededFeeds(graph, 1, {run.stop, nullptr}));
    bundle::Bundle bundle;
    for (const ValueId id : graph.inputs)
        bundle.inputs.push_back(feeds.at(id));
    ASSIGN_OR_RETURN(auto ran, exec::run(graph, opsets, feeds, {}, {run.stop, nullptr}));
    RETURN_IF_ERROR(checkDescription(given, graph, feeds, ran.outputs.at(0)));
    bundle::Program program{"kernel", std::make_shared<const ir::Graph>(graph), opsets, nullptr};
    program.expected = std::move(ran.outputs);
    bundle.programs.push_back(std::move(program));
    bench.m_bundle = bench.m_folder.path() / "kernel.bundle";
    RETURN_IF_ERROR(bundle::write(bundle, bench.m_bundle));
    bench.m_computation = std::make_shared<const Computation>(simplified(std::move(given)));
    return bench;
}

Result<KernelTrials> KernelBench::measure(const Compiler& compiler, const ObjectCache& cache,
                                          std::span<const Schedule> schedules,
                                          const KernelTrialOptions& options, const RunContext& run) const {
    KernelTrials trials;
    std::vector<Nest> nests;
    for (const Schedule& each : schedules) {
        const auto nest = Nest::of(each);
        if (!nest) return badInput(say("a schedule does not fit the machine: {1}", each.text()));
        nests.push_back(*nest);
    }
    const Clock::time_point start = Clock::now();
    auto object = cache.object(compiler, sourceOf(nests), options.compiling, run, &trials.compiled);
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (run.stopped()) return cancelled();
    if (!object && schedules.size() == 1) {
        // One that takes the compiler too long or too much is a trial that failed.
        const bool isCompilers = object.error().code == ErrorCode::TimedOut;
        if (!isCompilers) return std::move(object).error();
        trials.kernels.push_back({KernelEnd::NotCompiled, {}, 0});
        trials.compileSeconds = seconds;
        return trials;
    }
    if (!object && object.error().code != ErrorCode::TimedOut) return std::move(object).error();
    if (object) {
        ASSIGN_OR_RETURN(KernelTrials measured, measureObject(*object, schedules.size(), options, run));
        measured.compiled = trials.compiled;
        measured.compileSeconds = seconds;
        return measured;
    }
    // Which of several it is, each by itself tells.
    for (const Schedule& each : schedules) {
        ASSIGN_OR_RETURN(KernelTrials one, measure(compiler, cache, std::span(&each, 1), options, run));
        trials.kernels.push_back(std::move(one.kernels.front()));
        if (trials.own.empty()) trials.own = std::move(one.own);
        trials.compileSeconds += one.compileSeconds;
    }
    return trials;
}

Result<KernelTrials> KernelBench::measureObject(const fs::path& object, std::size_t kernels,
                                                const KernelTrialOptions& options,
                                                const RunContext& run) const {
    ASSIGN_OR_RETURN(const fs::path program, remote::agentHere());
    KernelTrials trials;
    trials.kernels.resize(kernels);
    agent::GeneratedOrder order{m_bundle, object, {}, options.threads, options.samples, {}};
    ASSIGN_OR_RETURN(order.folder, remote::agentFolderHere());
    for (std::size_t i = 0; i < kernels; ++i)
        order.kernels.push_back(static_cast<std::int64_t>(i));
    while (true) {
        RunLines lines(trials, m_tolerance);
        std::vector<std::string> words{program.string(), "--generated"};
        std::ranges::copy(agent::wordsOf(order), std::back_inserter(words));
        ASSIGN_OR_RETURN(remote::Child child, remote::Child::start(words));
        child.closeInput();
        ASSIGN_OR_RETURN(const bool timedOut, lines.readFrom(child, options.patience, run));
        if (lines.isDone()) {
            for (KernelOutcome& each : trials.kernels)
                if (each.end != KernelEnd::Correct) each.seconds.clear();
            return trials;
        }
        const auto lost = lines.running();
        if (!lost || std::ranges::count(order.kernels, *lost) == 0) {
            if (timedOut)
                return Error{ErrorCode::TimedOut,
                             say("the agent that runs generated kernels does not answer for "
                                 "{1} s",
                                 options.patience.count() / 1000)};
            return badInput(say("the agent that runs generated kernels has ended: {1}",
                                remote::lastLineOf(child.errors())));
        }
        // Samples are taken anew with those that are left.
        trials.own.clear();
        for (KernelOutcome& each : trials.kernels)
            each.seconds.clear();
        trials.kernels[static_cast<std::size_t>(*lost)] = {
            timedOut ? KernelEnd::TimedOut : KernelEnd::Crashed, {}, 0};
        std::erase(order.kernels, *lost);
    }
}

} // namespace edgewright::loopnest
