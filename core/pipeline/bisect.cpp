// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/bisect.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/exec/executor.h"
#include "core/pipeline/check_data.h"
#include "core/pipeline/provenance.h"
#include "core/pipeline/study.h"

#include <algorithm>
#include <limits>

namespace edgewright::pipeline {

namespace {

using Outputs = std::vector<ir::Tensor>;
using Differences = std::vector<exec::Difference>; // of each output

class Bisection {
public:
    Bisection(const Typed& typed, const fusion::History& history, double tolerance, ir::Feeds feeds,
              const RunContext& run)
        : m_typed(typed), m_history(history), m_tolerance(tolerance), m_feeds(std::move(feeds)), m_run(run) {
        const auto provenance = provenanceOf(*typed.graph);
        for (const ValueId output : typed.graph->outputs)
            m_compares.push_back(provenance[output.index()].drawnBy.empty());
    }

    // Stretches end where a patch may change codes: within one, numbers must stay.
    Result<std::optional<BrokenBy>> find() {
        std::size_t begin = 0;
        while (begin < m_history.steps.size()) {
            std::size_t end = begin;
            while (end < m_history.steps.size() && !changesQuantizedValues(m_history.steps[end]))
                ++end;
            if (end == begin) {
                ++begin;
                continue;
            }
            ASSIGN_OR_RETURN(m_reference, outputsAt(begin));
            ASSIGN_OR_RETURN(auto found, differencesAt(end));
            if (breaks(found)) return search(begin, end, std::move(found));
            begin = end + 1;
        }
        return std::optional<BrokenBy>();
    }

private:
    Result<Outputs> outputsAt(std::size_t steps) const {
        if (m_run.stopped()) return cancelled();
        ASSIGN_OR_RETURN(const auto graph, fusion::graphAt(m_history, steps));
        const ir::Opsets& opsets = steps == 0 ? m_typed.opened->model->opsets : opsetsAfter(m_typed, m_history);
        ASSIGN_OR_RETURN(auto ran, exec::run(graph, opsets, m_feeds, {}, m_run));
        return std::move(ran.outputs);
    }

    Differences differencesOf(const Outputs& outputs) const {
        Differences result(m_reference.size());
        for (std::size_t i = 0; i < result.size() && i < outputs.size(); ++i)
            if (m_compares[i]) result[i] = exec::compare(outputs[i], m_reference[i]);
        return result;
    }

    // Where the graph behind so many steps cannot even run, the difference is infinite.
    Result<Differences> differencesAt(std::size_t steps) const {
        const auto outputs = outputsAt(steps);
        if (outputs) return differencesOf(*outputs);
        if (outputs.error().code == ErrorCode::Cancelled) return outputs.error();
        Differences result(m_reference.size());
        for (exec::Difference& each : result) {
            each.relNorm = each.maxAbs = each.maxRel = std::numeric_limits<double>::infinity();
            each.sameShape = false;
        }
        return result;
    }

    bool breaks(const Differences& differences) const {
        return !std::ranges::all_of(differences,
                                    [&](const exec::Difference& each) { return each.relNorm <= m_tolerance; });
    }

    // Good behind `good` steps, where the reference is from; broken behind `bad`, by `after`.
    Result<std::optional<BrokenBy>> search(std::size_t good, std::size_t bad, Differences after) const {
        Differences before = differencesOf(m_reference);
        while (bad - good > 1) {
            const std::size_t middle = good + (bad - good) / 2;
            ASSIGN_OR_RETURN(auto found, differencesAt(middle));
            const bool broken = breaks(found);
            (broken ? bad : good) = middle;
            (broken ? after : before) = std::move(found);
            m_run.report(static_cast<std::uint32_t>(good), static_cast<std::uint32_t>(bad));
        }
        std::size_t worst = 0;
        for (std::size_t i = 1; i < after.size(); ++i)
            if (after[i].relNorm > after[worst].relNorm) worst = i;
        const fusion::Step& step = m_history.steps[good];
        BrokenBy result;
        result.step = good;
        result.rule = step.rule;
        result.nodes = step.nodes;
        result.names = step.names;
        result.reason = step.reason;
        if (worst < after.size()) {
            result.output = m_typed.graph->value(m_typed.graph->outputs[worst]).name;
            result.before = before[worst];
            result.after = after[worst];
        }
        return std::optional<BrokenBy>(std::move(result));
    }

    const Typed& m_typed;
    const fusion::History& m_history;
    double m_tolerance;
    ir::Feeds m_feeds;
    const RunContext& m_run;
    std::vector<bool> m_compares; // by output: not those that follow from random numbers
    Outputs m_reference;
};

} // namespace

std::string BrokenBy::text() const {
    std::string list;
    for (const std::string& name : names)
        list += (list.empty() ? "" : ", ") + name;
    const std::string by = rule.empty() ? say("fused by hand") : rule;
    const std::string text =
        list.empty() ? say("step {1}: {2}", step + 1, by) : say("step {1}: {2} on {3}", step + 1, by, list);
    return reason.empty() ? text : say("{1}: {2}", text, reason);
}

Result<std::optional<BrokenBy>> bisect(const Typed& typed, const fusion::History& history,
                                       const CheckOptions& options, const std::string& data, double tolerance,
                                       const RunContext& run) {
    const CheckData all(typed, options);
    std::size_t index = 0;
    while (index < all.size() && !data.empty() && all.name(index) != data)
        ++index;
    if (index == all.size()) return badInput(say("there is no data '{1}' to bisect with", data));
    ASSIGN_OR_RETURN(auto feeds, all.feeds(index, run));
    auto found = Bisection(typed, history, tolerance, std::move(feeds), run).find();
    if (found && *found) (*found)->data = all.name(index);
    return found;
}

const BrokenBy* brokenBy(const Analysis& analysis) {
    if (!analysis.fusion || !analysis.broken || !*analysis.broken || analysis.isStale("broken")) return nullptr;
    return (*analysis.broken)->step < analysis.fusion->steps.size() ? &**analysis.broken : nullptr;
}

} // namespace edgewright::pipeline
