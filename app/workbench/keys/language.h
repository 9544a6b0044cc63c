// SPDX-License-Identifier: GPL-3.0-or-later
// The language of the window and of core's sentences: the one that was chosen, else the first of the desktop's
// that there is a translation for, else English. The window writes numbers as that language does.
#pragma once

#include <QCoreApplication>
#include <QStringList>

namespace edgewright::workbench {

// Names of locales: "en", "zh_CN".
QStringList windowTranslations();

// That a person chose; empty: that of the desktop.
QString chosenLanguage();
void chooseLanguage(const QString& name);

// For what is written for people from now on. English needs a translation, too: of the forms for one and for
// several. `asked`: in place of the one that was
// chosen; empty: none.
void useLanguage(QCoreApplication& application, const QString& asked = {});

} // namespace edgewright::workbench
