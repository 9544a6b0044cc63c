// SPDX-License-Identifier: GPL-3.0-or-later
// Small pictures of models' graphs: for file managers, of files that nobody has looked at yet; and of samples.
#pragma once

#include "core/base/run_context.h"
#include "views/support/theme.h"

#include <QImage>
#include <QStringList>

namespace edgewright::workbench {

// The graph of a model within `room` pixels, on nothing; null where it cannot be drawn. On any thread.
QImage graphPicture(const QString& model, QSize room, const views::Theme& theme, const RunContext& run);

// Draws the graph of files[0] within `side` × `side` pixels into files[1], a PNG. Returns the exit status: 0; 2
// for a wrong command line, 1 for a model that cannot be drawn in time, with the reason on the terminal.
int thumbnail(const QString& side, const QStringList& files);

} // namespace edgewright::workbench
