// SPDX-License-Identifier: GPL-3.0-or-later
// Marks that are laid over a picture of a graph: badges and differences. Each has a letter or a sign beside its
// colour.
#pragma once

#include "core/base/ids.h"

#include <QString>
#include <QStringList>

#include <unordered_map>
#include <vector>

namespace edgewright::views {

// A small round mark on a node's upper edge that can be clicked.
struct Badge {
    enum class Kind { Applied, Possible, Refused, Numeric };
    enum class Level { Good, Near, Bad, Unknown }; // of Kind::Numeric
    Kind kind = Kind::Applied;
    QStringList reasons; // shown on hover, one line each
    QString text;        // of Kind::Numeric: "2e-7", drawn beside the sign
    Level level = Level::Good;
};
using Badges = std::unordered_map<NodeId, std::vector<Badge>>;

// Absorbed: lives on in a node that is Added.
enum class Change { Removed, Absorbed, Added, Changed };
using Changes = std::unordered_map<NodeId, Change>;

} // namespace edgewright::views
