// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reports/arena_check.h"

#include "app/cli/json.h"
#include "app/cli/text.h"
#include "core/base/same_bytes.h"
#include "core/exec/widen_half.h"

#include <algorithm>

namespace edgewright::cli {

namespace {

bool sameBits(const ir::Tensor& a, const ir::Tensor& b) {
    if (a.container() != b.container() || a.dtype() != b.dtype() || a.dims() != b.dims()) return false;
    if (!a.isTensor()) return std::ranges::equal(a.items(), b.items(), sameBits);
    if (a.dtype() == ir::DataType::String) return a.strings() == b.strings();
    return areSameBytes(a.bytes(), b.bytes());
}

} // namespace

Result<ArenaFindings> judgeArena(const Console& console, const Execution& execution, exec::RunOptions options,
                                 const std::vector<ir::Tensor>& planned,
                                 const std::vector<ir::Tensor>& unplanned, bool guard) {
    ArenaFindings findings;
    findings.identical = std::ranges::equal(planned, unplanned, sameBits);
    findings.rounded = exec::hasHalves(execution.graph());
    if (!guard) return findings;
    options.guardArena = true;
    const auto guarded =
        exec::run(execution.graph(), execution.opsets(), execution.feeds, options, console.run());
    if (console.run().stopped()) return cancelled();
    // The same run has just succeeded without guards: whatever fails now is what they found.
    findings.guardsIntact = guarded.has_value();
    if (!guarded) findings.guardFault = guarded.error().message;
    return findings;
}

bool reportArena(const Console& console, const pipeline::MemoryPlan& plan, const exec::RunResult& run,
                 const ArenaFindings& findings, Json& document) {
    const std::int64_t arenaBytes = plan.solution.peak;
    const std::int64_t outside = run.valueBytes - arenaBytes; // of a size that only the run tells; sequences
    document["arena_bytes"] = arenaBytes;
    document["high_water_bytes"] = run.arenaReach;
    document["outside_bytes"] = outside;
    document["planner"] = plan.planner;
    document["schedule"] = plan.ordering.scheduler;
    document["identical"] = findings.identical;
    document["rounded_between_operators"] = findings.rounded;
    const std::string text =
        findings.identical ? say("arena    {1} by {2}, outputs identical to those without it, bit for bit",
                                 bytesText(arenaBytes), plan.planner)
                           : say("arena    {1} by {2}, outputs DIFFERENT from those without it, bit for bit",
                                 bytesText(arenaBytes), plan.planner);
    console.print(findings.rounded ? say("{1}, with the same arithmetic:", text) : text);
    if (findings.rounded)
        console.print(say("         both round to half precision after each operator; a run without --arena "
                          "keeps float32 there, and its outputs differ by these roundings"));
    const std::string used =
        say("         used up to byte {1} of {2}", grouped(run.arenaReach), grouped(arenaBytes));
    console.print(outside > 0 ? say("{1}, {2} beside it for what has no planned size", used, bytesText(outside))
                              : used);
    if (!findings.guardsIntact) return findings.identical;
    document["guards_intact"] = *findings.guardsIntact;
    if (!*findings.guardsIntact) document["guard_fault"] = findings.guardFault;
    console.print(*findings.guardsIntact ? say("guards   intact") : say("guards   {1}", findings.guardFault));
    return findings.identical && *findings.guardsIntact;
}

} // namespace edgewright::cli
