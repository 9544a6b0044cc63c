// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/bars/page_stack.h"
#include "app/workbench/files/quit.h"
#include "app/workbench/language.h"
#include "app/workbench/main_window.h"
#include "core/base/version.h"
#include "core/pipeline/rule_plugins.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QFileInfo>
#include <QSettings>

#include <cstdio>

namespace {

// A sample to begin with: beside an installed program, or in the source tree that this one was built from.
QString sampleModel() {
    const QString installed =
        QApplication::applicationDirPath() + QStringLiteral("/" EDGEWRIGHT_SAMPLE_INSTALLED);
    if (QFileInfo::exists(installed)) return installed;
    return QStringLiteral(EDGEWRIGHT_SAMPLE_IN_SOURCE);
}

// Help and version need no display, which QApplication cannot do without. Other options may be Qt's own: those
// are looked at later.
void answerOnTerminal(QCommandLineParser& parser, int argc, char** argv) {
    QCoreApplication terminal(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    for (const QString& argument : arguments.mid(1)) {
        if (argument == QStringLiteral("--")) return;
        const bool help = argument == QStringLiteral("--help") || argument == QStringLiteral("-h");
        if (!help && argument != QStringLiteral("--version") && argument != QStringLiteral("-v")) continue;
        parser.parse(arguments);
        if (help) parser.showHelp();
        parser.showVersion();
    }
}

} // namespace

int main(int argc, char** argv) {
    using namespace edgewright;
    QApplication::setApplicationName(QStringLiteral("edgewright"));
    QApplication::setOrganizationName(QStringLiteral("edgewright"));
    QApplication::setApplicationDisplayName(QStringLiteral("Edgewright"));
    QApplication::setApplicationVersion(QStringLiteral(EDGEWRIGHT_VERSION));

    QCommandLineParser parser;
    parser.setApplicationDescription(
        QCoreApplication::translate("main", "Follow a neural network down to the edge hardware."));
    parser.addHelpOption();
    parser.addVersionOption();
    QStringList ids;
    for (const views::ViewEntry* page : workbench::pages())
        ids << QString::fromLatin1(page->id);
    const QCommandLineOption pageOption(
        QStringLiteral("page"),
        QCoreApplication::translate("main", "Open at this page: %1.").arg(ids.join(QStringLiteral(", "))),
        QStringLiteral("page"));
    const QCommandLineOption themeOption(QStringLiteral("theme"),
                                         QCoreApplication::translate("main", "light, dark or system."),
                                         QStringLiteral("theme"));
    parser.addOption(pageOption);
    parser.addOption(themeOption);
    parser.addPositionalArgument(
        QStringLiteral("MODEL"),
        QCoreApplication::translate("main",
                                    "ONNX models or studies; without one, what was open last, or a sample."));
    answerOnTerminal(parser, argc, argv);

    QApplication app(argc, argv);
    workbench::useLanguage(app);
    QApplication::setStyle(QStringLiteral("Fusion"));
    parser.process(app);

    std::vector<std::string> failures; // before any page asks for the rules
    pipeline::loadListedRulePlugins(failures);
    for (const std::string& failure : failures)
        std::fprintf(stderr, "edgewright: EDGEWRIGHT_RULE_PLUGINS: %s\n", failure.c_str());

    workbench::MainWindow window;
    window.setTheme(parser.isSet(themeOption)
                        ? parser.value(themeOption)
                        : QSettings().value(QStringLiteral("theme"), QStringLiteral("system")).toString());
    if (parser.isSet(pageOption) && !window.showPage(parser.value(pageOption))) {
        std::fprintf(stderr, "edgewright: no page is called '%s'; there are: %s\n",
                     qPrintable(parser.value(pageOption)), qPrintable(ids.join(QStringLiteral(", "))));
        return 2;
    }
    if (!parser.isSet(pageOption)) window.restorePage();
    workbench::whenAskedToEnd(window, [&](int signal) {
        window.rememberAll();
        QApplication::exit(128 + signal);
    });
    window.show();
    const QStringList models = parser.positionalArguments();
    if (!models.isEmpty())
        window.requestOpen(models);
    else if (!window.openLast())
        window.open(sampleModel());
    return workbench::quit(window.jobs(), QApplication::exec());
}
