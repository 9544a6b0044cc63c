// SPDX-License-Identifier: GPL-3.0-or-later
// A small picture of a model's graph, for file managers: of files that nobody has looked at yet.
#pragma once

#include <QStringList>

namespace edgewright::workbench {

// Draws the graph of files[0] within `side` × `side` pixels into files[1], a PNG. Returns the exit status: 0; 2
// for a wrong command line, 1 for a model that cannot be drawn in time, with the reason on the terminal.
int thumbnail(const QString& side, const QStringList& files);

} // namespace edgewright::workbench
