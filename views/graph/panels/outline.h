// SPDX-License-Identifier: GPL-3.0-or-later
// A graph in blocks: by the scopes of its nodes' names ("/layer1/layer1.0/conv1/Conv"), and where those say
// nothing, by sequences of operators that repeat.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/ir/graph.h"

#include <QString>

#include <memory>
#include <vector>

namespace edgewright::views {

struct OutlineEntry {
    QString name;    // "layer1", "h.0 … h.7", "Conv, Relu, MaxPool"
    int repeats = 1; // children that are alike
    NodeId node;     // of a leaf
    OutlineEntry* parent = nullptr;
    int row = 0;          // in the parent
    std::size_t size = 0; // nodes at and below
    std::vector<std::unique_ptr<OutlineEntry>> children;

    std::vector<NodeId> nodes() const; // at and below, in graph order
};

Result<std::shared_ptr<const OutlineEntry>> outlineOf(const ir::Graph& graph, const RunContext& run = {});

} // namespace edgewright::views
