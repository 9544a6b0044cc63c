// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/language.h"

#include "core/base/language.h"

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
        const auto language = languageOf(translator->language().toStdString());
        if (const auto spoken = speak(language.value_or(std::string(English))); !spoken)
            qWarning("%s", spoken.error().message.c_str());
        return;
    }
    QLocale::setDefault(QLocale(QLocale::English)); // built without translations
}

} // namespace edgewright::workbench
