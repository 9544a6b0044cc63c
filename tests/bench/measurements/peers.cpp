// SPDX-License-Identifier: GPL-3.0-or-later
// Networks beside ONNX Runtime: fused by each, on one thread, with the same inputs, in turns.
#include "core/exec/program.h"
#include "core/onnx/tensor_file.h"
#include "tests/bench/child.h"
#include "tests/bench/measurement.h"
#include "tests/bench/timing.h"

#include <optional>

#include <unistd.h>

namespace edgewright::bench {

namespace fs = std::filesystem;

namespace {

constexpr int Rounds = 3;

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

// ONNX Runtime in a process of its own, which is started anew when it went away.
class Peer {
public:
    explicit Peer(fs::path script) : m_script(std::move(script)) {}

    // As the script says, or {"error": ...}.
    Json ask(const Json& question, double seconds) {
        if (!m_child) {
            auto child = Child::start({"node", m_script.string()});
            if (!child) return {{"error", child.error().message}};
            m_child = std::move(*child);
        }
        std::optional<std::string> answer;
        if (m_child->say(question.dump())) answer = m_child->hear(seconds);
        if (!answer) {
            m_child.reset();
            return {{"error", "it gave no answer"}};
        }
        Json parsed = Json::parse(*answer, nullptr, false);
        if (!parsed.is_object()) return {{"error", "not understood: " + *answer}};
        return parsed;
    }

private:
    fs::path m_script;
    std::optional<Child> m_child;
};

struct Pair {
    Fastest ours, theirs;
    bool convolutional = false;
};

Result<Pair> measure(const Session& session, const Case& each, const SharedInputs& inputs, Peer& peer) {
    const auto network = openNetwork(each, 1);
    if (!network) return network.error();
    const auto files = inputs.write(*network);
    if (!files) return files.error();
    const Patience share{session.patience.seconds / Rounds, (session.patience.runs + Rounds - 1) / Rounds,
                         session.patience.limit / Rounds};
    const Json question{{"model", each.model.string()},
                        {"inputs", *files},
                        {"seconds", share.seconds},
                        {"runs", share.runs},
                        {"limit", share.limit}};
    Pair pair;
    pair.convolutional = network->convolutional;
    exec::Program program(network->fused(), network->opsets());
    for (int round = 0; round < Rounds; ++round) {
        const Stopwatch watch;
        for (int done = -1; !share.enough(watch.elapsed().wall, done); ++done) {
            const Stopwatch one;
            auto result = program.run(network->feeds, {});
            const Sample sample = one.elapsed();
            if (!result) return std::move(result).error();
            if (done >= 0) pair.ours.add(sample);
        }
        const Json answer = peer.ask(question, 120);
        if (answer.contains("error")) return edgewright::unsupported(answer["error"].dump());
        const double seconds = answer.value("min", 0.0) / 1e3;
        // It says whether everything was disturbed, not how long that took.
        pair.theirs.add({seconds, answer.value("disturbed", false) ? 2 * seconds : seconds});
    }
    return pair;
}

void run(Session& session) {
    Report& report = session.report;
    if (!session.peers) {
        report.line("skipped: --peers was not given");
        return;
    }
    Peer peer(session.peerScript);
    if (const Json answer = peer.ask({{"version", true}}, 30); answer.contains("error")) {
        report.line("skipped: ONNX Runtime does not run: " + answer["error"].dump());
        return;
    } else {
        report.line("ONNX Runtime " + answer.value("version", std::string("?")) +
                    ", 1 thread, all graph optimisations");
    }
    const SharedInputs inputs;
    Table table({"network", "ours ms", "ORT ms", "ours / ORT", "kind"});
    Json& rows = report.figures()["networks"] = Json::array();
    std::vector<double> convolutional, others;
    std::vector<std::string> without;
    for (std::size_t i = 0; i < session.cases.size(); ++i) {
        const Case& each = session.cases[i];
        report.progress("[" + std::to_string(i + 1) + "/" + std::to_string(session.cases.size()) + "] " +
                        each.name);
        const auto pair = measure(session, each, inputs, peer);
        if (!pair) {
            without.push_back(each.name + ": " + pair.error().message);
            continue;
        }
        const double ratio = pair->ours.milliseconds() / pair->theirs.milliseconds();
        (pair->convolutional ? convolutional : others).push_back(ratio);
        table.add({each.name, millisecondsText(pair->ours), millisecondsText(pair->theirs),
                   cli::fixed(ratio, 2), pair->convolutional ? "conv" : ""});
        rows.push_back({{"network", each.name},
                        {"ours", timeJson(pair->ours)},
                        {"onnxruntime_ms", pair->theirs.milliseconds()},
                        {"ratio", ratio},
                        {"convolutional", pair->convolutional}});
    }
    report.print(table);
    for (const std::string& each : without)
        report.line("without comparison: " + each);
    for (const auto& [name, ratios] : {std::pair("convolutional networks", &convolutional),
                                       std::pair("recurrent networks, transformers and others", &others)}) {
        if (ratios->empty()) continue;
        const double mean = geometricMean(*ratios);
        report.line("ours / ONNX Runtime, geometric mean of " + std::to_string(ratios->size()) + " " + name +
                    ": " + cli::fixed(mean, 2));
        report.figures()[name] = mean;
    }
}

} // namespace

extern const Measurement peers;
const Measurement peers{"peers", "latency beside ONNX Runtime (--peers)", true, run};

} // namespace edgewright::bench
