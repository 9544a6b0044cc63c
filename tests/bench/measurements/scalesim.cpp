// SPDX-License-Identifier: GPL-3.0-or-later
// How long everything takes that SCALE-Sim reports of ResNet-18, beside what SCALE-Sim takes.
//
// SCALE-Sim is not run. Its 251 s are those of v3 (1d62b68), Python 3.11, without traces, on one idle core of a
// Xeon, for the 21 layers of the ResNet-18 that it ships, 32x32 os, 64/64/64 kB, CALC. Nothing is scaled.
#include "core/cost/scalesim/scalesim.h"
#include "core/cost/systolic.h"
#include "tests/bench/measurement.h"
#include "tests/support/shared_files.h"

namespace edgewright::bench {

namespace {

constexpr double TheirSeconds = 251;
constexpr double WantedRatio = 10'000;

template <typename Work>
Fastest fastest(const Session& session, Work work) {
    Fastest best;
    double spent = 0;
    for (int runs = 0; !session.patience.enough(spent, runs); ++runs) {
        const Stopwatch watch;
        work();
        const Sample took = sampleOf(watch, 1);
        best.add(took);
        spent += took.wall;
    }
    return best;
}

void run(Session& session) {
    const std::string file = "golden/scalesim/topologies/Resnet18.csv";
    if (!std::filesystem::exists(test::sharedRoot() / file))
        return session.report.line("skipped: " + (test::sharedRoot() / file).string() + " is not there");
    const auto workload = cost::readTopology(test::sharedRoot() / file);
    if (!workload) return session.report.line("failed: " + workload.error().message);

    Table table({"dataflow", "cycles", "counts, ms", "all columns, ms", "of 251 s"});
    session.report.figures() = Json::array();
    for (const cost::Dataflow dataflow : {cost::Dataflow::OutputStationary, cost::Dataflow::WeightStationary,
                                          cost::Dataflow::InputStationary}) {
        cost::ScaleSimSetup setup;
        setup.accelerator.dataflow = dataflow;
        const std::string name(cost::dataflowName(dataflow));
        session.report.progress(name);
        const auto counted = cost::estimate(*workload, setup.accelerator);
        if (!counted) return session.report.line("failed: " + counted.error().message);
        const Fastest counts =
            fastest(session, [&] { static_cast<void>(cost::estimate(*workload, setup.accelerator)); });
        const Fastest all = fastest(session, [&] { static_cast<void>(cost::scaleSim(*workload, setup)); });
        const bool measured = dataflow == cost::Dataflow::OutputStationary;
        const double ratio = TheirSeconds / (all.milliseconds() * 1e-3);
        table.add({name, cli::grouped(counted->cycles), millisecondsText(counts), millisecondsText(all),
                   measured ? "1/" + cli::grouped(static_cast<std::int64_t>(ratio)) : ""});
        session.report.figures().push_back({{"dataflow", name},
                                            {"cycles", counted->cycles},
                                            {"counts", timeJson(counts)},
                                            {"all_columns", timeJson(all)}});
        if (measured)
            session.report.asked("ResNet-18, every column of SCALE-Sim's reports, 10 000 times as fast",
                                 ratio >= WantedRatio,
                                 cli::grouped(static_cast<std::int64_t>(ratio)) + " times");
    }
    session.report.line("ResNet-18 as SCALE-Sim ships it, 32x32, 64/64/64 kB, unlimited bandwidth");
    session.report.print(table);
}

} // namespace

extern const Measurement scalesim{"scalesim", "SCALE-Sim's reports of ResNet-18", false, run};

} // namespace edgewright::bench
