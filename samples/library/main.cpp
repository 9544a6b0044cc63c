// SPDX-License-Identifier: GPL-3.0-or-later
// Follows one model down: opens, types and fuses it, plans its memory and runs it inside the planned arena.
#include "core/base/version.h"
#include "core/exec/executor.h"
#include "core/pipeline/study.h"

#include <algorithm>
#include <iostream>

using namespace edgewright;

static Result<void> follow(const char* file) {
    const auto opened = pipeline::open(file);
    if (!opened) return opened.error();
    const auto typed = pipeline::type(*opened, {}, true); // open dimensions get extents: batch 1, ...
    const auto fused = pipeline::fuse(*typed, {});
    if (!fused) return fused.error();
    const auto plan = pipeline::plan((*fused)->graph, (*fused)->opsets, {});
    if (!plan) return plan.error();
    const ir::Graph& graph = (*plan)->graph(); // that runs in the arena: lowered, in the planned order
    const auto feeds = ir::seededFeeds(graph, 1);
    if (!feeds) return feeds.error();
    const ir::ArenaPlan arena = memory::arenaPlan((*plan)->liveness, (*plan)->solution);
    exec::RunOptions options;
    options.arena = &arena;
    const auto run = exec::run(graph, (*fused)->opsets, *feeds, options);
    if (!run) return run.error();

    std::cout << "nodes " << typed->graph->nodeCount() << ", fused " << (*fused)->graph.nodeCount() << '\n'
              << "arena " << arena.arenaBytes << " bytes, used up to " << run->arenaReach << '\n';
    for (std::size_t i = 0; i < run->outputs.size(); ++i) {
        const ir::Tensor& output = run->outputs[i];
        std::cout << graph.value(graph.outputs[i]).name << ' ' << output.type().text();
        const auto values = ir::toFloat32(output); // an error for strings
        for (std::int64_t at = 0; values && at < std::min<std::int64_t>(4, values->elements()); ++at)
            std::cout << ' ' << ir::elementAsDouble(*values, at);
        std::cout << '\n';
    }
    return {};
}

int main(int argc, char** argv) {
    if (argc != 2)
        return std::cerr << "follow (Edgewright " EDGEWRIGHT_VERSION "): expected one MODEL.onnx\n", 2;
    const auto done = follow(argv[1]);
    if (!done) std::cerr << done.error().message << '\n';
    return done ? 0 : 3;
}
