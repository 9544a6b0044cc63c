// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/check_data.h"

#include "core/base/propagate.h"
#include "core/dataset/tensor_folder.h"
#include "core/ir/feeds/feeds.h"
#include "core/onnx/arrays/tensor_file.h"

#include <algorithm>
#include <cstring>

namespace edgewright::pipeline {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t MaxRealInputs = 8;

// The first rows of `all`, as many as the model takes at once.
Result<ir::Tensor> firstRows(const ir::Tensor& all, const ir::TensorType& type) {
    const auto misfit = [&] {
        return badInput("holds " + all.type().text() + ", of which no rows make a " + type.text());
    };
    if (!type.shape || !all.isTensor() || all.dtype() != type.dtype || all.dims().empty() ||
        all.dims().size() != type.shape->size() || ir::bitWidth(type.dtype) < 8)
        return misfit();
    ir::Dims dims = all.dims();
    for (std::size_t axis = 0; axis < dims.size(); ++axis) {
        const ir::Dim& wanted = (*type.shape)[axis];
        const bool fits =
            wanted.known() && (axis == 0 ? wanted.value() <= dims[0] : wanted.value() == dims[axis]);
        if (!fits) return misfit();
    }
    dims[0] = (*type.shape)[0].value();
    auto rows = ir::Tensor::allocate(type.dtype, dims);
    if (!rows) return rows;
    const auto bytes = rows->mutableBytes();
    if (!bytes.empty()) std::memcpy(bytes.data(), all.bytes().data(), bytes.size());
    return rows;
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
    const fs::path rows = folder / typed.opened->file.stem() / "test.npy";
    std::error_code failed;
    if (typed.graph->inputs.size() == 1 && fs::is_regular_file(rows, failed))
        m_entries.push_back({(rows.parent_path().filename() / rows.filename()).string(), 0, rows});
}

Result<ir::Feeds> CheckData::feeds(std::size_t index, const RunContext& run) const {
    const Entry& entry = m_entries[index];
    const ir::Graph& graph = *m_typed.graph;
    if (entry.file.empty()) return ir::seededFeeds(graph, entry.seed, run);
    ir::Feeds feeds;
    if (entry.file.extension() == ".npy") {
        ASSIGN_OR_RETURN(const auto all, onnx::readTensorFile(entry.file));
        auto rows = firstRows(all.tensor, graph.value(graph.inputs.front()).type);
        if (!rows) return std::move(rows).error().within(entry.name);
        feeds.emplace(graph.inputs.front(), *std::move(rows));
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
