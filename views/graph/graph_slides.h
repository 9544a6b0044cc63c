// SPDX-License-Identifier: GPL-3.0-or-later
// Fusion as a presentation: the original graph, the graph after each step with what the step made, the result.
#pragma once

#include "core/fusion/fuse.h"
#include "views/support/figure/slide.h"

#include <memory>
#include <vector>

namespace edgewright::views {

std::vector<Slide> graphSlides(std::shared_ptr<const fusion::History> history);

} // namespace edgewright::views
