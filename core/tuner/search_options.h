// SPDX-License-Identifier: GPL-3.0-or-later
// The options of a search over the kernels of a network, of whichever space.
#pragma once

#include "core/cost/search/task.h"
#include "core/measure/roof.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace edgewright::tuner {

struct SearchOptions {
    std::int64_t trials = 1000;          // over all tasks
    std::int64_t before = 0, behind = 0; // trials of other searches, which progress counts, too
    double seconds = 60; // the search ends when so much is over; deciding takes as long as it takes
    // Names in core/cost/search; an empty cost model is the default.
    std::string strategy = std::string(cost::search::DefaultStrategy);
    std::string costModel = {};
    std::uint64_t seed = 1;
    // So many of the best of the search are looked at again, that many times each, before it is decided on the
    // finalists among them: with them two in a hundred decisions miss the best by more than 2 % where samples
    // are disturbed, without them one in twenty (tests/bench).
    std::size_t candidates = 24, looks = 8;
    std::size_t finalists = 5;                    // of each task, that it is decided on
    std::optional<measure::ThreadRoof> roof = {}; // what is at it gets no trials; nothing: not known
    std::function<void(const std::string&)> doing = {};
};

} // namespace edgewright::tuner
