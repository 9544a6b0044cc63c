// SPDX-License-Identifier: GPL-3.0-or-later
// Fusing a network, beside the time in which ONNX Runtime opens and optimises it (--peers), in turns on
// one core. A machine that changes its pace between two turns changes both: the ratio is the median of the
// turns' own.
#include "tests/bench/measurement.h"
#include "tests/bench/peer.h"
#include "tests/bench/timing.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace edgewright::bench {

namespace {

constexpr double Asked = 0.3; // of ONNX Runtime's time
constexpr int Rounds = 9;
constexpr int RunsPerRound = 4;

struct Pair {
    Fastest ours, theirs;
    std::size_t before = 0, after = 0; // nodes
    std::vector<double> ratios;        // by round, once compared

    double ratio() {
        const auto middle = ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2);
        std::nth_element(ratios.begin(), middle, ratios.end());
        return *middle;
    }
};

Result<Pair> measure(const Case& each, Peer* peer, std::string& without) {
    auto opened = pipeline::open(each.model);
    if (!opened) return std::move(opened).error();
    const auto typed = pipeline::type(*opened, {}, true);
    Pair pair;
    for (int round = 0; round < Rounds; ++round) {
        Fastest now;
        for (int run = 0; run < RunsPerRound; ++run) {
            const Stopwatch watch;
            const auto history = pipeline::fuse(*typed, {});
            const Sample took = watch.elapsed();
            now.add(took);
            pair.ours.add(took);
            if (!history) return history.error();
            pair.before = typed->graph->nodeCount();
            pair.after = (*history)->graph.nodeCount();
        }
        if (!peer) continue;
        const Json answer = peer->ask({{"open", each.model.string()}, {"runs", RunsPerRound}}, 120);
        if (answer.contains("error")) {
            without = answer["error"].dump();
            peer = nullptr;
            continue;
        }
        const double seconds = answer.value("min", 0.0) / 1e3;
        pair.theirs.add({answer.value("disturbed", false) ? 2 * seconds : seconds, seconds});
        pair.ratios.push_back(now.milliseconds() / (1e3 * seconds));
    }
    return pair;
}

void run(Session& session) {
    Report& report = session.report;
    const OneCore here;
    Peer peer({"node", session.peerScript.string()});
    bool beside = session.peers;
    if (beside && peer.ask({{"version", true}}, 30).contains("error")) {
        report.line("ONNX Runtime does not run: without comparison");
        beside = false;
    }
    Table table({"network", "nodes", "fused", "fusing ms", "ORT opens ms", "ratio"});
    Json& rows = report.figures() = Json::array();
    std::string over;
    double worst = 0, logs = 0;
    int compared = 0;
    for (const Case& each : session.cases) {
        report.progress(each.name);
        std::string without;
        auto pair = measure(each, beside ? &peer : nullptr, without);
        if (!pair) {
            report.line("failed: " + each.name + ": " + pair.error().message);
            continue;
        }
        Json row{{"network", each.name},
                 {"nodes", pair->before},
                 {"nodes_fused", pair->after},
                 {"fusing", timeJson(pair->ours)}};
        std::string theirs, ratioText;
        if (!pair->ratios.empty()) {
            const double ratio = pair->ratio();
            theirs = cli::fixed(pair->theirs.milliseconds(), 2);
            ratioText = cli::fixed(ratio, 2);
            row["onnxruntime_ms"] = pair->theirs.milliseconds();
            row["ratio"] = ratio;
            worst = std::max(worst, ratio);
            logs += std::log(ratio);
            ++compared;
            if (ratio >= Asked) over += (over.empty() ? "" : ", ") + each.name + " " + ratioText;
        } else if (!without.empty()) {
            report.line("without comparison: " + each.name + ": " + without);
        }
        table.add({each.name, std::to_string(pair->before), std::to_string(pair->after),
                   millisecondsText(pair->ours), theirs, ratioText});
        rows.push_back(std::move(row));
    }
    if (table.empty()) return;
    report.print(table);
    if (compared == 0) return;
    report.line("fusing / opening in ONNX Runtime, geometric mean of " + std::to_string(compared) + ": " +
                cli::fixed(std::exp(logs / compared), 2));
    report.asked("fusing takes less than 0.3 x ONNX Runtime's opening", over.empty(),
                 over.empty() ? "worst " + cli::fixed(worst, 2) : over);
}

} // namespace

extern const Measurement fusing{"fusing", "fusing, beside opening in ONNX Runtime (--peers)", true, run};

} // namespace edgewright::bench
