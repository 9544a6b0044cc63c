// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/agent/measured_run.h"

#include "core/agent/confined.h"
#include "core/agent/own_objects.h"
#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/same_bytes.h"
#include "core/exec/compare.h"
#include "core/exec/program.h"
#include "core/kernels/parallel.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <unordered_map>

namespace edgewright::agent {

using namespace protocol;

namespace {

// One variant, ready to run. Programs of the same graph share nothing but its weights.
class Runner {
public:
    Runner(const bundle::Bundle& bundle, const bundle::Program& program, const VariantOrder& variant,
           std::shared_ptr<const kernels::LoadedKernels> loaded, std::int64_t memoryLimitBytes)
        : m_given(program), m_program(*program.graph, program.opsets) {
        static_cast<kernels::KernelChoice&>(m_options) = variant.choice;
        m_options.loaded = std::move(loaded);
        m_options.memoryLimitBytes = memoryLimitBytes;
        m_options.arena = program.arena.get();
        for (std::size_t i = 0; i < program.graph->inputs.size(); ++i)
            m_feeds[program.graph->inputs[i]] = bundle.inputs[i];
        for (std::size_t i = 0; i < program.graph->order().size(); ++i)
            m_places[program.graph->order()[i]] = static_cast<std::uint32_t>(i);
    }

    Result<void> runOnce(bool profiled, const RunContext& run) {
        m_options.timeNodes = profiled;
        const RunContext quiet{run.stop, nullptr}; // the progress of one run is none of the measurement's
        ASSIGN_OR_RETURN(m_last, m_program.run(m_feeds, m_options, quiet));
        return {};
    }
    std::vector<Call> calls() const {
        std::vector<Call> calls;
        for (const exec::NodeTiming& each : m_last.timings)
            calls.push_back({m_places.at(each.node), each.microseconds * 1e-6, each.start * 1e-6});
        return calls;
    }
    double inputCopySeconds() const { return m_last.inputCopy.count(); }
    void tell(VariantRun& run, bool compares) const {
        run.peakBytes = m_last.peakBytes;
        run.valueBytes = m_last.valueBytes;
        run.arenaBytes = m_options.arena ? m_options.arena->arenaBytes : 0;
        run.allocations = m_last.allocations;
        run.operatorCalls = m_last.operatorCalls;
        if (!compares) return;
        const std::size_t outputs = std::min(m_given.expected.size(), m_last.outputs.size());
        for (std::size_t i = 0; i < outputs; ++i) {
            const ir::Tensor &actual = m_last.outputs[i], &expected = m_given.expected[i];
            const exec::Difference difference = exec::compare(actual, expected);
            run.differences.push_back(
                {difference.maxAbs, difference.relNorm, difference.sameShape,
                 actual.type() == expected.type() && areSameBytes(actual.bytes(), expected.bytes()),
                 difference.nonFinite});
        }
    }

private:
    const bundle::Program& m_given;
    exec::Program m_program;
    ir::Feeds m_feeds;
    exec::RunOptions m_options;
    std::unordered_map<NodeId, std::uint32_t> m_places;
    exec::RunResult m_last;
};

Result<void> profile(std::vector<std::unique_ptr<Runner>>& runners, RunState& state, const RunOrder& order,
                     const RunContext& run) {
    for (int i = 0; i < order.profiledRuns; ++i)
        for (std::size_t variant = 0; variant < runners.size(); ++variant) {
            if (run.stopped()) return {}; // the samples are there
            const measure::Stopwatch watch;
            RETURN_IF_ERROR(runners[variant]->runOnce(true, run));
            state.variants[variant].profiledSeconds.push_back(watch.elapsed().wall);
            state.variants[variant].profile.push_back(runners[variant]->calls());
            double& copying = state.variants[variant].inputCopySeconds; // of the run that was least disturbed
            copying = i == 0 ? runners[variant]->inputCopySeconds()
                             : std::min(copying, runners[variant]->inputCopySeconds());
        }
    return {};
}

void take(RunState& state, const measure::Samples& samples, const RunOrder& order) {
    state.end = samples.end;
    state.seconds = samples.seconds;
    for (std::size_t variant = 0; variant < state.variants.size(); ++variant) {
        VariantRun& each = state.variants[variant];
        each.first = samples.first[variant];
        each.warmups = samples.warmups[variant];
        each.blocks = samples.blocks[variant];
        each.disturbed = samples.disturbed(variant, order.variants[variant].choice.threads);
    }
}

void tellPace(RunState& state, const measure::Samples& samples) {
    const bool isLongEnough = samples.reference.size() >= measure::MinReferences;
    auto pace =
        measure::remembered(samples.reference, isLongEnough ? measure::paceHistory() : std::filesystem::path());
    if (!pace) pace = measure::remembered(samples.reference, {}); // a folder that cannot be written
    if (!pace) return;
    for (std::size_t variant = 0; variant < state.variants.size(); ++variant)
        state.variants[variant].pace = measure::seenBy(*pace, samples.reference, samples.wall(variant));
}

} // namespace

Result<RunState> measuredRun(const bundle::Bundle& bundle, const RunOrder& order, const RunContext& run,
                             const std::function<void(const RunState&)>& told,
                             const std::filesystem::path& objects) {
    if (order.variants.empty()) return badInput("there is no variant to run");
    ASSIGN_OR_RETURN(const auto confined, Confined::to(order.processors));
    std::vector<std::unique_ptr<Runner>> runners;
    std::vector<measure::Subject> subjects;
    for (const VariantOrder& variant : order.variants) {
        if (variant.program >= bundle.programs.size())
            return badInput("variant " + inQuotes(variant.name) + ": program " +
                            std::to_string(variant.program) + " of " + std::to_string(bundle.programs.size()));
        ASSIGN_OR_RETURN(auto loaded, loadOwn(objects, variant.choice.generated));
        runners.push_back(std::make_unique<Runner>(bundle, bundle.programs[variant.program], variant,
                                                   std::move(loaded), order.memoryLimitBytes));
        subjects.push_back({variant.name, [it = runners.back().get()](const RunContext& context) {
                                return it->runOnce(false, context);
                            }});
    }
    RunState state;
    state.variants.resize(runners.size());
    state.before = measure::conditionsNow();
    ASSIGN_OR_RETURN(const auto samples,
                     measure::sample(subjects, order.effort, run, [&](const measure::Samples& so) {
                         if (!told) return;
                         take(state, so, order);
                         told(state);
                     }));
    take(state, samples, order);
    tellPace(state, samples);
    state.after = measure::conditionsNow();
    if (const std::int64_t time = kernels::helperRoundTrip(); time > 0)
        state.after.roundTrip = static_cast<double>(time);
    for (std::size_t variant = 0; variant < runners.size(); ++variant)
        runners[variant]->tell(state.variants[variant], order.compares);
    if (auto profiled = profile(runners, state, order, run); !profiled && !run.stopped())
        return profiled.error();
    return state;
}

} // namespace edgewright::agent
