// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/analysis_colours.h"

#include "views/support/quantity.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <map>

namespace edgewright::views {

namespace {

constexpr double Least = 1e-9, MinMicroseconds = 0.1; // of logarithmic scales

struct AnalysisColoursText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::AnalysisColours)
};

QString relative(double value) { return value <= Least ? QStringLiteral("≤ 1e-9") : significant(value, 2); }
QString microseconds(double value) {
    return value >= 1000 ? significant(value / 1000) + QStringLiteral(" ms")
                         : significant(value) + QStringLiteral(" µs");
}

} // namespace

NodeColouring colourByBound(const pipeline::Costs& costs, const Provenance& provenance) {
    NodeColouring colouring;
    colouring.key = QStringLiteral("bound");
    colouring.title = AnalysisColoursText::tr("Roofline bound");
    colouring.categories = {{AnalysisColoursText::tr("Compute"), QStringLiteral("C"), 0},
                            {AnalysisColoursText::tr("Memory"), QStringLiteral("M"), 1}};
    // What bounds a node is what bounds the layer in it that takes longest.
    std::map<NodeId, const cost::LayerCost*> longest;
    for (const cost::LayerCost& layer : costs.report.layers) {
        const cost::LayerCost*& known = longest[layer.layer.node];
        if (!known || layer.cycles > known->cycles) known = &layer;
    }
    for (const auto& [node, layer] : longest) {
        const double index = cost::isDram(layer->limit) ? 1 : 0;
        colouring.values[node] = index;
        for (const NodeId origin : provenance.originsOf(node))
            colouring.values.try_emplace(origin, index);
    }
    return colouring;
}

NodeColouring colourByInt8(const std::map<NodeId, double>& sqnrDb, const Provenance* provenance) {
    NodeColouring colouring;
    colouring.key = QStringLiteral("int8");
    colouring.title = AnalysisColoursText::tr("INT8 error (SQNR)");
    colouring.kind = NodeColouring::Kind::Ordered;
    colouring.text = decibelText;
    for (const auto& [node, value] : sqnrDb) {
        if (!std::isfinite(value)) continue;
        colouring.values[node] = value;
        if (provenance)
            for (const NodeId heir : provenance->descendantsOf(node))
                colouring.values[heir] = value;
    }
    colouring.fitRange();
    return colouring;
}

NodeColouring colourByDifference(const pipeline::Check& check) {
    NodeColouring colouring;
    colouring.key = QStringLiteral("difference");
    colouring.title = AnalysisColoursText::tr("Numeric difference");
    colouring.kind = NodeColouring::Kind::Ordered;
    colouring.logarithmic = true;
    colouring.text = relative;
    colouring.low = Least;
    colouring.high = 1e-4;
    for (const pipeline::BoundaryDifference& boundary : check.boundaries) {
        double& value = colouring.values[boundary.node];
        value = std::max({value, boundary.difference.relNorm, Least});
        if (std::isfinite(value)) colouring.high = std::max(colouring.high, value);
    }
    return colouring;
}

NodeColouring colourByTime(const device::Record& record) {
    NodeColouring colouring;
    colouring.key = QStringLiteral("time");
    colouring.title = AnalysisColoursText::tr("Measured time");
    colouring.kind = NodeColouring::Kind::Ordered;
    colouring.text = microseconds;
    for (const device::VariantRecord& variant : record.variants) {
        if (variant.variant.reuse) continue; // of groups, only parts
        for (const device::OperatorTime& time : variant.operators) {
            const auto [known, added] = colouring.values.try_emplace(time.node, time.seconds * 1e6);
            if (!added) known->second = std::min(known->second, time.seconds * 1e6);
        }
    }
    colouring.fitRange();
    colouring.low = std::max(colouring.low, MinMicroseconds);
    colouring.high = std::max(colouring.high, colouring.low);
    colouring.logarithmic = true; // a few operators take nearly all
    return colouring;
}

} // namespace edgewright::views
