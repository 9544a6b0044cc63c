// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes and type that figures are asked for: columns of a thesis, slides. A style is one line of
// figureStyles().
#pragma once

#include "views/support/figure/figure.h"

#include <QString>

#include <span>

namespace edgewright::views {

struct FigureStyle {
    const char* key;     // "paper-84", on the command line and in settings
    const char* title;   // source text for FigureStyle in the translations
    double width = 0;    // mm; 0: each figure's own size, and the type of the screen
    double height = 0;   // mm; 0: as high as the figure is
    double bodyType = 0; // points of the larger of the two usual sizes, where width is given
    bool isDark = false;
};

// The first one is that of whoever asks for none.
std::span<const FigureStyle> figureStyles();
const FigureStyle* findFigureStyle(QStringView key); // null: there is none
QString figureStyleTitle(const FigureStyle& style);

// `figure` in that width, drawn anew for the room that its type leaves there, so that lines and labels have the
// sizes of the style whatever the width. What isFixed is made smaller instead, never larger than its type is
// asked for. `dotsPerInch`: of pixels.
Figure styled(Figure figure, const FigureStyle& style, double dotsPerInch);

} // namespace edgewright::views
