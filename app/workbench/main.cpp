// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/bars/page_stack.h"
#include "app/workbench/figures_alone.h"
#include "app/workbench/files/quit.h"
#include "app/workbench/files/thumbnail.h"
#include "app/workbench/keys/language.h"
#include "app/workbench/lesson_slides.h"
#include "app/workbench/lessons/lessons.h"
#include "app/workbench/main_window.h"
#include "app/workbench/one_window.h"
#include "app/workbench/presenter/presenter.h"
#include "app/workbench/welcome/welcome.h"
#include "core/base/version.h"
#include "core/pipeline/rule_plugins.h"
#include "core/pipeline/settings/setting_fields.h"
#include "views/support/figure/figure_style.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QFont>
#include <QHashSeed>
#include <QSettings>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string_view>

namespace {

// Help and version need no display, which QApplication cannot do without.
bool isAnsweredOnTerminal(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--") return false;
        if (word == "--help" || word == "-h" || word == "--version" || word == "-v") return true;
    }
    return false;
}

// Other options may be Qt's own: those are not looked at.
void answerOnTerminal(QCommandLineParser& parser) {
    const QStringList arguments = QCoreApplication::arguments();
    parser.parse(arguments);
    for (const QString& argument : arguments.mid(1)) {
        if (argument == QStringLiteral("--help") || argument == QStringLiteral("-h")) parser.showHelp();
        if (argument == QStringLiteral("--version") || argument == QStringLiteral("-v")) parser.showVersion();
    }
}

void sayOnTerminal(const QString& words) { std::fprintf(stderr, "edgewright: %s\n", qPrintable(words)); }

// "--export DIR" and how its figures look; "--style" is an option of Qt's own.
struct ExportOptions {
    QCommandLineOption folder{
        QStringLiteral("export"),
        QCoreApplication::translate("main",
                                    "Write all figures of MODEL into this folder, and end. Needs no display."),
        QStringLiteral("folder")};
    QCommandLineOption report{
        QStringLiteral("report"),
        QCoreApplication::translate("main", "Write a report of MODEL into this folder, and end, likewise."),
        QStringLiteral("folder")};
    QCommandLineOption slides{
        QStringLiteral("lesson-slides"),
        QCoreApplication::translate("main",
                                    "Write every step of --lesson as a slide into this folder, likewise."),
        QStringLiteral("folder")};
    QCommandLineOption experiment{
        QStringLiteral("report-experiment"),
        QCoreApplication::translate("main", "Its section on the results of this experiment."),
        QStringLiteral("file")};
    QCommandLineOption without{
        QStringLiteral("report-without"),
        QCoreApplication::translate("main",
                                    "Not these parts of it, with commas, which take longest to compute: %1.")
            .arg(partKeys()),
        QStringLiteral("parts")};
    QCommandLineOption progress{
        QStringLiteral("report-progress"),
        QCoreApplication::translate("main", "Also say how far it is, as lines \"progress DONE TOTAL\".")};
    QCommandLineOption style{
        QStringLiteral("figure-style"),
        QCoreApplication::translate("main", "Width and type of those figures: %1.").arg(styleKeys()),
        QStringLiteral("style")};
    QCommandLineOption font{
        QStringLiteral("figure-font"),
        QCoreApplication::translate("main", "Their font: %1; unless told that of the study.").arg(fontKeys()),
        QStringLiteral("font")};
    QCommandLineOption formats{QStringLiteral("figure-formats"),
                               QCoreApplication::translate("main", "Their formats, with commas: svg,pdf,png."),
                               QStringLiteral("formats")};
    QCommandLineOption dots{QStringLiteral("figure-dpi"),
                            QCoreApplication::translate("main", "Dots an inch of PNG (300)."),
                            QStringLiteral("dots")};
    QCommandLineOption data{
        QStringLiteral("figure-data"),
        QCoreApplication::translate(
            "main", "Beside each of them a caption, and what it draws as CSV and for pgfplots.")};

    static QString styleKeys() {
        QStringList keys;
        for (const edgewright::views::FigureStyle& each : edgewright::views::figureStyles())
            keys << QLatin1String(each.key);
        return keys.join(QStringLiteral(", "));
    }
    static QString partKeys() {
        QStringList keys;
        for (const edgewright::workbench::ReportPart& each : edgewright::workbench::reportParts())
            keys << QLatin1String(each.key);
        return keys.join(QStringLiteral(", "));
    }
    static QString fontKeys() {
        return QString::fromStdString(
            edgewright::fieldNamed(edgewright::pipeline::figureFields(), "figure_font").choiceList());
    }
    void addTo(QCommandLineParser& parser) const {
        parser.addOptions(
            {folder, report, slides, experiment, without, progress, style, font, formats, dots, data});
    }
    // Nothing: a window is wanted.
    edgewright::Result<std::optional<edgewright::workbench::FigureOrder>>
    order(const QCommandLineParser& parser) const {
        using edgewright::workbench::FigureOrder;
        const bool isReport = parser.isSet(report);
        const QCommandLineOption& asked = isReport ? report : parser.isSet(slides) ? slides : folder;
        if (!parser.isSet(asked)) return std::optional<FigureOrder>();
        auto order = edgewright::workbench::figureOrder(
            parser.value(asked),
            parser.isSet(style) || !isReport ? parser.value(style) : QStringLiteral("paper-174"),
            parser.value(font), isReport ? QStringLiteral("svg,pdf") : parser.value(formats),
            parser.value(dots));
        if (!order) return order.error();
        order->withData = isReport || parser.isSet(data);
        order->isReport = isReport;
        order->experiment = parser.value(experiment);
        order->tellsProgress = parser.isSet(progress);
        if (isReport) {
            auto parts = edgewright::workbench::reportPartsWithout(parser.value(without));
            if (!parts) return parts.error();
            order->parts = std::move(*parts);
        }
        return std::optional<FigureOrder>(*order);
    }
};

// Before there is an application, where figures alone are wanted: without a display, and the same bytes each
// time (Qt writes the fonts of a PDF in the order of a hash).
void prepareFiguresAlone(int argc, char** argv) {
    const auto asks = [](std::string_view word) {
        return word.starts_with("--export") || word.starts_with("--report") ||
               word.starts_with("--thumbnail") || word.starts_with("--lesson-slides");
    };
    if (std::none_of(argv, argv + argc, asks)) return;
    QHashSeed::setDeterministicGlobalSeed();
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
}

} // namespace

int main(int argc, char** argv) {
    using namespace edgewright;
    QApplication::setApplicationName(QStringLiteral("edgewright"));
    QApplication::setOrganizationName(QStringLiteral("edgewright"));
    QApplication::setApplicationDisplayName(QStringLiteral("Edgewright"));
    QApplication::setApplicationVersion(QStringLiteral(EDGEWRIGHT_VERSION));

    std::optional<QCoreApplication> terminal;
    if (isAnsweredOnTerminal(argc, argv)) workbench::useLanguage(terminal.emplace(argc, argv));

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
    const QCommandLineOption languageOption(
        QStringLiteral("language"),
        QCoreApplication::translate("main", "The language of words, in place of the one that was chosen: %1.")
            .arg(workbench::windowTranslations().join(QStringLiteral(", "))),
        QStringLiteral("language"));
    const QCommandLineOption lessonOption(
        QStringLiteral("lesson"),
        QCoreApplication::translate("main", "Open this lesson: its name, or its folder."),
        QStringLiteral("lesson"));
    const QCommandLineOption thumbnailOption(
        QStringLiteral("thumbnail"),
        QCoreApplication::translate("main", "Draw the graph of MODEL within so many pixels into a second file, "
                                            "a PNG, and end. Needs no display."),
        QStringLiteral("pixels"));
    const QCommandLineOption stepOption(
        QStringLiteral("lesson-step"),
        QCoreApplication::translate("main", "At this step of it, from 1 on; else where it was left."),
        QStringLiteral("number"));
    const QCommandLineOption presentOption(
        QStringLiteral("present"),
        QCoreApplication::translate("main",
                                    "Before a class: as large as the screen, led by PageDown and PageUp, "
                                    "with notes on a second screen."));
    parser.addOptions({pageOption, lessonOption, stepOption, presentOption});
    parser.addOptions({themeOption, languageOption});
    const ExportOptions exportOptions;
    exportOptions.addTo(parser);
    parser.addOption(thumbnailOption);
    parser.addPositionalArgument(
        QStringLiteral("MODEL"),
        QCoreApplication::translate(
            "main", "ONNX models or studies; without one, what was open last, or the welcome page."));
    if (terminal) answerOnTerminal(parser);
    terminal.reset();

    prepareFiguresAlone(argc, argv);
    QApplication app(argc, argv);
    QGuiApplication::setDesktopFileName(QStringLiteral("edgewright"));
    parser.parse(QCoreApplication::arguments());
    workbench::useLanguage(app, parser.value(languageOption));
    QApplication::setStyle(QStringLiteral("Fusion"));
    parser.process(app);

    std::vector<std::string> failures; // before any page asks for the rules
    pipeline::loadListedRulePlugins(failures);
    for (const std::string& failure : failures)
        std::fprintf(stderr, "edgewright: EDGEWRIGHT_RULE_PLUGINS: %s\n", failure.c_str());

    const auto order = exportOptions.order(parser);
    const bool isSlides = parser.isSet(exportOptions.slides);
    if (!order || (*order && !isSlides && parser.positionalArguments().size() != 1)) {
        sayOnTerminal(order ? QCoreApplication::translate("main", "--export and --report need one MODEL")
                            : QString::fromStdString(order.error().message));
        return 2;
    }
    const bool isPresented = parser.isSet(presentOption);
    if ((isSlides || isPresented) && !parser.isSet(lessonOption)) {
        sayOnTerminal(QCoreApplication::translate("main", "--lesson-slides and --present need --lesson"));
        return 2;
    }
    std::optional<std::size_t> step;
    if (parser.isSet(stepOption)) {
        bool isNumber = false;
        step = parser.value(stepOption).toUInt(&isNumber) - 1;
        if (!isNumber || *step > lesson::MaxSteps) {
            sayOnTerminal(QCoreApplication::translate("main", "--lesson-step %1: expected 1 to %2")
                              .arg(parser.value(stepOption))
                              .arg(lesson::MaxSteps));
            return 2;
        }
    }
    const QTemporaryDir nobodys; // figures do not depend on what somebody did in a window, nor on its fonts
    const bool isThumbnail = parser.isSet(thumbnailOption);
    if (*order || isThumbnail) {
        QFont font = QApplication::font();
        font.setFamilies({views::figureFamily(edgewright::FigureFont::Sans)});
        QApplication::setFont(font);
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, nobodys.path());
    }
    if (*order || isThumbnail || isPresented) qputenv("XDG_DATA_HOME", nobodys.path().toUtf8());
    if (isThumbnail) return workbench::thumbnail(parser.value(thumbnailOption), parser.positionalArguments());

    workbench::OneWindow one;
    workbench::MainWindow& window = one.get();
    window.setTheme(parser.isSet(themeOption)
                        ? parser.value(themeOption)
                        : QSettings().value(QStringLiteral("theme"), QStringLiteral("system")).toString());
    if (parser.isSet(pageOption) && !window.showPage(parser.value(pageOption))) {
        sayOnTerminal(QCoreApplication::translate("main", "no page is called '%1'; there are: %2")
                          .arg(parser.value(pageOption), ids.join(QStringLiteral(", "))));
        return 2;
    }
    if (!parser.isSet(pageOption)) window.restorePage();
    workbench::whenAskedToEnd(one, [&](int signal) {
        one.get().rememberAll();
        QApplication::exit(128 + signal);
    });
    std::optional<workbench::Presenter> presenter;
    if (isPresented) {
        window.leaveFrame();
        QObject::connect(&presenter.emplace(window, window.lessons()), &workbench::Presenter::left, &window,
                         [](std::size_t at) {
                             std::printf("step %zu\n", at + 1);
                             std::fflush(stdout);
                             QApplication::exit(0); // nothing is asked: settings are those of the lesson
                         });
    }
    window.show();
    const QStringList models = parser.positionalArguments();
    if (isSlides)
        workbench::writeSlidesAndEnd(window, parser.value(lessonOption), **order);
    else if (*order)
        workbench::writeFiguresAndEnd(window, models.front(), **order);
    else if (parser.isSet(lessonOption))
        window.lessons().start(parser.value(lessonOption), step);
    else if (!models.isEmpty())
        window.requestOpen(models);
    else {
        window.openLast();
        window.findChild<workbench::Welcome*>()->openIfEmpty();
    }
    return workbench::quit(one.jobs(), QApplication::exec());
}
