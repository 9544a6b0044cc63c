// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/layout.h"

namespace edgewright::layout {

// The first edge that runs through a box that it does not join; nothing when all keep clear. Samples curves.
std::optional<std::size_t> edgeThroughBox(const Request& request, const Layout& layout);

} // namespace edgewright::layout
