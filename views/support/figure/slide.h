// SPDX-License-Identifier: GPL-3.0-or-later
// One picture of a presentation: made when it is wanted, on any thread.
#pragma once

#include "core/base/run_context.h"
#include "views/support/figure/figure.h"

namespace edgewright::views {

struct Slide {
    QString caption; // one sentence
    // The figure's size is the least in which everything can be read; zero: any.
    std::function<Result<Figure>(const RunContext&)> make;
};

} // namespace edgewright::views
