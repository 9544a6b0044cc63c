// SPDX-License-Identifier: GPL-3.0-or-later
// Twenty pairs of a variant and its copy, as `measure` compares them: a verdict other than "same" is wrong.
#include "core/base/propagate.h"
#include "core/device/this_machine.h"
#include "core/measure/statistics.h"
#include "tests/bench/measurement.h"

namespace edgewright::bench {

namespace {

constexpr int Pairs = 20, Enough = 19;
constexpr double Seconds = 3; // of a pair at most

Result<measure::Comparison> comparisonOf(const Network& network, int threads, std::uint64_t seed) {
    ASSIGN_OR_RETURN(device::Variant variant, device::variantNamed("both"));
    variant = device::onThreads(std::move(variant), threads);
    device::Task task;
    task.typed = network.typed;
    task.history = network.history;
    task.feeds = network.feeds;
    task.variants = {variant, variant};
    task.variants.back().name += ", again";
    task.effort.seconds = Seconds;
    task.effort.seed = seed;
    task.profiledRuns = 0;
    ASSIGN_OR_RETURN(const auto record, device::measureHere(task));
    return device::compared(record->variants.front(), record->variants.back());
}

void run(Session& session) {
    Report& report = session.report;
    Table table({"network", "ratio", "at most off", "blocks", "verdict"});
    Json& rows = report.figures()["pairs"] = Json::array();
    int same = 0, made = 0;
    for (std::size_t i = 0; made < Pairs && i < session.cases.size() + Pairs && !session.cases.empty(); ++i) {
        const Case& each = session.cases[i % session.cases.size()];
        report.progress("[" + std::to_string(made + 1) + "/" + std::to_string(Pairs) + "] " + each.name);
        const auto network = openNetwork(each, 1);
        if (!network) continue;
        const auto found = comparisonOf(*network, session.threads, i + 1);
        if (!found) {
            report.line("left out: " + each.name + ": " + found.error().message);
            continue;
        }
        ++made;
        same += found->verdict == measure::Verdict::Same;
        table.add({each.name, cli::fixed(found->ratio, 4), cli::fixed(found->bound, 4),
                   std::to_string(found->blocks), measure::nameOf(found->verdict)});
        rows.push_back({{"network", each.name},
                        {"ratio", found->ratio},
                        {"bound", found->bound},
                        {"verdict", measure::nameOf(found->verdict)}});
    }
    report.print(table);
    if (made == Pairs)
        report.asked(std::to_string(Enough) + " of " + std::to_string(Pairs) +
                         " pairs of a variant and its copy are the same",
                     same >= Enough, std::to_string(same));
    else
        report.line("skipped: only " + std::to_string(made) + " pairs could be measured");
}

} // namespace

extern const Measurement identical_pairs{"identical_pairs",
                                         "variants beside their copies, as measure judges them", true, run};

} // namespace edgewright::bench
