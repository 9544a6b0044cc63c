// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/generated_winners.h"

#include "core/agent/own_objects.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/exec/kernel_key.h"
#include "core/exec/lower.h"
#include "core/loopnest/c_source.h"
#include "core/loopnest/trials.h"

#include <algorithm>
#include <map>
#include <utility>

namespace edgewright::tuner {

namespace {

// A winner for the nodes of one graph.
struct Derived {
    std::shared_ptr<const ir::Graph> graph; // of its first node alone
    std::string label, schedule, source;
};

Result<Derived> derivedFor(const GeneratedWinner& winner, const ir::Graph& graph, const ir::Node& node,
                           const loopnest::Target& target) {
    Derived derived{aloneGraph(graph, node), node.label(), {}, {}};
    ASSIGN_OR_RETURN(loopnest::Computation given, loopnest::computationOf(*derived.graph));
    const auto computation = std::make_shared<const loopnest::Computation>(simplified(std::move(given)));
    ASSIGN_OR_RETURN(const loopnest::Schedule schedule,
                     loopnest::scheduleNamed(computation, target, winner.sketch, winner.choices));
    const auto nest = loopnest::Nest::of(schedule);
    if (!nest) return badInput(say("a schedule does not fit the machine: {1}", schedule.text()));
    derived.schedule = schedule.text();
    derived.source = loopnest::sourceOf(std::span(&*nest, 1));
    return derived;
}

// Reasons, each with the kernels that it keeps from running.
class Refusals {
public:
    void add(const std::string& why, const std::string& label) { m_labels[why].push_back(label); }
    std::vector<std::string> sentences() const {
        constexpr std::size_t MaxNames = 4;
        std::vector<std::string> sentences;
        for (const auto& [why, labels] : m_labels) {
            std::string names;
            for (std::size_t i = 0; i < std::min(MaxNames, labels.size()); ++i)
                names += (i > 0 ? ", " : "") + labels[i];
            if (labels.size() > MaxNames) names += ", …";
            sentences.push_back(
                sayCount(std::ssize(labels), "{1} generated kernel runs as the program's own ({2}): {3}",
                         "{1} generated kernels run as the program's own ({2}): {3}", names, why));
        }
        return sentences;
    }

private:
    std::map<std::string, std::vector<std::string>> m_labels;
};

// By key. Nodes with one key have the same kernel unless what it was generated for tells them apart: the bounds
// of a Clip, or the order in which a group's members are connected.
Result<std::map<std::string, Derived>> derivedOf(std::span<const GeneratedWinner> winners,
                                                 const ir::Graph& graph, const ir::Opsets& opsets,
                                                 Refusals& refused, const RunContext& run) {
    const exec::Lowered lowered = exec::lower(graph, opsets);
    const loopnest::Target target = loopnest::targetHere();
    std::map<std::string, Derived> all;
    std::map<std::string, std::pair<std::string, std::string>> none; // why, and the label of the first node
    for (const NodeId id : lowered.graph->order()) {
        if (run.stopped()) return cancelled();
        const ir::Node& node = lowered.graph->node(id);
        const std::string key = exec::kernelKey(*lowered.graph, node);
        const auto winner = std::ranges::find(winners, key, &GeneratedWinner::key);
        if (key.empty() || winner == winners.end() || none.contains(key)) continue;
        auto derived = derivedFor(*winner, *lowered.graph, node, target);
        if (!derived)
            none.emplace(key, std::pair(derived.error().message, node.label()));
        else if (const auto [known, isNew] = all.emplace(key, *derived);
                 !isNew && known->second.source != derived->source)
            none.emplace(
                key, std::pair(say("nodes with the same kernel on the same shapes compute different things"),
                               node.label()));
    }
    for (const auto& [key, why] : none) {
        all.erase(key);
        refused.add(why.first, why.second);
    }
    return all;
}

// Empty: it has the result of the program's own kernel.
Result<std::string> problemOf(const Derived& derived, const ir::Opsets& opsets,
                              const std::filesystem::path& object, const RunContext& run) {
    ASSIGN_OR_RETURN(const auto bench, loopnest::KernelBench::make(*derived.graph, opsets, run));
    loopnest::KernelTrialOptions once;
    once.samples = 0;
    ASSIGN_OR_RETURN(const auto tried, bench.measureObject(object, 1, once, run));
    switch (tried.kernels.front().end) {
    case loopnest::KernelEnd::Correct:
        return std::string();
    case loopnest::KernelEnd::Wrong:
        return say("its result is another one than that of the program's own kernel");
    case loopnest::KernelEnd::TimedOut:
        return say("it does not end");
    default:
        return say("it crashes");
    }
}

} // namespace

Result<ReadyKernels> readyKernels(std::span<const GeneratedWinner> winners, const ir::Graph& graph,
                                  const ir::Opsets& opsets, const Result<loopnest::Compiler>& compiler,
                                  const loopnest::ObjectCache& cache, const loopnest::CompileLimits& limits,
                                  const RunContext& run) {
    Refusals refused;
    ASSIGN_OR_RETURN(const auto derived, derivedOf(winners, graph, opsets, refused, run));
    ReadyKernels ready;
    std::optional<std::string> hangs; // what the compiler said when its time was over
    for (const auto& [key, each] : derived) {
        if (!compiler) {
            if (const auto made = cache.made(each.source))
                ready.kernels.push_back({key, made->stem().string(), each.schedule});
            else
                refused.add(compiler.error().message, each.label);
            continue;
        }
        if (hangs && !agent::isOwnObject(cache.placeOf(*compiler, each.source))) {
            refused.add(*hangs, each.label);
            continue;
        }
        bool isNew = false;
        const auto object = cache.object(*compiler, each.source, limits, {run.stop, nullptr}, &isNew);
        if (run.stopped()) return cancelled();
        if (!object) {
            if (object.error().code == ErrorCode::TimedOut) hangs = object.error().message;
            refused.add(object.error().message, each.label);
            continue;
        }
        if (isNew) {
            const auto problem = problemOf(each, opsets, *object, {run.stop, nullptr});
            if (run.stopped()) return cancelled();
            if (!problem || !problem->empty()) {
                std::error_code ignored;
                std::filesystem::remove(agent::sumOf(*object), ignored); // it is compiled, and looked at, anew
                refused.add(problem ? *problem : problem.error().message, each.label);
                continue;
            }
        }
        ready.kernels.push_back({key, object->stem().string(), each.schedule});
    }
    ready.remarks = refused.sentences();
    return ready;
}

Result<ReadyKernels> readyKernels(std::span<const GeneratedWinner> winners, const ir::Graph& graph,
                                  const ir::Opsets& opsets, const RunContext& run) {
    if (winners.empty()) return ReadyKernels();
    const auto compiler = loopnest::findCompiler({run.stop, nullptr});
    if (run.stopped()) return cancelled();
    const auto cache = loopnest::ObjectCache::here();
    if (!cache)
        return ReadyKernels{
            {},
            {sayCount(std::ssize(winners), "{1} generated kernel runs as the program's own: {2}",
                      "{1} generated kernels run as the program's own: {2}", cache.error().message)}};
    return readyKernels(winners, graph, opsets, compiler, *cache, {}, run);
}

} // namespace edgewright::tuner
