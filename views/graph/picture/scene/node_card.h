// SPDX-License-Identifier: GPL-3.0-or-later
// The card of a node, with title, name and chips, measured for the application's fonts.
#pragma once

#include <QFont>
#include <QFontMetricsF>
#include <QPointF>
#include <QRectF>
#include <QString>

#include "core/ir/graph.h"

#include <unordered_map>
#include <vector>

namespace edgewright::views {

struct Chip {
    enum class Kind { Shape, Weight, Members };
    Kind kind = Kind::Shape;
    QString text;
    QRectF rect; // relative to the card's top left corner
};

// All texts already fit, but the name of a node: how it is shortened depends on the other cards of the picture.
struct NodeCard {
    QString title, subtitle;
    double nameRoom = 0;         // of a node, for its name, the subtitle
    QPointF titleAt, subtitleAt; // baselines, relative to the top left corner
    std::vector<Chip> chips;
    QSizeF size;
};

// The fonts of a card. Made on the GUI thread; whoever measures with them on another thread keeps them to
// itself.
struct CardFonts {
    QFont bold, small;
};
CardFonts cardFonts();

struct CardMetrics {
    explicit CardMetrics(const CardFonts& fonts) : bold(fonts.bold), small(fonts.small) {}
    QFontMetricsF bold, small;
};

// By value id: does it depend on constants alone, computed by nodes that are not shown? Such inputs become
// chips.
using ConstantValues = std::vector<bool>;

// By input of a body: the value of the enclosing graph that it is.
using OuterValues = std::unordered_map<ValueId, const ir::Value*>;

NodeCard makeNodeCard(const ir::Graph& graph, const ir::Node& node, const ConstantValues& constants,
                      const CardMetrics& metrics, const OuterValues& outer = {});
// The name as it stands in the picture: `label` where that fits into the widest card and is not `taken` by a
// card of the same title; else with the number of the node. The card grows as far as that takes.
void nameCard(NodeCard& card, const QString& label, bool taken, NodeId node, const CardMetrics& metrics);
// A graph input or output: name and shape.
NodeCard makeTerminalCard(const ir::Value& value, const CardMetrics& metrics);

// Several nodes of the original as one: a group, or a node that took others in.
bool isFused(const ir::Node& node);

// The cost of a node, as far as types are known.
struct NodeFacts {
    std::int64_t macs = 0, outBytes = 0, weightBytes = 0;
    bool macsAreLeast = false; // some are not counted
};
NodeFacts factsOf(const ir::Graph& graph, const ir::Node& node);

// "3 readers", on the tag of an edge that is not drawn.
QString portalReaders(int count);

// Rich text with full names, types, bytes and arithmetic.
QString nodeToolTip(const ir::Graph& graph, const ir::Node& node, const NodeFacts& facts);
QString valueToolTip(const ir::Value& value);

} // namespace edgewright::views
