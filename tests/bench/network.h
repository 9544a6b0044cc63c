// SPDX-License-Identifier: GPL-3.0-or-later
// Networks to measure with: model files, ready to run plain and fused.
#pragma once

#include "core/exec/executor.h"
#include "core/pipeline/study.h"
#include "tests/bench/timing.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace edgewright::bench {

struct Case {
    std::string name;
    std::filesystem::path model;
    std::filesystem::path data;  // a folder with input_0.pb, ...; empty: seeded inputs
    std::int64_t modelBytes = 0; // files with its weights included
};

// Every folder at or below `root` with a model.onnx, and every .onnx file in `root` itself, sorted by name;
// `root` may be a model file. Empty when there is none.
std::vector<Case> casesBelow(const std::filesystem::path& root);

struct Network {
    std::shared_ptr<const pipeline::Typed> typed;
    std::shared_ptr<const fusion::History> history;
    ir::Feeds feeds;
    Fastest opening;            // import and inference of types
    bool convolutional = false; // has a Conv or QLinearConv, perhaps in a subgraph

    const ir::Graph& plain() const { return *typed->graph; }
    const ir::Graph& fused() const { return history->graph; }
    const ir::Opsets& opsets() const { return typed->opened->model->opsets; }
};

Result<Network> openNetwork(const Case& from, int openings);

} // namespace edgewright::bench
