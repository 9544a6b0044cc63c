// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/keys/language.h"

#include "core/base/language.h"

#include <QDir>
#include <QLibraryInfo>
#include <QLocale>
#include <QSettings>
#include <QTranslator>

#include <array>

namespace edgewright::workbench {

namespace {

const QString Chosen = QStringLiteral("language"), Folder = QStringLiteral(":/translations");

// Ours, which has the texts of qt_texts.h, and before it Qt's own of buttons and file dialogues, where it is
// installed.
std::array<QTranslator, 2>& translators() {
    static auto* const both = new std::array<QTranslator, 2>; // never destroyed: the application may be gone
    return *both;
}

} // namespace

QStringList windowTranslations() {
    QStringList names;
    for (const QString& file : QDir(Folder).entryList({QStringLiteral("edgewright_*.qm")}))
        names << file.section(QLatin1Char('.'), 0, 0).section(QLatin1Char('_'), 1);
    return names;
}

QString chosenLanguage() {
    const QString name = QSettings().value(Chosen).toString();
    return windowTranslations().contains(name) ? name : QString();
}

void chooseLanguage(const QString& name) { QSettings().setValue(Chosen, name); }

void useLanguage(QCoreApplication& application, const QString& asked) {
    auto& [ours, qts] = translators();
    for (QTranslator* each : {&ours, &qts})
        QCoreApplication::removeTranslator(each);
    QStringList names = QLocale::system().uiLanguages() << QStringLiteral("en-US");
    if (const QString chosen = chosenLanguage(); !chosen.isEmpty()) names.prepend(chosen);
    if (!asked.isEmpty()) { // as the desktop writes it, where it does
        const auto wanted = QLocale(asked).language();
        names.removeIf([wanted](const QString& name) { return QLocale(name).language() != wanted; });
        names << asked;
    }
    for (const QString& name : names) {
        const QLocale locale(name);
        if (!ours.load(locale, QStringLiteral("edgewright"), QStringLiteral("_"), Folder)) continue;
        application.installTranslator(&ours);
        if (qts.load(locale, QStringLiteral("qtbase"), QStringLiteral("_"),
                     QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
            application.installTranslator(&qts);
        QLocale::setDefault(locale);
        const auto language = languageOf(ours.language().toStdString());
        if (const auto spoken = speak(language.value_or(std::string(English))); !spoken)
            qWarning("%s", spoken.error().message.c_str());
        return;
    }
    QLocale::setDefault(QLocale(QLocale::English)); // built without translations
}

} // namespace edgewright::workbench
