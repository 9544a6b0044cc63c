// SPDX-License-Identifier: GPL-3.0-or-later
// One picture of a presentation: made when it is wanted, on any thread.
#pragma once

#include "core/base/run_context.h"
#include "views/support/figure/figure.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace edgewright::views {

struct Slide {
    QString headline; // one sentence: what it shows
    QString caption;  // below: which of several it is, or the answer that it belongs to
    // The figure's size is the least in which everything can be read; zero: any.
    std::function<Result<Figure>(const RunContext&)> make;
    // A picture that moves, made at once: the slide so many moments later or, below zero, earlier; nothing
    // at its end. Null: it stands still.
    std::function<std::optional<Slide>(std::int64_t moments)> stepped = {};
    int perSecond = 1; // moments, while it plays
};

// A picture that plays so many moments a second goes on by `moments` each time, not more often than can be
// seen.
struct PlayTicks {
    int milliseconds;
    std::int64_t moments;
};
inline PlayTicks playTicks(int perSecond) {
    constexpr int MinTick = 33; // milliseconds
    const int tick = std::max(MinTick, 1000 / std::max(perSecond, 1));
    return {tick, std::max<std::int64_t>(1, std::int64_t(perSecond) * tick / 1000)};
}

// `leads`: the answer that the figure belongs to is its headline.
inline Slide slideOf(Figure figure, const QString& answer, bool leads) {
    Slide slide{figure.title, answer, {}};
    if (leads && !answer.isEmpty()) std::swap(slide.headline, slide.caption);
    slide.make = [figure = std::move(figure)](const RunContext& run) { return completeFigure(figure, run); };
    return slide;
}
inline Slide slideOf(Figure figure, const QString& answer) {
    const bool leads = figure.hasAnswer;
    return slideOf(std::move(figure), answer, leads);
}

} // namespace edgewright::views
