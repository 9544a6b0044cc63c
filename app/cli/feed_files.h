// SPDX-License-Identifier: GPL-3.0-or-later
// Inputs of a model from files, and what those files say about its open dimensions.
#pragma once

#include "app/cli/console.h"
#include "core/exec/executor.h"
#include "core/ir/graph.h"
#include "core/ops/infer.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace edgewright::cli {

struct FeedArguments {
    std::string data;                // a folder with input_0.pb, ... as in the ONNX backend tests
    std::vector<std::string> inputs; // "NAME=FILE"
};

// The tensors read so far, by input name; images wait until the shapes are known.
struct FeedFiles {
    std::map<std::string, ir::Tensor> tensors;
    std::map<std::string, std::filesystem::path> images;
    std::vector<ir::Tensor> expected; // output_0.pb, ... of the data folder, where present
    ops::Bindings bindings;           // open dimensions, from the shapes of the tensors
};

Result<FeedFiles> readFeeds(const ir::Graph& graph, const FeedArguments& arguments);
// Seeded values for whatever the files do not give. `graph` has full input types.
Result<exec::Feeds> feedsFor(const ir::Graph& graph, const FeedFiles& files, std::uint64_t seed);

} // namespace edgewright::cli
