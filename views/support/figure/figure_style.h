// SPDX-License-Identifier: GPL-3.0-or-later
// Figures in a style: its width, its type, its colours.
#pragma once

#include "core/base/figure_style.h"
#include "views/support/figure/figure.h"

#include <QString>

namespace edgewright::views {

using edgewright::FigureStyle;
using edgewright::figureStyles;

const FigureStyle* findFigureStyle(QStringView key); // null: there is none
QString figureStyleTitle(const FigureStyle& style);

// `figure` in that width, drawn anew for the room that its type leaves there, so that lines and labels have the
// sizes of the style whatever the width. What isFixed is arranged where it can be, on several pages perhaps,
// then made smaller, never larger than its type is asked for; what arranges itself does so when it is made.
// `dotsPerInch`: of pixels.
Figure styled(Figure figure, const FigureStyle& style, double dotsPerInch,
              FigureFont wanted = FigureFont::Sans);

// That comes along with the program. The first call is on the GUI thread.
QString figureFamily(FigureFont wanted);

} // namespace edgewright::views
