// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes of splitters, by their names, to be stored and set again.
#pragma once

#include <QJsonObject>
#include <QWidget>

namespace edgewright::views {

// The sizes of all splitters that are visible in `widget` and have names: lists of pixels.
QJsonObject splitterSizes(const QWidget& widget);
// Takes lists of as many positive sizes as the splitter has parts, and ignores all else.
void setSplitterSizes(const QWidget& widget, const QJsonObject& sizes);

} // namespace edgewright::views
