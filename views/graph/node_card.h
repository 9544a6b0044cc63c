// SPDX-License-Identifier: GPL-3.0-or-later
// What a node shows of itself: a card with title, name and chips, measured for the application's fonts.
#pragma once

#include <QFont>
#include <QFontMetricsF>
#include <QPointF>
#include <QRectF>
#include <QString>

#include "core/ir/graph.h"

#include <vector>

namespace edgewright::views {

struct Chip {
    enum class Kind { Shape, Weight, Members };
    Kind kind = Kind::Shape;
    QString text;
    QRectF rect; // relative to the card's top left corner
};

// All texts already fit: elided where they had to be.
struct NodeCard {
    QString title, subtitle;
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

NodeCard makeNodeCard(const ir::Graph& graph, const ir::Node& node, const ConstantValues& constants,
                      const CardMetrics& metrics);
// A graph input or output: name and shape.
NodeCard makeTerminalCard(const ir::Value& value, const CardMetrics& metrics);

// Several nodes of the original as one: a group, or a node that took others in.
bool isFused(const ir::Node& node);
// "Conv", or "Conv + Add + Relu" for a group.
QString operatorTitle(const ir::Node& node);
// "1×64×56×56", "int64 3", "scalar", "batch×?"; empty without a rank.
QString shapeText(const ir::TensorType& type);

// Rich text with full names, types, bytes and arithmetic.
QString nodeToolTip(const ir::Graph& graph, const ir::Node& node);
QString valueToolTip(const ir::Value& value);

} // namespace edgewright::views
