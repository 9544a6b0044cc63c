// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/language.h"

#include <QLocale>
#include <QTranslator>

namespace edgewright::workbench {

void useLanguage(QCoreApplication& application) {
    auto* translator = new QTranslator(&application);
    const QStringList names = QLocale::system().uiLanguages() << QStringLiteral("en-US");
    for (const QString& name : names) {
        const QLocale locale(name);
        if (!translator->load(locale, QStringLiteral("edgewright"), QStringLiteral("_"),
                              QStringLiteral(":/translations")))
            continue;
        QCoreApplication::installTranslator(translator);
        QLocale::setDefault(locale);
        return;
    }
    QLocale::setDefault(QLocale(QLocale::English)); // built without translations
}

} // namespace edgewright::workbench
