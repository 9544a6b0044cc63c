// SPDX-License-Identifier: GPL-3.0-or-later
// Networks that we quantize, in integer codes here, in ONNX Runtime, and in float32 here, in turns.
#include "core/base/propagate.h"
#include "core/onnx/export.h"
#include "core/pipeline/quantization/quantize.h"
#include "tests/bench/measurement.h"
#include "tests/bench/peer_runs.h"

namespace edgewright::bench {

namespace {

struct IntegerTimes {
    Fastest integers, float32, theirs;
};

Result<IntegerTimes> compareIntegers(const Session& session, std::size_t index, const SharedFiles& shared,
                                     Peer* peer) {
    const Case& each = session.cases[index];
    ASSIGN_OR_RETURN(const Network network, openNetwork(each, 1));
    bool given = false;
    const auto calibration = [&]() -> Result<std::optional<ir::Feeds>> {
        if (std::exchange(given, true)) return std::optional<ir::Feeds>();
        return std::optional(network.feeds);
    };
    ASSIGN_OR_RETURN(const auto quantized, pipeline::quantize(*network.typed, calibration));
    ASSIGN_OR_RETURN(const auto fused, pipeline::fuse(*quantized.typed, {}));
    const ir::Model& model = *quantized.typed->opened->model;
    const std::filesystem::path file =
        shared.folder() / ("quantized_" + std::to_string(index) + ".onnx"); // the peer keeps the last one
    RETURN_IF_ERROR(onnx::exportModel(model, *quantized.typed->graph, file));
    ASSIGN_OR_RETURN(const Json inputs, shared.writeInputs(network.plain(), network.feeds));

    const Patience share = shareOf(session.patience);
    exec::Program integers(fused->graph, fused->opsets), float32(network.fused(), network.opsets());
    exec::RunOptions options;
    options.threads = session.threads;
    IntegerTimes times;
    for (int round = 0; round < Rounds; ++round) {
        RETURN_IF_ERROR(runFor(share, integers, network.feeds, options, times.integers));
        RETURN_IF_ERROR(runFor(share, float32, network.feeds, options, times.float32));
        if (peer) RETURN_IF_ERROR(runPeerFor(share, *peer, file, inputs, session.threads, times.theirs));
    }
    return times;
}

void run(Session& session) {
    Report& report = session.report;
    Peer peer({"node", session.peerScript.string()});
    const bool compares = session.peers && isThere(peer, session);
    const SharedFiles shared;
    Table table({"network", "INT8 ms", "FP32 ms", "ORT INT8 ms", "INT8 / FP32", "INT8 / ORT"});
    Json& rows = report.figures()["networks"] = Json::array();
    std::vector<double> ofFloat, ofPeer;
    std::vector<std::string> without;
    for (std::size_t i = 0; i < session.cases.size(); ++i) {
        const Case& each = session.cases[i];
        report.progress(each.name);
        const auto times = compareIntegers(session, i, shared, compares ? &peer : nullptr);
        if (!times) {
            without.push_back(each.name + ": " + times.error().message);
            continue;
        }
        const double integers = times->integers.milliseconds();
        ofFloat.push_back(integers / times->float32.milliseconds());
        Json row{{"network", each.name},
                 {"integers", timeJson(times->integers)},
                 {"float32", timeJson(times->float32)},
                 {"float32_ratio", ofFloat.back()}};
        if (compares) {
            ofPeer.push_back(integers / times->theirs.milliseconds());
            row["onnxruntime_ms"] = times->theirs.milliseconds();
            row["onnxruntime_ratio"] = ofPeer.back();
        }
        table.add({each.name, millisecondsText(times->integers), millisecondsText(times->float32),
                   compares ? millisecondsText(times->theirs) : "", cli::fixed(ofFloat.back(), 2),
                   compares ? cli::fixed(ofPeer.back(), 2) : ""});
        rows.push_back(std::move(row));
    }
    report.print(table);
    for (const std::string& each : without)
        report.line("not measured: " + each);
    const auto ask = [&](const std::string& what, const char* key, const std::vector<double>& ratios,
                         double most) {
        if (ratios.empty()) return;
        const double mean = geometricMean(ratios);
        report.figures()[key] = mean;
        report.asked(what + " (geometric mean of " + std::to_string(ratios.size()) + ")", mean <= most,
                     cli::fixed(mean, 2));
    };
    ask("INT8 takes at most 0.65 x our FP32 time", "of_float32", ofFloat, 0.65);
    ask("INT8 takes at most 0.65 x ONNX Runtime's INT8 time", "of_onnxruntime", ofPeer, 0.65);
}

} // namespace

extern const Measurement integers{"integers", "networks in INT8 beside FP32 and ONNX Runtime (--peers)", true,
                                  run};

} // namespace edgewright::bench
