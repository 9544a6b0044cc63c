// SPDX-License-Identifier: GPL-3.0-or-later
// Fonts that have the characters of a figure: what a name in Chinese is drawn in, and what none can draw.
#pragma once

#include "views/support/figure/figure.h"

#include <QFont>
#include <QStringList>

namespace edgewright::views {

// Families that draw `text` where `font` is asked for and has no glyphs for all of it, without that of `font`.
QStringList familiesBeside(const QFont& font, const QString& text);

// Characters of its texts, each once, that no installed font has a glyph for: boxes stand in their place.
// `figure` is complete, and painted by it, on its `onGuiThread`.
QString charactersWithoutGlyph(const Figure& figure);
// A sentence about them, however often each is there, that names a package with such a font; empty: of none.
QString missingGlyphsText(const QString& characters);

} // namespace edgewright::views
