// SPDX-License-Identifier: GPL-3.0-or-later
// Files beside figures: a caption for each, and the tables that they draw, in the formats that hold all digits.
#pragma once

#include "app/workbench/files/figure_order.h"

namespace edgewright::workbench {

// "<title>. <answer>. <about>; Data: <files>." `answer`: of the page that it is on, for figures that show
// it; empty: none.
QString figureCaption(const views::Figure& figure, const QString& answer, const QStringList& dataFiles);

// <model>-<figure>.txt for what figuresIn() gives, as a person wrote it or figureCaption(), and
// <model>-<table>.csv, .dat; a table that several of them draw is written once. Each page of a figure has its
// caption.
std::vector<FigureFile> filesBeside(const std::vector<views::Figure>& figures, const FigureOrder& order,
                                    const QString& model, const QString& answer);

} // namespace edgewright::workbench
