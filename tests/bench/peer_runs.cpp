// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/peer_runs.h"

#include "core/base/propagate.h"
#include "core/onnx/arrays/tensor_file.h"

#include <unistd.h>

namespace edgewright::bench {

namespace fs = std::filesystem;

SharedFiles::SharedFiles()
    : m_folder(fs::temp_directory_path() / ("edgewright-bench-" + std::to_string(getpid()))) {
    std::error_code failed;
    fs::create_directories(m_folder, failed);
}

SharedFiles::~SharedFiles() {
    std::error_code failed;
    fs::remove_all(m_folder, failed);
}

Result<Json> SharedFiles::writeInputs(const ir::Graph& graph, const ir::Feeds& feeds) const {
    Json files = Json::array();
    for (const auto& [id, tensor] : feeds) {
        const fs::path file = m_folder / ("input_" + std::to_string(files.size()) + ".pb");
        RETURN_IF_ERROR(onnx::writeTensorFile(file, graph.value(id).name, tensor));
        files.push_back(file.string());
    }
    return files;
}

bool isThere(Peer& peer, Session& session) {
    const Json answer = peer.ask({{"version", true}}, 30);
    if (answer.contains("error")) {
        session.report.line("skipped: ONNX Runtime does not run: " + answer["error"].dump());
        return false;
    }
    session.report.line("ONNX Runtime " + answer.value("version", std::string("?")) + ", " +
                        session.threadsText() + ", all graph optimisations");
    return true;
}

Patience shareOf(const Patience& patience) {
    return {patience.seconds / Rounds, (patience.runs + Rounds - 1) / Rounds, patience.limit / Rounds};
}

Result<void> runFor(const Patience& share, exec::Program& program, const ir::Feeds& feeds,
                    const exec::RunOptions& options, Fastest& fastest) {
    const Stopwatch watch;
    for (int done = -1; !share.enough(watch.elapsed().wall, done); ++done) {
        const Stopwatch one;
        auto result = program.run(feeds, options);
        const Sample sample = sampleOf(one, options.threads);
        if (!result) return std::move(result).error();
        if (done >= 0) fastest.add(sample);
    }
    return {};
}

Result<void> runPeerFor(const Patience& share, Peer& peer, const fs::path& model, const Json& inputs,
                        int threads, Fastest& fastest) {
    const Json answer = peer.ask({{"model", model.string()},
                                  {"inputs", inputs},
                                  {"threads", threads},
                                  {"seconds", share.seconds},
                                  {"runs", share.runs},
                                  {"limit", share.limit}},
                                 120);
    if (answer.contains("error")) return edgewright::unsupported(answer["error"].dump());
    const double seconds = answer.value("min", 0.0) / 1e3;
    // It says whether everything was disturbed, not how long that took.
    fastest.add({answer.value("disturbed", false) ? 2 * seconds : seconds, seconds});
    return {};
}

} // namespace edgewright::bench
