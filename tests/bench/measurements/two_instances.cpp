// SPDX-License-Identifier: GPL-3.0-or-later
// Two instances of a network at once: each on a thread of its own, pinned to a processor of its own, beside
// both in turn on one pool of two threads; the same of ONNX Runtime, whose pair are two processes. What counts
// is the number of runs a second, of both together.
#include "core/base/propagate.h"
#include "core/kernels/own_threads.h"
#include "tests/bench/measurement.h"
#include "tests/bench/peer_runs.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <barrier>
#include <optional>
#include <thread>

#include <sched.h>

namespace edgewright::bench {

namespace {

constexpr int Instances = 2;
using Rates = std::vector<double>; // runs a second, by round

// The first ones that this process may run on.
std::vector<int> processorsOf(int count) {
    cpu_set_t mine;
    CPU_ZERO(&mine);
    std::vector<int> processors;
    if (sched_getaffinity(0, sizeof mine, &mine) != 0) return processors;
    for (int each = 0; each < CPU_SETSIZE && std::ssize(processors) < count; ++each)
        if (CPU_ISSET(each, &mine)) processors.push_back(each);
    return processors;
}

double median(Rates rates) {
    std::ranges::sort(rates);
    return rates[rates.size() / 2];
}

Result<double> pinned(const Network& network, double seconds, const std::vector<int>& processors) {
    std::array<std::optional<Error>, Instances> failures;
    std::array<double, Instances> rates{};
    std::barrier begin(Instances);
    std::vector<std::jthread> instances;
    for (int i = 0; i < Instances; ++i)
        instances.emplace_back([&, i] {
            const auto place = static_cast<std::size_t>(i);
            kernels::OwnThreads own(1);
            own.use();
            own.pin(pthread_self(), std::span(processors).subspan(place, 1));
            exec::Program program(network.fused(), network.opsets());
            auto first = program.run(network.feeds, {});
            begin.arrive_and_wait();
            if (!first) {
                failures[place] = first.error();
                return;
            }
            const Stopwatch watch;
            int done = 0;
            do {
                if (auto result = program.run(network.feeds, {}); !result) {
                    failures[place] = result.error();
                    return;
                }
                ++done;
            } while (watch.elapsed().wall < seconds);
            rates[place] = done / watch.elapsed().wall;
        });
    instances.clear();
    for (const std::optional<Error>& each : failures)
        if (each) return *each;
    return rates[0] + rates[1];
}

Result<double> shared(const Network& network, double seconds) {
    exec::Program first(network.fused(), network.opsets()), second(network.fused(), network.opsets());
    exec::RunOptions options;
    options.threads = Instances;
    for (exec::Program* const each : {&first, &second})
        if (auto result = each->run(network.feeds, options); !result) return std::move(result).error();
    const Stopwatch watch;
    int done = 0;
    do {
        for (exec::Program* const each : {&first, &second})
            if (auto result = each->run(network.feeds, options); !result) return std::move(result).error();
        done += Instances;
    } while (watch.elapsed().wall < seconds);
    return done / watch.elapsed().wall;
}

// Runs a second of the peers together, which are asked at once.
Result<double> peerRate(std::span<Peer> peers, const std::filesystem::path& model, const Json& inputs,
                        int threads, double seconds) {
    std::vector<Json> answers(peers.size());
    std::vector<std::jthread> asking;
    for (std::size_t i = 0; i < peers.size(); ++i)
        asking.emplace_back([&, i] {
            answers[i] = peers[i].ask({{"model", model.string()},
                                       {"inputs", inputs},
                                       {"threads", threads},
                                       {"seconds", seconds},
                                       {"runs", 1},
                                       {"limit", seconds}},
                                      120);
        });
    asking.clear();
    double rate = 0;
    for (const Json& answer : answers) {
        if (answer.contains("error")) return edgewright::unsupported(answer["error"].dump());
        rate += answer.value("samples", 0.0) / answer.value("spent", seconds);
    }
    return rate;
}

struct Compared {
    Rates pinned, shared, theirPinned, theirShared;
    double ratio() const { return median(pinned) / median(shared); }
    double theirRatio() const { return median(theirPinned) / median(theirShared); }
};

Result<Compared> compare(const Session& session, const Case& each, const SharedFiles& files,
                         std::span<Peer> alone, Peer& both, const std::vector<int>& processors) {
    ASSIGN_OR_RETURN(const Network network, openNetwork(each, 1));
    Json inputs;
    if (!alone.empty()) {
        ASSIGN_OR_RETURN(inputs, files.writeInputs(network.plain(), network.feeds));
        // They open it, one after the other.
        for (Peer& peer : alone)
            RETURN_IF_ERROR(peerRate(std::span(&peer, 1), each.model, inputs, 1, 0));
    }
    const double seconds = session.patience.seconds;
    Compared made;
    for (int round = 0; round < Rounds; ++round) {
        ASSIGN_OR_RETURN(const double apart, pinned(network, seconds, processors));
        made.pinned.push_back(apart);
        ASSIGN_OR_RETURN(const double together, shared(network, seconds));
        made.shared.push_back(together);
        if (alone.empty()) continue;
        ASSIGN_OR_RETURN(const double theirApart, peerRate(alone, each.model, inputs, 1, seconds));
        made.theirPinned.push_back(theirApart);
        ASSIGN_OR_RETURN(const double theirs,
                         peerRate(std::span(&both, 1), each.model, inputs, Instances, seconds));
        made.theirShared.push_back(theirs);
    }
    return made;
}

void run(Session& session) {
    Report& report = session.report;
    const std::vector<int> processors = processorsOf(Instances);
    if (processors.size() < Instances) {
        report.line("skipped: this process may run on one processor alone");
        return;
    }
    std::vector<Peer> alone;
    Peer both({"node", session.peerScript.string()});
    if (session.peers && isThere(both, session))
        for (const int processor : processors)
            alone.push_back(
                Peer({"taskset", "-c", std::to_string(processor), "node", session.peerScript.string()}));
    const SharedFiles files;
    Table table({"network", "pinned / s", "shared / s", "ratio", "ORT pinned / s", "shared / s", "ratio"});
    Json& rows = report.figures()["networks"] = Json::array();
    std::vector<double> ratios, theirs;
    for (const Case& each : session.cases) {
        report.progress(each.name);
        const auto made = compare(session, each, files, alone, both, processors);
        if (!made) {
            report.line("without comparison: " + each.name + ": " + made.error().message);
            continue;
        }
        ratios.push_back(made->ratio());
        Json row{{"network", each.name},
                 {"pinned", median(made->pinned)},
                 {"shared", median(made->shared)},
                 {"ratio", made->ratio()}};
        std::vector<std::string> cells{each.name, cli::fixed(median(made->pinned), 1),
                                       cli::fixed(median(made->shared), 1), cli::fixed(made->ratio(), 2)};
        if (alone.empty()) {
            cells.insert(cells.end(), 3, "");
        } else {
            theirs.push_back(made->theirRatio());
            row["onnxruntime_pinned"] = median(made->theirPinned);
            row["onnxruntime_shared"] = median(made->theirShared);
            row["onnxruntime_ratio"] = made->theirRatio();
            cells.insert(cells.end(),
                         {cli::fixed(median(made->theirPinned), 1), cli::fixed(median(made->theirShared), 1),
                          cli::fixed(made->theirRatio(), 2)});
        }
        table.add(cells);
        rows.push_back(std::move(row));
    }
    report.print(table);
    if (ratios.empty()) return;
    std::string measured = cli::fixed(geometricMean(ratios), 2);
    if (!theirs.empty()) measured += "; ONNX Runtime " + cli::fixed(geometricMean(theirs), 2);
    report.asked("two pinned instances have at least 1.2 x the throughput of a shared pool of two threads, "
                 "geometric mean",
                 geometricMean(ratios) >= 1.2, measured);
}

} // namespace

extern const Measurement two_instances{"two_instances", "two instances of a network, pinned or on one pool",
                                       true, run};

} // namespace edgewright::bench
