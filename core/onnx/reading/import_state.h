// SPDX-License-Identifier: GPL-3.0-or-later
// State that all readers of one import share: limits, findings, and the bytes that they have made so far.
#pragma once

#include "core/onnx/reading/hierarchy_reader.h"
#include "core/onnx/reading/import.h"
#include "core/onnx/reading/tensor_reader.h"

#include <algorithm>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

namespace edgewright::onnx {

class FunctionLibrary;

// The size of a graph once its subgraphs and bodies are written out in full.
struct Extent {
    int height = 0;         // levels of graphs below it
    std::int64_t nodes = 0; // bodies that several calls share count at every call

    void contain(const Extent& inner) {
        height = std::max(height, inner.height + 1);
        nodes += inner.nodes;
    }
};

struct ImportState {
    const RunContext& run;
    const ImportLimits& limits;
    MemoryBudget& memory;
    TensorReader tensors;
    FunctionLibrary* functions = nullptr;
    Diagnostics found;
    // (code, place) of what ir::verify would report once more, less precisely.
    std::set<std::pair<std::string, std::string>> explained;
    ir::Opsets opsets = {}; // of the model
    HierarchyReader hierarchies = {};
};

// "ai.onnx" is another spelling of the standard domain.
inline std::string domainOf(const std::string& domain) { return domain == "ai.onnx" ? std::string() : domain; }

// Arguments of a function call: attribute name -> the call's value or the function's default.
using Bindings = std::unordered_map<std::string, pb::AttributeProto>;

} // namespace edgewright::onnx
