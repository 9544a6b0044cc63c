// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/check_data.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/dataset/sample_set.h"
#include "core/dataset/tensor_folder.h"
#include "core/ir/builder.h"
#include "core/ir/feeds/feeds.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace edgewright::pipeline {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t MaxRealInputs = 8;

// Takes one row of the only input of `graph`, and has the names of its outputs.
ir::Graph rowGraph(const ir::Graph& graph, ir::Dims dims) {
    const ir::Value& input = graph.value(graph.inputs.front());
    dims.front() = 1;
    ir::GraphBuilder one;
    one.input(input.name, {input.type.dtype, std::move(dims)});
    for (const ValueId id : graph.outputs)
        one.output(one.value(graph.value(id).name));
    return one.take();
}

// The first rows in the file, as many as the model takes at once.
Result<ir::Tensor> firstRows(const fs::path& file, const ir::Graph& graph, const RunContext& run) {
    const ir::TensorType& type = graph.value(graph.inputs.front()).type;
    const auto dims = type.dims();
    if (!type.isTensor() || !dims || dims->empty() || dims->front() < 1)
        return badInput(say("{1}: holds inputs, of which no rows make a {2}", file.string(), type.text()));
    const auto wanted = static_cast<std::size_t>(dims->front());
    const ir::Graph one = rowGraph(graph, *dims);
    ASSIGN_OR_RETURN(dataset::DataSource source, dataset::sourceAt(file, dataset::Use::Accuracy));
    source.labels.clear();
    ASSIGN_OR_RETURN(const dataset::SampleSet set, dataset::read(source, one, wanted, {}, run));
    if (set.count() < wanted)
        return badInput(
            say("{1}: holds {2} rows, of which no rows make a {3}", file.string(), set.count(), type.text()));
    auto rows = ir::Tensor::allocate(type.dtype, *dims);
    if (!rows) return rows;
    std::span<std::byte> rest = rows->mutableBytes();
    for (std::size_t i = 0; i < wanted; ++i) {
        ASSIGN_OR_RETURN(const ir::Feeds row, set.feeds(i, run));
        const auto bytes = row.begin()->second.bytes();
        std::ranges::copy(bytes, rest.begin());
        rest = rest.subspan(bytes.size());
    }
    return rows;
}

// <model's name>/test.npy or test.npz; nothing where neither is there.
std::optional<fs::path> rowsBeside(const fs::path& model) {
    const fs::path folder = model.parent_path() / model.stem();
    std::error_code failed;
    for (const char* name : {"test.npy", "test.npz"})
        if (fs::is_regular_file(folder / name, failed)) return folder / name;
    return std::nullopt;
}

} // namespace

CheckData::CheckData(const Typed& typed, const CheckOptions& options) : m_typed(typed) {
    for (int i = 0; i < std::max(1, options.seeds); ++i) {
        const std::uint64_t seed = options.seed + static_cast<std::uint64_t>(i);
        m_entries.push_back({"seed " + std::to_string(seed), seed, {}});
    }
    if (!options.realInputs || typed.graph->inputs.empty() || typed.opened->file.empty()) return;
    const fs::path folder = typed.opened->file.parent_path();
    std::vector<fs::path> sets = dataset::dataSetsWith("input_0.pb", folder.empty() ? fs::path(".") : folder);
    if (sets.size() > MaxRealInputs) sets.resize(MaxRealInputs);
    for (const fs::path& set : sets)
        m_entries.push_back({set.filename().string(), 0, set});
    if (const auto rows = rowsBeside(typed.opened->file); rows && typed.graph->inputs.size() == 1)
        m_entries.push_back({(rows->parent_path().filename() / rows->filename()).string(), 0, *rows});
}

Result<ir::Feeds> CheckData::feeds(std::size_t index, const RunContext& run) const {
    const Entry& entry = m_entries[index];
    const ir::Graph& graph = *m_typed.graph;
    if (entry.file.empty()) return ir::seededFeeds(graph, entry.seed, run);
    ir::Feeds feeds;
    if (entry.file.stem() == "test") {
        ASSIGN_OR_RETURN(auto rows, firstRows(entry.file, graph, run));
        feeds.emplace(graph.inputs.front(), std::move(rows));
    } else {
        ASSIGN_OR_RETURN(auto set, dataset::readDataSet(graph, entry.file));
        feeds = std::move(set.feeds);
    }
    if (auto fits = ir::checkFeeds(graph, feeds); !fits) return Error(fits.error()).within(entry.name);
    return feeds;
}

bool changesQuantizedValues(const fusion::Step& step) {
    const fusion::Rule* rule = fusion::findRule(step.rule);
    return rule && rule->changesQuantizedValues;
}

Result<fusion::History> withIntegers(const Typed& typed, const fusion::History& history,
                                     const RunContext& run) {
    const ir::Opsets& opsets = typed.opened->model->opsets;
    fusion::Options alone, behind;
    bool found = false;
    for (const fusion::Rule* rule : fusion::rules()) {
        if (!rule->changesQuantizedValues) alone.without.emplace(rule->name);
        if (found && !rule->changesQuantizedValues) behind.without.emplace(rule->name);
        found |= rule->changesQuantizedValues;
    }
    auto made = fusion::fuse(*typed.graph, opsets, alone, run);
    if (!made || std::ranges::count_if(made->steps, changesQuantizedValues) >=
                     std::ranges::count_if(history.steps, changesQuantizedValues))
        return made;
    return fusion::fuse(*typed.graph, opsets, behind, run);
}

} // namespace edgewright::pipeline
