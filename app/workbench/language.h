// SPDX-License-Identifier: GPL-3.0-or-later
// The language of the window and of core's sentences: the first of the desktop's that there is a translation
// for, else English. The window writes numbers as that language does.
#pragma once

#include <QCoreApplication>

namespace edgewright::workbench {

// Before anything is written for people. English needs a translation, too: of the forms for one and for
// several.
void useLanguage(QCoreApplication& application);

} // namespace edgewright::workbench
