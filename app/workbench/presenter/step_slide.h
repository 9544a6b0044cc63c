// SPDX-License-Identifier: GPL-3.0-or-later
// A step of a lesson as a slide: its words beside the picture of the page.
#pragma once

#include "app/workbench/lessons/lesson_player.h"
#include "views/support/figure/figure.h"

namespace edgewright::workbench {

inline constexpr QSizeF StepSlideSize{1280, 720}; // logical pixels

// The step that the player is at, with its answer where it is told. `picture`: a complete figure. The
// file-name stem is the number of the step and its id, with "-answer".
views::Figure stepSlide(const LessonPlayer& player, views::Figure picture);

} // namespace edgewright::workbench
