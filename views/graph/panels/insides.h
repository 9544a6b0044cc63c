// SPDX-License-Identifier: GPL-3.0-or-later
// The graphs inside a node: branches, bodies of loops, functions and fused groups, with what to call them.
#pragma once

#include "core/ir/node.h"

#include <QString>

#include <memory>
#include <vector>

namespace edgewright::views {

struct Inside {
    QString name; // "then_branch", "body", "members"
    std::shared_ptr<const ir::Graph> graph;
    bool isGroup = false; // fused: what is in it stands in the original graph, too
};
std::vector<Inside> insidesOf(const ir::Node& node);

} // namespace edgewright::views
