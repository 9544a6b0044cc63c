// SPDX-License-Identifier: GPL-3.0-or-later
// Networks beside ONNX Runtime: fused by each, on as many threads, with the same inputs, in turns.
#include "core/base/propagate.h"
#include "core/kernels/backend.h"
#include "tests/bench/measurement.h"
#include "tests/bench/peer_runs.h"

namespace edgewright::bench {

namespace {

constexpr const char* BackendName = "onednn";

struct Pair {
    Fastest ours, backend, theirs; // backend: our program with convolutions in oneDNN, where that is there
    bool convolutional = false;
};

Result<Pair> compare(const Session& session, const Case& each, const SharedFiles& shared, Peer& peer,
                     bool withBackend) {
    ASSIGN_OR_RETURN(const Network network, openNetwork(each, 1));
    ASSIGN_OR_RETURN(const Json files, shared.writeInputs(network.plain(), network.feeds));
    const Patience share = shareOf(session.patience);
    Pair pair;
    pair.convolutional = network.convolutional;
    exec::Program own(network.fused(), network.opsets());
    exec::Program other(network.fused(), network.opsets());
    exec::RunOptions kernels, backend;
    kernels.threads = backend.threads = session.threads;
    backend.backend = BackendName;
    for (int round = 0; round < Rounds; ++round) {
        RETURN_IF_ERROR(runFor(share, own, network.feeds, kernels, pair.ours));
        if (withBackend && pair.convolutional)
            RETURN_IF_ERROR(runFor(share, other, network.feeds, backend, pair.backend));
        RETURN_IF_ERROR(runPeerFor(share, peer, each.model, files, session.threads, pair.theirs));
    }
    return pair;
}

void run(Session& session) {
    Report& report = session.report;
    if (!session.peers) {
        report.line("skipped: --peers was not given");
        return;
    }
    Peer peer({"node", session.peerScript.string()});
    if (!isThere(peer, session)) return;
    const SharedFiles shared;
    const auto loaded = kernels::Backend::load(BackendName);
    if (!loaded) report.line("without oneDNN: " + loaded.error().message);
    Table table({"network", "ours ms", "oneDNN ms", "ORT ms", "ours / ORT", "oneDNN / ORT", "kind"});
    Json& rows = report.figures()["networks"] = Json::array();
    std::vector<double> convolutional, inOneDnn, others;
    std::vector<std::string> without;
    for (std::size_t i = 0; i < session.cases.size(); ++i) {
        const Case& each = session.cases[i];
        report.progress("[" + std::to_string(i + 1) + "/" + std::to_string(session.cases.size()) + "] " +
                        each.name);
        const auto pair = compare(session, each, shared, peer, loaded.has_value());
        if (!pair) {
            without.push_back(each.name + ": " + pair.error().message);
            continue;
        }
        const double ratio = pair->ours.milliseconds() / pair->theirs.milliseconds();
        (pair->convolutional ? convolutional : others).push_back(ratio);
        std::string backendText, backendRatio;
        Json row{{"network", each.name},
                 {"ours", timeJson(pair->ours)},
                 {"onnxruntime_ms", pair->theirs.milliseconds()},
                 {"ratio", ratio},
                 {"convolutional", pair->convolutional}};
        if (loaded && pair->convolutional) {
            inOneDnn.push_back(pair->backend.milliseconds() / pair->theirs.milliseconds());
            backendText = millisecondsText(pair->backend);
            backendRatio = cli::fixed(inOneDnn.back(), 2);
            row["onednn"] = timeJson(pair->backend);
            row["onednn_ratio"] = inOneDnn.back();
        }
        table.add({each.name, millisecondsText(pair->ours), backendText, millisecondsText(pair->theirs),
                   cli::fixed(ratio, 2), backendRatio, pair->convolutional ? "conv" : ""});
        rows.push_back(std::move(row));
    }
    report.print(table);
    for (const std::string& each : without)
        report.line("without comparison: " + each);
    for (const auto& [name, ratios] : {std::pair("convolutional networks", &convolutional),
                                       std::pair("convolutional networks in oneDNN", &inOneDnn),
                                       std::pair("recurrent networks, transformers and others", &others)}) {
        if (ratios->empty()) continue;
        const double mean = geometricMean(*ratios);
        report.line("ours / ONNX Runtime, geometric mean of " + std::to_string(ratios->size()) + " " + name +
                    ": " + cli::fixed(mean, 2));
        report.figures()[name] = mean;
    }
    const auto ask = [&](const std::string& what, const std::vector<double>& ratios, double most) {
        if (!ratios.empty())
            report.asked(what, geometricMean(ratios) <= most, cli::fixed(geometricMean(ratios), 2));
    };
    ask("convolutional networks take at most 0.9 x ONNX Runtime's time", convolutional, 0.9);
    if (!convolutional.empty()) {
        const double most = *std::ranges::max_element(convolutional);
        report.asked("none more than 1.25 x", most <= 1.25, cli::fixed(most, 2));
    }
    ask("with oneDNN at most 1.15 x", inOneDnn, 1.15);
}

} // namespace

extern const Measurement peers{"peers", "latency beside ONNX Runtime (--peers)", true, run};

} // namespace edgewright::bench
