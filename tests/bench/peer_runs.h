// SPDX-License-Identifier: GPL-3.0-or-later
// The same network here and in ONNX Runtime, in turns, from files that both read.
#pragma once

#include "core/exec/program.h"
#include "tests/bench/peer.h"
#include "tests/bench/session.h"

#include <filesystem>

namespace edgewright::bench {

constexpr int Rounds = 3; // of turns

// Gone when this is.
class SharedFiles {
public:
    SharedFiles();
    ~SharedFiles();
    SharedFiles(const SharedFiles&) = delete;
    SharedFiles& operator=(const SharedFiles&) = delete;

    const std::filesystem::path& folder() const { return m_folder; }
    // Their paths, for runPeerFor().
    Result<Json> writeInputs(const ir::Graph& graph, const ir::Feeds& feeds) const;

private:
    std::filesystem::path m_folder;
};

// True if ONNX Runtime runs; the report says which, or why not.
bool isThere(Peer& peer, Session& session);

// The patience of one round.
Patience shareOf(const Patience& patience);
// Runs until `share` is at its end; the first one does not count.
Result<void> runFor(const Patience& share, exec::Program& program, const ir::Feeds& feeds,
                    const exec::RunOptions& options, Fastest& fastest);
Result<void> runPeerFor(const Patience& share, Peer& peer, const std::filesystem::path& model,
                        const Json& inputs, int threads, Fastest& fastest);

} // namespace edgewright::bench
