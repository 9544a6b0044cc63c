// SPDX-License-Identifier: GPL-3.0-or-later
// The name of a file to write, asked for in the same way everywhere.
#pragma once

#include <QString>

class QWidget;

namespace edgewright::views {

// `proposal`: a name, in the folder of what was opened last unless it names one. `filter`: as for QFileDialog,
// with all endings that are welcome ("Figures (*.svg *.pdf)"); `ending` (".svg") is given to a name without one
// of them. Empty: the person does not want to.
QString askSaveName(QWidget* parent, const QString& title, const QString& proposal, const QString& filter,
                    const QString& ending);

// `name` as it was typed, with what it lacks of `ending`, which may have several points: for ".study.json",
// "a.study" becomes "a.study.json". Names that end as `filter` says stay.
QString withEnding(const QString& name, const QString& filter, const QString& ending);

} // namespace edgewright::views
