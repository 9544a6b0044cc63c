// SPDX-License-Identifier: GPL-3.0-or-later
// The differences of two fusions of a model: what one fuses and the other does not.
#pragma once

#include "core/fusion/fuse.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace edgewright::views {

struct FusionDifference {
    bool inB = false;  // only B fuses it, else only A
    QString operators; // "Conv + Relu"; of what is left out altogether "Identity"
    QStringList nodes; // labels of the operators, in their order
    // In B: the fused node, or the first of the operators where B leaves them apart. Invalid: B has none of
    // them.
    NodeId node;
};

// Operators are matched by their labels, since ids of fused nodes mean something within one history only: those
// that are one node in the one graph and not together so in the other, and those that the one leaves out. Of
// subgraphs nothing. O(nodes + steps), times the logarithm of the nodes.
std::vector<FusionDifference> fusionDifferences(const fusion::History& a, const fusion::History& b);

} // namespace edgewright::views
