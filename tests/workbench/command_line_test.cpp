// SPDX-License-Identifier: GPL-3.0-or-later
// The window's own command line, where there is no display.
#include "app/workbench/report/report_format.h"
#include "core/base/figure_style.h"
#include "tests/support/paths/paths.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QProcessEnvironment>
#include <QRegularExpression>
#include <QSet>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>
#include <QXmlStreamReader>
#include <QtEndian>

#include <limits>
#include <tuple>

namespace edgewright::command_line_test {

using namespace Qt::StringLiterals;

namespace {

QString programOf(const char* name) { return QString::fromStdString(test::program(name)); }

} // namespace

class CommandLineTest : public QObject {
    Q_OBJECT

    struct Ended {
        int code = -1;
        QByteArray out, errors;
    };
    // Without a display.
    static Ended run(const QStringList& arguments, const QString& program = programOf("edgewright")) {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
            environment.remove(QString::fromUtf8(name));
        QProcess process;
        process.setProcessEnvironment(environment);
        process.start(program, arguments);
        if (!process.waitForFinished(-1) || process.exitStatus() != QProcess::NormalExit) return {};
        return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    }
    static QByteArray read(const QString& name) {
        QFile file(name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    // Of the tiny network, compared on a few samples only.
    static QString studyIn(const QTemporaryDir& folder) {
        QFile file(folder.filePath(u"tiny.study.json"_s));
        if (!file.open(QIODevice::WriteOnly)) return {};
        file.write("{\"edgewright_study\": 1, \"model\": {\"path\": \"" +
                   QByteArray::fromStdString(test::sample("tiny_cnn_2d.onnx").string()) +
                   "\"}, \"int8\": {\"samples\": 2, \"evaluation_samples\": 2}, "
                   "\"captions\": {\"roofline\": \"My words on\\nthe roof.\"}}");
        return file.fileName();
    }
    // True where there is no pdflatex with what a report needs.
    static bool compiles(const QDir& folder, const QString& document, QByteArray& said) {
        const QString latex = QStandardPaths::findExecutable(u"pdflatex"_s);
        QProcess find;
        find.start(u"kpsewhich"_s, {u"siunitx.sty"_s});
        if (latex.isEmpty() || !find.waitForFinished(-1) || find.readAllStandardOutput().isEmpty()) return true;
        QProcess compile;
        compile.setWorkingDirectory(folder.path());
        compile.setProcessChannelMode(QProcess::MergedChannels);
        compile.setStandardInputFile(QProcess::nullDevice());
        compile.start(latex, {u"-interaction=nonstopmode"_s, u"-halt-on-error"_s, document});
        const bool ended = compile.waitForFinished(-1);
        said = compile.readAll().right(3000);
        return ended && compile.exitCode() == 0;
    }

private slots:
    void helpAndVersionNeedNoDisplay_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("--help") << QStringList{u"--help"_s} << QByteArray("--page");
        QTest::newRow("-h behind others")
            << QStringList{u"--page"_s, u"graph"_s, u"-h"_s} << QByteArray("--theme");
        QTest::newRow("--version") << QStringList{u"--version"_s} << QByteArray("edgewright ");
    }
    void helpAndVersionNeedNoDisplay() {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, says);
        const Ended ended = run(arguments);
        QCOMPARE(ended.code, 0);
        QVERIFY2(ended.out.contains(says), ended.out.constData());
    }

    // The same model and style are the same bytes.
    void figuresNeedNoDisplayAndAreRepeatable() {
        QTemporaryDir folder;
        const QString model = QString::fromStdString(test::sample("tiny_cnn_2d.onnx").string());
        QStringList names;
        const QString cli = programOf("edgewright-cli"), window = programOf("edgewright");
        for (const auto& [program, verb, place] :
             {std::tuple(window, QStringList{u"--export"_s}, folder.filePath(u"a/b"_s)),
              std::tuple(cli, QStringList{u"figures"_s, u"--out"_s}, folder.filePath(u"c"_s))}) {
            const QString front = program == cli ? u"--"_s : u"--figure-"_s;
            const Ended ended = run(verb + QStringList{place, front + u"style"_s, u"paper-84"_s,
                                                       front + u"formats"_s, u"svg,pdf"_s, model},
                                    program);
            QVERIFY2(ended.code == 0, ended.errors.constData());
            QVERIFY2(ended.out.contains("Wrote "), ended.out.constData());
            const QStringList files = QDir(place).entryList(QDir::Files);
            QVERIFY2(files.size() >= 16, qPrintable(files.join(u' ')));
            for (const char* figure :
                 {"graph-after", "memory-arena-before", "int8-layers", "roofline", "layer-cycles"})
                QVERIFY2(files.filter(QString::fromLatin1(figure)).size() >= 2, figure);
            if (names.isEmpty()) names = files;
            QCOMPARE(files, names);
        }
        const QRegularExpression width(u"<svg width=\"([0-9.]+)mm\""_s);
        for (const QString& name : names) {
            const QByteArray first = read(folder.filePath(u"a/b/"_s + name));
            QVERIFY2(first == read(folder.filePath(u"c/"_s + name)), qPrintable(name));
            if (!name.endsWith(u".svg"_s)) continue;
            QVERIFY2(first.contains("Model: tiny_cnn_2d.onnx"), qPrintable(name)); // what it is of
            const auto found = width.match(QString::fromUtf8(first));
            QVERIFY2(found.hasMatch() && found.captured(1).toDouble() < 84.5, qPrintable(name));
        }
    }
    // A caption for each figure, and the tables that they are of, once each.
    void figuresHaveTheirDataBesideThem() {
        QTemporaryDir folder;
        const QString model = QString::fromStdString(test::sample("tiny_cnn_2d.onnx").string());
        const Ended ended =
            run({u"figures"_s, model, u"--out"_s, folder.path(), u"--formats"_s, u"svg"_s, u"--data"_s},
                programOf("edgewright-cli"));
        QVERIFY2(ended.code == 0, ended.errors.constData());
        const QDir files(folder.path());
        const QStringList figures = files.entryList({u"*.svg"_s}, QDir::Files);
        QVERIFY(figures.size() >= 8);
        QCOMPARE(files.entryList({u"*.txt"_s}, QDir::Files).size(), figures.size());
        for (const QString& figure : figures) {
            const QByteArray caption = read(files.filePath(figure.chopped(4) + u".txt"_s));
            QVERIFY2(caption.contains("Model: tiny_cnn_2d.onnx") && caption.count('\n') == 1,
                     caption.constData());
        }
        // The answer of a page belongs to the figure that shows it, and not to the others of the page.
        QVERIFY(read(files.filePath(u"tiny_cnn_2d-layer-cycles.txt"_s)).contains("cycles"));
        QVERIFY(read(files.filePath(u"tiny_cnn_2d-graph-before-after.txt"_s)).contains("fus"));
        for (const char* other : {"roofline", "energy", "dse"})
            QVERIFY2(!read(files.filePath(u"tiny_cnn_2d-%1.txt"_s.arg(QLatin1String(other))))
                          .contains("% of the cycles"),
                     other);
        for (const auto& [figure, table, column] :
             {std::tuple("roofline", "layers", "cycles"), std::tuple("layer-cycles", "layers", "cycles"),
              std::tuple("int8-layers", "int8-layers", "name"),
              std::tuple("memory-arena-after", "memory-fused", "offset"),
              std::tuple("dse", "designs", "cycles")}) {
            const QString stem = u"tiny_cnn_2d-"_s + QLatin1String(table);
            const QByteArray csv = read(files.filePath(stem + u".csv"_s)),
                             dat = read(files.filePath(stem + u".dat"_s)),
                             caption = read(files.filePath(u"tiny_cnn_2d-%1.txt"_s.arg(QLatin1String(figure))));
            QVERIFY2(caption.contains(stem.toUtf8() + ".csv, " + stem.toUtf8() + ".dat"), caption.constData());
            QVERIFY2(csv.count('\n') > 1 && csv.count('\n') == dat.count('\n'), table);
            QVERIFY2(dat.left(dat.indexOf('\n')).contains(column), dat.constData());
        }
    }
    void aFontIsThatOfAllFigures() {
        QTemporaryDir folder;
        const QString model = QString::fromStdString(test::sample("tiny_cnn_2d.onnx").string());
        const Ended ended = run(
            {u"figures"_s, model, u"--out"_s, folder.path(), u"--formats"_s, u"svg"_s, u"--font"_s, u"serif"_s},
            programOf("edgewright-cli"));
        QVERIFY2(ended.code == 0, ended.errors.constData());
        const QDir files(folder.path());
        const QStringList figures = files.entryList({u"*.svg"_s}, QDir::Files);
        QVERIFY(figures.size() >= 8);
        static const QRegularExpression Text(u"<text[^>]*font-family=\"([^\"]*)\"[^>]*>[^<]*"_s);
        for (const QString& figure : figures) {
            const QString svg = QString::fromUtf8(read(files.filePath(figure)));
            QVERIFY2(svg.contains(u"<text"_s), qPrintable(figure));
            for (const QRegularExpressionMatch& text : Text.globalMatch(svg))
                QVERIFY2(text.captured(1).endsWith(u", serif"_s),
                         qPrintable(figure + u": "_s + text.captured()));
        }
    }
    void bothProgramsNameEveryStyle() {
        const Ended window = run({u"--help"_s}),
                    verb = run({u"figures"_s, u"--help"_s}, programOf("edgewright-cli"));
        for (const FigureStyle& style : figureStyles())
            for (const QByteArray* text : {&window.out, &verb.out})
                QVERIFY2(text->contains(style.key), style.key);
    }
    void verbsOfTheWindowAnswerInJson() {
        QTemporaryDir folder;
        const QString study = studyIn(folder);
        for (const QString& verb : {u"figures"_s, u"report"_s}) {
            const Ended ended =
                run({verb, study, u"--out"_s, folder.path(), u"--json"_s}, programOf("edgewright-cli"));
            QVERIFY2(ended.code == 0, ended.errors.constData());
            const QJsonObject json = QJsonDocument::fromJson(ended.out).object();
            QCOMPARE(json[u"model"_s].toString(), u"tiny.study.json"_s);
            QCOMPARE(json[u"folder"_s].toString(), folder.path());
        }
    }
    // All formats have every section, figure and table; the HTML stands alone, and is well-formed.
    void aReportHasWhatThePagesSay() {
        QTemporaryDir folder;
        const Ended ended =
            run({u"report"_s, studyIn(folder), u"--out"_s, folder.path()}, programOf("edgewright-cli"));
        QVERIFY2(ended.code == 0, ended.errors.constData());
        const QStringList figures = QDir(folder.filePath(u"figures"_s)).entryList({u"*.svg"_s}, QDir::Files);
        QVERIFY(figures.size() >= 8);
        for (const workbench::ReportFormat* format : workbench::reportFormats())
            QVERIFY2(QFile::exists(folder.filePath(QString::fromUtf8(format->file))), format->file);
        const QByteArray html = read(folder.filePath(u"report.html"_s)),
                         markdown = read(folder.filePath(u"report.md"_s)),
                         latex = read(folder.filePath(u"report.tex"_s));
        for (const QByteArray* text : {&html, &markdown, &latex})
            for (const char* said : {"Memory", "INT8", "Accelerator", "Settings", "Model: tiny", "MAC"})
                QVERIFY2(text->contains(said), said);
        // What runs for no page by itself: the strategies with the advice, and the note on fixed point.
        for (const QByteArray* text : {&html, &markdown, &latex})
            for (const char* said : {"Strategy", "asymmetric uint8", "Fixed point",
                                     "Bit growth: ", "overflows on no input", "Requantization: "})
                QVERIFY2(text->contains(said), said);
        for (const char* figure : {"tiny_cnn_2d-int8-strategies.svg", "tiny_cnn_2d-int8-accumulators.svg"})
            QVERIFY2(figures.contains(QLatin1String(figure)), figure);
        QVERIFY(!ended.out.contains("progress"));
        QCOMPARE(html.count("<svg"), figures.size());
        QVERIFY(html.count("<table") >= 4);
        QVERIFY(latex.count("\\toprule") >= html.count("<table")); // those of long tables twice
        QCOMPARE(markdown.count("<!--"), html.count("<table"));
        for (const char* asked : {"src=", "http://", "@import"}) // names of namespaces are no requests
            QVERIFY2(QByteArray(html)
                             .replace("xmlns=\"http://", "")
                             .replace("xmlns:xlink=\"http://", "")
                             .count(asked) == 0,
                     asked);
        QXmlStreamReader reader(html);
        QSet<QString> ids;
        while (!reader.atEnd())
            if (reader.readNext() == QXmlStreamReader::StartElement &&
                reader.attributes().hasAttribute(u"id"_s)) {
                const QString id = reader.attributes().value(u"id"_s).toString();
                QVERIFY2(!ids.contains(id), qPrintable(id));
                ids << id;
            }
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        for (const QString& figure : figures) {
            const QByteArray stem = figure.chopped(4).toUtf8();
            QVERIFY2(markdown.contains("figures/" + stem + ".svg"), stem.constData());
            QVERIFY2(latex.contains("figures/" + stem + ".pdf"), stem.constData());
            for (const QString& suffix : {u".pdf"_s, u".txt"_s})
                QVERIFY(QFile::exists(folder.filePath(u"figures/"_s + QString::fromUtf8(stem) + suffix)));
        }
        // A caption that a person wrote stands in the documents and beside the figure.
        for (const QByteArray* text : {&html, &markdown, &latex})
            QVERIFY(text->contains("My words on the roof."));
        QCOMPARE(read(folder.filePath(u"figures/tiny_cnn_2d-roofline.txt"_s)),
                 QByteArray("My words on the roof.\n"));
        // Boxes, bars, points and tensors are named under the pointer, without a script.
        for (const char* name : {"graph-before", "graph-before-after", "memory-arena-after", "layer-cycles",
                                 "roofline", "dse", "int8-layers", "int8-strategies"}) {
            const QString svg = u"figures/tiny_cnn_2d-%1.svg"_s.arg(QLatin1String(name));
            QVERIFY2(read(folder.filePath(svg)).count("</title></rect>") > 1, name);
        }
        QByteArray said;
        QVERIFY2(compiles(QDir(folder.path()), u"report.tex"_s, said), said.constData());
        // The log breaks its lines where they are full.
        const QByteArray fonts = read(folder.filePath(u"report.log"_s)).replace("\n", "");
        QVERIFY2(!fonts.contains("lmodern.sty") || !fonts.contains("pk>"), "letters are set as bitmaps");
        // Neither package is needed.
        QFile bare(folder.filePath(u"bare.tex"_s));
        QVERIFY(bare.open(QIODevice::WriteOnly));
        QByteArray opening = latex.first(latex.indexOf("\\begin{document}"));
        for (const char* package : {"cmap", "lmodern"}) {
            const QByteArray file = "{" + QByteArray(package) + ".sty}";
            QVERIFY2(opening.contains("\\IfFileExists" + file), package);
            opening.replace(file, "{no-such-package.sty}");
        }
        bare.write(opening + "\\begin{document}\nOne fine day.\n\\end{document}\n");
        bare.close();
        QVERIFY2(compiles(QDir(folder.path()), u"bare.tex"_s, said), said.constData());
    }
    void partsOfAReportAreLeftOut() {
        QTemporaryDir folder;
        const QString model = QString::fromStdString(test::sample("tiny_cnn_2d.onnx").string());
        const QStringList report{u"report"_s, model, u"--out"_s, folder.path(), u"--without"_s};
        const Ended ended = run(report + QStringList{u"fixed-point,strategies"_s}, programOf("edgewright-cli"));
        QVERIFY2(ended.code == 0, ended.errors.constData());
        const QByteArray html = read(folder.filePath(u"report.html"_s));
        QVERIFY(html.contains("INT8") && !html.contains("<h2>Fixed point") && !html.contains("Bit growth: "));
        QVERIFY(!QFile::exists(folder.filePath(u"figures/tiny_cnn_2d-int8-strategies.svg"_s)));
        const Ended other = run(report + QStringList{u"memory"_s}, programOf("edgewright-cli"));
        QVERIFY2(other.code != 0 && other.errors.contains("'memory'; there are: strategies, fixed-point"),
                 other.errors.constData());
    }
    // No page is higher than a page or wider than the column; each has a caption that says which one it is.
    void aGraphThatNoPageHoldsHasSeveral() {
        QTemporaryDir folder;
        const QString model = QString::fromStdString(test::sample("depthwise_cnn_2d.onnx").string());
        const Ended ended = run({u"--report"_s, folder.path(), u"--figure-style"_s, u"paper-120"_s, model});
        QVERIFY2(ended.code == 0, ended.errors.constData());
        const QDir files(folder.filePath(u"figures"_s));
        const QByteArray html = read(folder.filePath(u"report.html"_s)),
                         markdown = read(folder.filePath(u"report.md"_s)),
                         latex = read(folder.filePath(u"report.tex"_s));
        const QRegularExpression size(u"<svg width=\"([0-9.]+)mm\" height=\"([0-9.]+)mm\""_s);
        for (const QString& name : {u"graph-before"_s, u"graph-after"_s}) {
            const QString stem = u"depthwise_cnn_2d-"_s + name;
            QVERIFY(!files.exists(stem + u".svg"_s) && !files.exists(stem + u".txt"_s));
            const qsizetype pages = files.entryList({stem + u"-?.svg"_s}, QDir::Files).size();
            QVERIFY2(pages > 1 && pages <= 4, qPrintable(QString::number(pages)));
            for (qsizetype page = 1; page <= pages; ++page) {
                const QString each = u"%1-%2"_s.arg(stem).arg(page),
                              part = u"(%1 of %2)"_s.arg(page).arg(pages);
                const auto found = size.match(QString::fromUtf8(read(files.filePath(each + u".svg"_s))));
                QVERIFY2(found.hasMatch() && found.captured(1).toDouble() < 120.5 &&
                             found.captured(2).toDouble() < 240.5,
                         qPrintable(each));
                QVERIFY(files.exists(each + u".pdf"_s));
                QVERIFY2(read(files.filePath(each + u".txt"_s)).contains(part.toUtf8()), qPrintable(each));
                QVERIFY2(markdown.contains("figures/" + each.toUtf8() + ".svg"), qPrintable(each));
                QVERIFY2(latex.contains("figures/" + each.toUtf8() + ".pdf"), qPrintable(each));
                for (const QByteArray* text : {&html, &markdown, &latex})
                    QVERIFY2(text->contains(part.toUtf8()), qPrintable(each));
            }
        }
        for (const QString& both : files.entryList({u"*-graph-before-after*.svg"_s}, QDir::Files))
            QVERIFY2(size.match(QString::fromUtf8(read(files.filePath(both)))).captured(2).toDouble() < 240.5,
                     qPrintable(both));
    }
    // In every document, with a LaTeX that has Chinese fonts and with one that has none.
    void aReportOfAModelWithAChineseName() {
        QTemporaryDir folder;
        const QString stem = u"卷积"_s, model = folder.filePath(stem + u".onnx"_s);
        QVERIFY(QFile::copy(QString::fromStdString(test::sample("tiny_cnn_2d.onnx").string()), model));
        const Ended ended = run({u"report"_s, model, u"--out"_s, folder.path()}, programOf("edgewright-cli"));
        QVERIFY2(ended.code == 0, ended.errors.constData());
        for (const char* name : {"report.html", "report.md", "report.tex"})
            QVERIFY2(read(folder.filePath(QLatin1String(name))).contains(stem.toUtf8()), name);
        const QByteArray caption = read(folder.filePath(u"figures/卷积-roofline.txt"_s));
        QVERIFY2(caption.contains("Model: 卷积.onnx"), caption.constData());
        const QString latex = QStandardPaths::findExecutable(u"pdflatex"_s);
        for (const QString& needed : {u"siunitx.sty"_s, u"pdflscape.sty"_s, u"hyperref.sty"_s}) {
            QProcess find;
            find.start(u"kpsewhich"_s, {needed});
            if (latex.isEmpty() || !find.waitForFinished(-1) || find.readAllStandardOutput().isEmpty())
                QSKIP("there is no pdflatex with siunitx, pdflscape and hyperref");
        }
        QProcess compile;
        compile.setWorkingDirectory(folder.path());
        compile.setProcessChannelMode(QProcess::MergedChannels);
        compile.setStandardInputFile(QProcess::nullDevice());
        compile.start(latex, {u"-interaction=nonstopmode"_s, u"-halt-on-error"_s, u"report.tex"_s});
        QVERIFY(compile.waitForFinished(-1));
        QVERIFY2(compile.exitCode() == 0, compile.readAll().right(3000).constData());
    }
    // What was measured with and without fusion and reuse, of this model alone.
    void aReportHasTheResultsOfAnExperiment() {
        QTemporaryDir folder;
        const auto text = [](const char* name) { return QString::fromStdString(test::sample(name).string()); };
        const QString experiment = folder.filePath(u"ablation.json"_s), out = folder.filePath(u"out"_s),
                      cli = programOf("edgewright-cli");
        QFile file(experiment);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"format\": \"edgewright experiment\", \"version\": 1, \"models\": [{\"name\": \"tiny\", "
                   "\"path\": \"" +
                   text("tiny_cnn_2d.onnx").toUtf8() +
                   "\"}], \"samples\": 8, \"effort\": {\"seconds\": 0.05, \"warmups\": 0}}");
        file.close();
        const auto report = [&](const char* name) {
            return QStringList{u"report"_s,       text(name), u"--out"_s,     out,
                               u"--experiment"_s, experiment, u"--without"_s, u"strategies,fixed-point"_s};
        };
        const Ended none = run(report("tiny_cnn_2d.onnx"), cli);
        QVERIFY2(none.code != 0 && none.errors.contains("no result of tiny_cnn_2d.onnx"),
                 none.errors.constData());
        const Ended measured = run({u"experiment"_s, experiment}, cli);
        QVERIFY2(measured.code == 0, measured.errors.constData());
        const Ended ended = run(report("tiny_cnn_2d.onnx"), cli);
        QVERIFY2(ended.code == 0, ended.errors.constData());
        for (const char* name : {"report.html", "report.md", "report.tex"}) {
            const QByteArray written = read(out + u'/' + QLatin1String(name));
            for (const char* said : {"Results of ablation.json", "Experiment", "Latency"})
                QVERIFY2(written.contains(said), said);
        }
        const Ended other = run(report("signal_cnn_1d.onnx"), cli);
        QVERIFY2(other.code != 0 && other.errors.contains("no result of signal_cnn_1d.onnx"),
                 other.errors.constData());
    }
    // In the browser itself, where there is one: no error of the script, and a table that a click has sorted.
    void theTablesOfAReportSort() {
        QString browser;
        for (const QString& name : {u"chromium"_s, u"chromium-browser"_s, u"google-chrome"_s})
            if (browser.isEmpty()) browser = QStandardPaths::findExecutable(name);
        if (browser.isEmpty()) QSKIP("there is no chromium");
        QTemporaryDir folder;
        const QString model = QString::fromStdString(test::sample("tiny_cnn_2d.onnx").string());
        const Ended ended =
            run({u"report"_s, model, u"--out"_s, folder.path(), u"--without"_s, u"strategies"_s},
                programOf("edgewright-cli"));
        QVERIFY2(ended.code == 0, ended.errors.constData());
        QByteArray html = read(folder.filePath(u"report.html"_s));
        html.replace("</body>", R"(<script>
window.addEventListener("error", each => { document.body.dataset.failed = each.message; });
const clicked = document.querySelector("thead th.number button");
clicked.click();
const column = clicked.parentElement.cellIndex;
document.body.dataset.sorted = [...clicked.closest("table").tBodies[0].rows]
  .map(row => row.cells[column].dataset.value).join(" ");
</script></body>)");
        QFile page(folder.filePath(u"sorted.html"_s));
        QVERIFY(page.open(QIODevice::WriteOnly) && page.write(html) == html.size());
        page.close();
        const Ended shown =
            run({u"--headless"_s, u"--no-sandbox"_s, u"--disable-gpu"_s, u"--user-data-dir="_s + folder.path(),
                 u"--dump-dom"_s, QUrl::fromLocalFile(page.fileName()).toString()},
                browser);
        QVERIFY2(shown.code == 0, shown.errors.constData());
        QVERIFY(!shown.out.contains("data-failed"));
        const QRegularExpression sorted(u"data-sorted=\"([^\"]*)\""_s);
        const auto found = sorted.match(QString::fromUtf8(shown.out));
        QVERIFY(found.hasMatch());
        double before = -std::numeric_limits<double>::infinity();
        const QStringList values = found.captured(1).split(u' ', Qt::SkipEmptyParts);
        QVERIFY(values.size() > 1);
        for (const QString& value : values) {
            QVERIFY2(value.toDouble() >= before, qPrintable(found.captured(1)));
            before = value.toDouble();
        }
        QVERIFY(shown.out.contains("aria-sort=\"ascending\""));
    }
    void thumbnailsFitAndNeedNoDisplay() {
        QTemporaryDir folder;
        const QString picture = folder.filePath(u"picture"_s); // file managers give it no suffix
        const QString model = QString::fromStdString(test::sample("residual_cnn_2d.onnx").string());
        const Ended drawn = run({u"--thumbnail"_s, u"128"_s, u"--"_s, model, picture});
        QVERIFY2(drawn.code == 0 && !drawn.errors.contains("edgewright:"), drawn.errors.constData());
        const QByteArray png = read(picture);
        QVERIFY(png.startsWith("\x89PNG\r\n") && png.mid(12, 4) == "IHDR");
        const auto extent = [&png](int at) { return qFromBigEndian<quint32>(png.constData() + at); };
        QVERIFY(extent(16) >= 16 && extent(16) <= 128 && extent(20) >= 16 && extent(20) <= 128);
        QVERIFY(std::max(extent(16), extent(20)) == 128);
        for (const QStringList& wrong : {QStringList{u"0"_s, model, picture},
                                         QStringList{u"90000"_s, model, picture}, QStringList{u"64"_s, model}})
            QCOMPARE(run(QStringList{u"--thumbnail"_s} + wrong).code, 2);
        const QString other = folder.filePath(u"other"_s);
        const Ended refused = run({u"--thumbnail"_s, u"64"_s, u"--"_s, picture, other});
        QCOMPARE(refused.code, 1);
        QVERIFY2(refused.errors.count("edgewright: ") == 1, refused.errors.constData());
        QVERIFY(!QFile::exists(other));
    }

    // Each step, and each answer.
    void slidesOfALesson() {
        QTemporaryDir folder;
        const QString cli = programOf("edgewright-cli");
        const Ended ended = run(
            {u"lesson"_s, u"slides"_s, u"04_lifetimes"_s, u"--formats"_s, u"svg"_s, u"--out"_s, folder.path()},
            cli);
        QVERIFY2(ended.code == 0, ended.errors.constData());
        QVERIFY2(!ended.errors.contains("QPaintDevice"), ended.errors.constData());
        const QStringList slides = QDir(folder.path()).entryList({u"*.svg"_s}, QDir::Files, QDir::Name);
        QCOMPARE(slides.size(), 15);
        QCOMPARE(slides.front(), u"04_lifetimes-01-start.svg"_s);
        QCOMPARE(slides.filter(u"-answer.svg"_s).size(), 5);
        for (const QString& each : slides) {
            const QByteArray svg = read(folder.filePath(each));
            QVERIFY2(svg.contains("<text") || svg.contains("<path"), qPrintable(each));
        }
        QVERIFY(read(folder.filePath(u"04_lifetimes-09-batch-answer.svg"_s)).contains("192"));
        const Ended none =
            run({u"lesson"_s, u"slides"_s, u"99_nothing"_s, u"--out"_s, folder.filePath(u"none"_s)}, cli);
        QVERIFY(none.code > 0);
        QVERIFY2(none.errors.contains("99_nothing"), none.errors.constData());
    }

    // Of the window, and of what the command line has the window make.
    void wordsInALanguage() {
        const QTemporaryDir folder;
        const QString chinese = u"--language=zh_CN"_s, out = folder.path();
        const Ended alone = run({u"--export"_s, out, chinese});
        QVERIFY2(alone.code == 2 && alone.errors.contains("需要一个 MODEL"), alone.errors.constData());
        const QString cli = programOf("edgewright-cli"),
                      model = QString::fromStdString(test::sample("tiny_cnn_2d.onnx").string());
        if (run({u"figures"_s, u"--help"_s, chinese}, cli).code != 0) QSKIP("built without gettext");
        const Ended none = run({u"figures"_s, chinese, u"/no/such.onnx"_s, u"--out"_s, out}, cli);
        QVERIFY2(none.code == 3 && none.errors.contains("无法打开"), none.errors.constData());
        const Ended all =
            run({u"figures"_s, chinese, u"--formats"_s, u"svg"_s, u"--data"_s, model, u"--out"_s, out}, cli);
        QVERIFY2(all.code == 0, all.errors.constData());
        QVERIFY(read(folder.filePath(u"tiny_cnn_2d-roofline.txt"_s)).contains("屋顶线"));
    }

    void wrongExportsAreRefused_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("says");
        const QString model = QString::fromStdString(test::sample("tiny_cnn_2d.onnx").string());
        QTest::newRow("style") << QStringList{u"--figure-style"_s, u"poster"_s, model}
                               << QByteArray("paper-84");
        QTest::newRow("font") << QStringList{u"--figure-font"_s, u"gothic"_s, model}
                              << QByteArray("sans, serif");
        QTest::newRow("format") << QStringList{u"--figure-formats"_s, u"svg,gif"_s, model}
                                << QByteArray("svg, pdf, png");
        QTest::newRow("dots") << QStringList{u"--figure-dpi"_s, u"nan"_s, model} << QByteArray("'nan'");
        QTest::newRow("no model") << QStringList{} << QByteArray("need one MODEL");
        QTest::newRow("missing model")
            << QStringList{u"/no/such/model.onnx"_s} << QByteArray("/no/such/model.onnx");
    }
    void wrongExportsAreRefused() {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, says);
        QTemporaryDir folder;
        const Ended ended = run(QStringList{u"--export"_s, folder.path()} + arguments);
        QVERIFY(ended.code == 1 || ended.code == 2);
        QVERIFY2(ended.errors.contains(says), ended.errors.constData());
        QVERIFY(QDir(folder.path()).isEmpty());
    }
};

EDGEWRIGHT_TEST(CommandLineTest)

} // namespace edgewright::command_line_test

#include "command_line_test.moc"
