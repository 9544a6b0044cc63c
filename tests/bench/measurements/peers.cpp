// SPDX-License-Identifier: GPL-3.0-or-later
// Networks beside ONNX Runtime: fused by each, on as many threads, with the same inputs, in turns.
#include "core/exec/program.h"
#include "core/kernels/backend.h"
#include "core/onnx/tensor_file.h"
#include "tests/bench/measurement.h"
#include "tests/bench/peer.h"
#include "tests/bench/timing.h"

#include <optional>

#include <unistd.h>

namespace edgewright::bench {

namespace fs = std::filesystem;

namespace {

constexpr int Rounds = 3;
constexpr const char* BackendName = "onednn";

// Files that both sides read, gone when this is.
class SharedInputs {
public:
    SharedInputs() : m_folder(fs::temp_directory_path() / ("edgewright-bench-" + std::to_string(getpid()))) {
        std::error_code failed;
        fs::create_directories(m_folder, failed);
    }
    ~SharedInputs() {
        std::error_code failed;
        fs::remove_all(m_folder, failed);
    }
    SharedInputs(const SharedInputs&) = delete;
    SharedInputs& operator=(const SharedInputs&) = delete;

    Result<Json> write(const Network& network) const {
        Json files = Json::array();
        for (const auto& [id, tensor] : network.feeds) {
            const fs::path file = m_folder / ("input_" + std::to_string(files.size()) + ".pb");
            if (auto written = onnx::writeTensorFile(file, network.plain().value(id).name, tensor); !written)
                return std::move(written).error();
            files.push_back(file.string());
        }
        return files;
    }

private:
    fs::path m_folder;
};

struct Pair {
    Fastest ours, backend, theirs; // backend: our program with convolutions in oneDNN, where that is there
    bool convolutional = false;
};

// Runs of `program` until `patience` is at its end; the first one does not count.
Result<void> measure(exec::Program& program, const Network& network, const exec::RunOptions& options,
                     const Patience& patience, Fastest& fastest) {
    const Stopwatch watch;
    for (int done = -1; !patience.enough(watch.elapsed().wall, done); ++done) {
        const Stopwatch one;
        auto result = program.run(network.feeds, options);
        const Sample sample = sampleOf(one, options.threads);
        if (!result) return std::move(result).error();
        if (done >= 0) fastest.add(sample);
    }
    return {};
}

Result<Pair> compare(const Session& session, const Case& each, const SharedInputs& inputs, Peer& peer,
                     int threads, bool withBackend) {
    const auto network = openNetwork(each, 1);
    if (!network) return network.error();
    const auto files = inputs.write(*network);
    if (!files) return files.error();
    const Patience share{session.patience.seconds / Rounds, (session.patience.runs + Rounds - 1) / Rounds,
                         session.patience.limit / Rounds};
    const Json question{{"model", each.model.string()}, {"inputs", *files},   {"threads", threads},
                        {"seconds", share.seconds},     {"runs", share.runs}, {"limit", share.limit}};
    Pair pair;
    pair.convolutional = network->convolutional;
    exec::Program own(network->fused(), network->opsets());
    exec::Program other(network->fused(), network->opsets());
    exec::RunOptions kernels, backend;
    kernels.threads = backend.threads = threads;
    backend.backend = BackendName;
    for (int round = 0; round < Rounds; ++round) {
        if (auto done = measure(own, *network, kernels, share, pair.ours); !done)
            return std::move(done).error();
        if (withBackend && pair.convolutional)
            if (auto done = measure(other, *network, backend, share, pair.backend); !done)
                return std::move(done).error();
        const Json answer = peer.ask(question, 120);
        if (answer.contains("error")) return edgewright::unsupported(answer["error"].dump());
        const double seconds = answer.value("min", 0.0) / 1e3;
        // It says whether everything was disturbed, not how long that took.
        pair.theirs.add({answer.value("disturbed", false) ? 2 * seconds : seconds, seconds});
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
    if (const Json answer = peer.ask({{"version", true}}, 30); answer.contains("error")) {
        report.line("skipped: ONNX Runtime does not run: " + answer["error"].dump());
        return;
    } else {
        report.line("ONNX Runtime " + answer.value("version", std::string("?")) + ", " +
                    cli::counted(session.threads, "thread") + ", all graph optimisations");
    }
    const SharedInputs inputs;
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
        const auto pair = compare(session, each, inputs, peer, session.threads, loaded.has_value());
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

extern const Measurement peers;
const Measurement peers{"peers", "latency beside ONNX Runtime (--peers)", true, run};

} // namespace edgewright::bench
