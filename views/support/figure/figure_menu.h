// SPDX-License-Identifier: GPL-3.0-or-later
// Gives a picture what every one of them has here: Ctrl+C copies it, and a menu copies it or saves it as a
// figure.
#pragma once

#include "views/support/figure/figure.h"
#include "views/support/job/job_slot.h"

#include <QWidget>

#include <functional>
#include <optional>

namespace edgewright::views {

// `mouse` has the pointer over it, `keys` the focus: often one widget. `figure` is asked when somebody wants
// it; nothing: there is no picture now. Drawn on `pool` where the figure allows that.
void addFigureMenu(QWidget& mouse, QWidget& keys, QThreadPool& pool,
                   std::function<std::optional<Figure>()> figure);

// The figure of a picture that is seen, which is `widget` or in it; nothing: there is none.
std::optional<Figure> figureSeenIn(const QWidget& widget);

// On the clipboard, as pixels and as SVG; by `job` where the figure allows that.
void copyFigure(const Figure& figure, JobSlot& job);

} // namespace edgewright::views
