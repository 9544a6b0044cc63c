// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes and type that figures are asked for: columns of a thesis, slides. A style is one line of
// figureStyles().
#pragma once

#include "core/base/translatable.h"

#include <span>

namespace edgewright {

// Sans is that of the window; Serif comes with the program.
enum class FigureFont { Sans, Serif };

struct FigureStyle {
    const char* key;      // "paper-84", on the command line and in settings
    const char* title;    // TRANSLATABLE("FigureStyle", ...)
    double width = 0;     // mm; 0: each figure's own size, and the type of the screen
    double height = 0;    // mm; 0: as high as the figure is
    double bodyType = 0;  // points of the larger of the two usual sizes, where width is given
    double leastType = 0; // points of the smallest text that graphs are made smaller to
    bool isDark = false;
};

inline constexpr FigureStyle FigureStyles[] = {
    {.key = "screen", .title = TRANSLATABLE("FigureStyle", "As on screen")},
    {.key = "paper-84",
     .title = TRANSLATABLE("FigureStyle", "Paper, one column (84 mm)"),
     .width = 84,
     .bodyType = 8,
     .leastType = 5},
    {.key = "paper-120",
     .title = TRANSLATABLE("FigureStyle", "Paper, 120 mm"),
     .width = 120,
     .bodyType = 8,
     .leastType = 5},
    {.key = "paper-174",
     .title = TRANSLATABLE("FigureStyle", "Paper, full width (174 mm)"),
     .width = 174,
     .bodyType = 9,
     .leastType = 5},
    {.key = "slide-light",
     .title = TRANSLATABLE("FigureStyle", "Slide 16:9, light"),
     .width = 338.7,
     .height = 190.5,
     .bodyType = 18,
     .leastType = 9},
    {.key = "slide-dark",
     .title = TRANSLATABLE("FigureStyle", "Slide 16:9, dark"),
     .width = 338.7,
     .height = 190.5,
     .bodyType = 18,
     .leastType = 9,
     .isDark = true},
};

// The first one is that of whoever asks for none.
constexpr std::span<const FigureStyle> figureStyles() { return FigureStyles; }

} // namespace edgewright
