// SPDX-License-Identifier: GPL-3.0-or-later
// The memory of the networks at hand: file order and best order, greedy and best plan, before and after fusion.
#include "core/pipeline/memory/memory_plan.h"
#include "tests/bench/measurement.h"
#include "tests/bench/timing.h"

#include <algorithm>
#include <cmath>

namespace edgewright::bench {

namespace {

using pipeline::MemoryPlan;

struct Sums {
    int plans = 0, tight = 0, lowered = 0;
    double slowest = 0;
    std::string loose, raised, slow;
};

double millis(double seconds) { return 1e3 * seconds; }

void add(std::string& list, const std::string& name) { list += (list.empty() ? "" : ", ") + name; }

// A plan that is missing is none of the smallest possible.
void fail(Session& session, const std::string& name, const Error& error, Sums& sums) {
    session.report.line("failed: " + name + ": " + error.message);
    ++sums.plans;
    add(sums.loose, name + " failed");
}

void measure(Session& session, const std::string& name, const ir::Graph& graph, const ir::Opsets& opsets,
             Table& table, Sums& sums) {
    pipeline::PlanOptions greedy, best;
    best.planner = "exact";
    best.scheduler = "exact";
    best.seconds = session.quick ? 2 : 10;
    const auto given = pipeline::plan(graph, opsets, greedy);
    const Stopwatch watch;
    const auto planned = pipeline::plan(graph, opsets, best);
    const double cpu = watch.elapsed().cpu;
    if (!given || !planned) return fail(session, name, (given ? planned.error() : given.error()), sums);
    const MemoryPlan &a = **given, &b = **planned;
    const auto ratio = [](std::int64_t peak, std::int64_t least) {
        return least > 0 ? static_cast<double>(peak) / static_cast<double>(least) : 1.0;
    };
    // Alignment may lift the optimum above the bytes alive: what is proven counts.
    const std::int64_t proven = std::max(b.lowerBound, b.solution.lowerBound);
    const bool tight = b.solution.peak <= proven;
    ++sums.plans;
    sums.tight += tight;
    sums.lowered += b.lowerBound < a.lowerBound;
    if (!tight) add(sums.loose, name + " " + cli::fixed(ratio(b.solution.peak, proven), 4));
    if (b.solution.peak > a.solution.peak || b.ordering.schedule.peak > b.ordering.givenPeak)
        add(sums.raised, name);
    if (cpu > 1) add(sums.slow, name + " " + cli::fixed(cpu, 1) + " s");
    sums.slowest = std::max(sums.slowest, cpu);
    table.add({name, std::to_string(a.liveness.problem.buffers.size()), cli::bytesText(a.sum),
               cli::bytesText(a.lowerBound), cli::bytesText(b.lowerBound),
               cli::fixed(ratio(b.lowerBound, a.lowerBound), 3),
               cli::fixed(ratio(a.solution.peak, a.lowerBound), 3),
               cli::fixed(ratio(b.solution.peak, b.lowerBound), 3), cli::fixed(millis(b.ordering.seconds), 1),
               cli::fixed(millis(b.seconds), 1)});
    session.report.figures().push_back({{"network", name},
                                        {"buffers", a.liveness.problem.buffers.size()},
                                        {"sum", a.sum},
                                        {"given_bound", a.lowerBound},
                                        {"best_bound", b.lowerBound},
                                        {"greedy_peak", a.solution.peak},
                                        {"best_peak", b.solution.peak},
                                        {"proven", proven},
                                        {"cpu_seconds", cpu}});
}

void run(Session& session) {
    Table table({"network", "buffers", "sum", "file order", "best order", "ratio", "greedy/bound", "best/bound",
                 "order ms", "plan ms"});
    session.report.figures() = Json::array();
    Sums sums;
    for (const Case& each : session.cases) {
        session.report.progress(each.name);
        auto opened = pipeline::open(each.model);
        if (!opened) {
            fail(session, each.name, opened.error(), sums);
            continue;
        }
        const auto typed = pipeline::type(*opened, {}, true);
        measure(session, each.name, *typed->graph, (*opened)->model->opsets, table, sums);
        const auto history = pipeline::fuse(*typed, {});
        if (history)
            measure(session, each.name + ", fused", (*history)->graph, (*history)->opsets, table, sums);
        else
            fail(session, each.name + ", fused", history.error(), sums);
    }
    if (sums.plans == 0) return;
    session.report.line(
        "\"file order\" and \"best order\" are lower bounds of the peak; greedy: by size, in file order");
    session.report.print(table);
    session.report.asked("the best plan is the smallest possible for at least 95 % of the plans",
                         sums.tight >= std::ceil(0.95 * sums.plans),
                         std::to_string(sums.tight) + " of " + std::to_string(sums.plans) +
                             (sums.loose.empty() ? "" : "; not: " + sums.loose));
    session.report.asked("in under 1 s each", sums.slow.empty(),
                         sums.slow.empty() ? "slowest " + cli::fixed(sums.slowest, 2) + " s" : sums.slow);
    session.report.asked("no order raises the peak", sums.raised.empty(),
                         sums.raised.empty() ? std::to_string(sums.lowered) + " of " +
                                                   std::to_string(sums.plans) + " are lowered"
                                             : sums.raised);
}

} // namespace

extern const Measurement memory_models{"memory_models", "plans and orders of the networks at hand", true, run};

} // namespace edgewright::bench
