// SPDX-License-Identifier: GPL-3.0-or-later
// A model made ready to run: bound, typed, perhaps fused, perhaps with an arena, with its inputs.
#pragma once

#include "app/cli/arguments/model_arguments.h"
#include "app/cli/arguments/plan_arguments.h"
#include "core/base/say.h"
#include "core/dataset/image_file.h"
#include "core/exec/executor.h"
#include "core/ir/arena_plan.h"
#include "core/ir/graph.h"
#include "core/onnx/arrays/npz.h"
#include "core/ops/infer.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::cli {

struct FeedArguments {
    // A folder with input_0.pb or input_0.npy, ... and output_0.pb, ... as in the ONNX backend tests; or an
    // .npz with members by input and output name, and what else a data set may have (core/dataset/archive.h).
    std::string data;
    std::vector<std::string> inputs; // "NAME=FILE", or "FILE.npz" with such members
    dataset::ImageOptions image = {};
};

// Empty when `text` has the form of one of FeedArguments::inputs, else what was expected.
std::string inputProblem(const std::string& text);

// The tensors read so far, by input name; images wait until the shapes are known.
struct FeedFiles {
    std::map<std::string, ir::Tensor> tensors;
    std::map<std::string, std::filesystem::path> images;
    std::map<std::size_t, ir::Tensor> expected; // outputs of the data, by index, where present
    ir::Bindings bindings;                      // open dimensions, from the shapes of the tensors
    std::string model;

    bool gives(const std::string& input) const { return tensors.contains(input) || images.contains(input); }
};

// `model` is how messages call it. A folder must have a file for one input at least, if there are any.
// The arrays of an archive that the model asks for unpack to at most `limitBytes`.
Result<FeedFiles> readFeeds(const ir::Graph& graph, const FeedArguments& arguments,
                            const std::string& model = say("the model"),
                            std::int64_t limitBytes = onnx::NpzLimitBytes);
// Seeded values for whatever the files do not give. `graph` has full input types, unless every input is a
// tensor.
Result<ir::Feeds> feedsFor(const ir::Graph& graph, const FeedFiles& files, std::uint64_t seed,
                           const dataset::ImageOptions& image = {}, const RunContext& run = {});

struct ExecutionArguments {
    ModelArguments model;
    FeedArguments feeds;
    std::uint64_t seed = 1;
    bool fuse = false;
    bool arena = false;
    PlannerArguments search; // of the arena
};

struct Execution {
    std::shared_ptr<const pipeline::Typed> whole;     // the model
    pipeline::ComputablePart part;                    // of it, that runs
    std::shared_ptr<const pipeline::Typed> typed;     // of the part
    std::shared_ptr<const fusion::History> history;   // null unless fused
    std::shared_ptr<const pipeline::MemoryPlan> plan; // null without arena
    std::optional<ir::ArenaPlan> arena;
    ir::Feeds feeds;
    std::map<std::size_t, ir::Tensor> expected; // outputs of the part that the data has, by index

    // As given, and as it runs: lowered and in the order of the plan, where there is one.
    const ir::Graph& givenGraph() const { return history ? history->graph : *typed->graph; }
    const ir::Graph& graph() const { return plan ? plan->graph() : givenGraph(); }
    const ir::Opsets& opsets() const { return history ? history->opsets : typed->opened->model->opsets; }
};

Result<Execution> prepare(Console& console, const ExecutionArguments& arguments);

} // namespace edgewright::cli
