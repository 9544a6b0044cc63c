// SPDX-License-Identifier: GPL-3.0-or-later
// The meaning of the colours of the nodes: one thing at a time. Node ids of the original and of the fused graph
// never collide, so one colouring serves both pictures.
#pragma once

#include "core/ir/graph.h"
#include "views/support/theme.h"

#include <QString>

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace edgewright::views {

struct NodeColouring {
    enum class Kind { Categories, Ordered, Diverging };
    struct Category {
        QString name, letter;   // the letter is the second carrier on the card
        std::size_t colour = 0; // index into Theme::categories
    };
    QString key;   // names it in settings: "kind", "macs"
    QString title; // "MACs"
    Kind kind = Kind::Categories;
    std::vector<Category> categories;
    // For categories the index. A node that is not here shows no data.
    std::unordered_map<NodeId, double> values;
    double low = 0, high = 0; // the range of the scale; of diverging data symmetric about 0
    bool logarithmic = false; // low > 0 then; values below are drawn as `low`
    QString unit;             // behind a number, where `text` is null: "ms"
    QString (*text)(double) = nullptr;

    // 0..1, of diverging data -1..1; nothing for a node without data.
    std::optional<double> position(NodeId node) const;
    std::optional<QColor> colour(NodeId node, const Theme& theme) const;
    QColor colourAt(double position, const Theme& theme) const;
    // "3.20 MMAC", "Compute"; empty without data.
    QString valueText(NodeId node) const;
    QString numberText(double value) const;
    // Sets low and high from the values.
    void fitRange();
};

using Graphs = std::span<const ir::Graph* const>;
// Colours that follow from the graphs alone. The kind has the ops::Category in their order.
NodeColouring colourByKind(Graphs graphs);
NodeColouring colourByMacs(Graphs graphs);
NodeColouring colourByBytes(Graphs graphs); // of what a node writes
NodeColouring colourByDtype(Graphs graphs); // of the first output
// `names` by group. Nodes in no group show no data.
NodeColouring colourByGroup(const std::vector<std::vector<NodeId>>& groups, const std::vector<QString>& names);

} // namespace edgewright::views
