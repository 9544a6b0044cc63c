// SPDX-License-Identifier: GPL-3.0-or-later
// Fusion as a presentation: the original graph, the graph after each step with what the step made, the result.
#pragma once

#include "core/fusion/fuse.h"
#include "core/modules/modules.h"
#include "views/support/figure/slide.h"

#include <memory>
#include <vector>

namespace edgewright::views {

// Slides about all of a large graph show the modules that it consists of; null: not known, and a part of it is
// shown. `answer`: of the page, the headline of the last one.
std::vector<Slide> graphSlides(std::shared_ptr<const fusion::History> history,
                               const std::shared_ptr<const modules::Modules>& modules = nullptr,
                               const QString& answer = {});

} // namespace edgewright::views
