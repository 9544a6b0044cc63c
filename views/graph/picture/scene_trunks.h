// SPDX-License-Identifier: GPL-3.0-or-later
// Edges of one tensor: what they share is drawn once; those that are cut have tags at their ends.
#pragma once

#include "views/graph/picture/graph_scene.h"

#include <QFontMetricsF>

#include <functional>

namespace edgewright::views {

void shareTrunks(std::vector<SceneEdge>& edges);

using BoxName = std::function<QString(std::uint32_t box)>;
// The two ends of an edge that is not drawn name each other, beside the stubs; all portals of one tensor share
// the tag at its source.
void placeTags(std::vector<SceneEdge>& edges, const std::vector<SceneBox>& boxes, const BoxName& name,
               const QFontMetricsF& metrics);

} // namespace edgewright::views
