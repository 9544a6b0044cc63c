// SPDX-License-Identifier: GPL-3.0-or-later
// A model from a file, with the types of its tensors. For tests that link edgewright_onnx and edgewright_ops.
#pragma once

#include "core/onnx/reading/import.h"
#include "core/ops/infer.h"
#include "tests/support/shared_files.h"

#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

namespace edgewright::test {

struct TypedModel {
    ir::Graph graph;
    ir::Opsets opsets;
};

// `bound`: open extents have the numbers that the program gives them by default. Empty when it does not import.
inline std::optional<TypedModel> typedModel(const std::filesystem::path& file, bool bound) {
    const auto imported = onnx::importModel(file);
    if (!imported) return std::nullopt;
    const ir::Model& model = *imported->model;
    auto types = ops::inferTypes(model.graph, model.opsets);
    if (bound) types = ops::inferTypes(model.graph, model.opsets, ops::defaultBindings(types.graph));
    return TypedModel{std::move(types.graph), model.opsets};
}

// The files of ../shared/models and ../shared/exports, a folder each, or a sample of them (sampled()). Empty
// when absent.
inline std::vector<std::filesystem::path> sharedModels() {
    std::vector<std::filesystem::path> files;
    for (const char* const set : {"models", "exports"})
        for (const std::filesystem::path& folder : sharedCases(set))
            files.push_back(folder / "model.onnx");
    return sampled(std::move(files));
}

} // namespace edgewright::test
