// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as documents: their texts, and names that mean something to the formats.
#include "core/base/language.h"
#include "core/base/say.h"
#include "core/table/document.h"
#include "core/table/document_parts.h"
#include "core/table/number_text.h"
#include "tests/support/table_problem.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace edgewright::table_formats_test {

using namespace edgewright::table;

namespace {

struct Layer {
    std::string name;
    std::int64_t bytes = 0;
    std::optional<double> seconds;
    double share = 0;
    std::string reason;
};

constexpr Column<Layer> Columns[] = {
    {{"name", "Layer", "In the <graph> & \"file\""}, member<&Layer::name>},
    {{"bytes", "Size", "", Unit::Bytes}, member<&Layer::bytes>},
    {{"seconds", "Time", "", Unit::Seconds}, member<&Layer::seconds>},
    {{"share", "Share", "", Unit::Share}, member<&Layer::share>},
    {{"reason", "Reason"}, member<&Layer::reason>},
    {{"page", "Page", "", Unit::Plain, Page}, member<&Layer::bytes>},
    {inFiles("file"), member<&Layer::bytes>},
};

Table tableOf(std::vector<Layer> layers) {
    const std::size_t rows = layers.size();
    return {std::span(Columns), rows, [layers = std::move(layers)](std::size_t row) { return layers[row]; }};
}

const table::Format& named(std::string_view name) {
    return **std::ranges::find(formats(), name, &table::Format::name);
}

QString written(std::string_view format, const Table& table, const About& about = {}) {
    return QString::fromStdString(named(format).write(table, about));
}

Table usual() {
    return tableOf({{"conv_1", 1234567, 0.0127, 0.873, "50 % of it"}, {"fc", 512, {}, 0.05, "a|b"}});
}

// Names, numbers of several units, ranges as text, and a reason in words, over and over.
Table wide(std::size_t columns, const std::string& name) {
    static constexpr Head Heads[] = {
        {"layer", "Layer"},
        {"op", "Op"},
        {"sqnr", "SQNR within the model", "", Unit::Decibels},
        {"range", "Range of outputs over all samples"},
        {"error", "Largest error in units of the last place", "", Unit::Plain},
        {"share", "Share of the squared error", "", Unit::Share},
        {"bytes", "Weights", "", Unit::Bytes},
        {"why", "Why"},
    };
    std::vector<Head> heads;
    for (std::size_t i = 0; i < columns; ++i)
        heads.push_back(Heads[i % std::size(Heads)]);
    return {std::move(heads), 12, [name](std::size_t row, std::size_t column) -> Cell {
                switch (column % std::size(Heads)) {
                case 0:
                    return name + std::to_string(row);
                case 1:
                    return "Conv";
                case 3:
                    return "24.9 to 34.3 dB";
                case 6:
                    return 123456 * static_cast<std::int64_t>(row + 1);
                case 7:
                    return "most of the error comes with its input: alone it has 29.8 dB, here 29.0 dB";
                default:
                    return row == 3 ? Cell() : Cell(31.234 * static_cast<double>(row));
                }
            }};
}

struct Compiled {
    bool isTried = false, works = false; // not tried: there is no pdfLaTeX with siunitx
    QByteArray said;                     // at the last run
};

// `runs`: until the widths of long tables rest.
Compiled pdfLatex(const QByteArray& document, int runs = 1) {
    const QString latex = QStandardPaths::findExecutable(QStringLiteral("pdflatex"));
    QProcess find;
    find.start(QStringLiteral("kpsewhich"), {QStringLiteral("siunitx.sty")});
    if (latex.isEmpty() || !find.waitForFinished(-1) || find.readAllStandardOutput().isEmpty()) return {};
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("a.tex")));
    Compiled made{true, file.open(QIODevice::WriteOnly), {}};
    file.write(document);
    file.close();
    for (int run = 0; run < runs && made.works; ++run) {
        QProcess compile;
        compile.setWorkingDirectory(folder.path());
        compile.setProcessChannelMode(QProcess::MergedChannels);
        compile.setStandardInputFile(QProcess::nullDevice());
        compile.start(latex, {QStringLiteral("-interaction=nonstopmode"), QStringLiteral("-halt-on-error"),
                              QStringLiteral("a.tex")});
        made.works = compile.waitForFinished(-1) && compile.exitCode() == 0;
        made.said = compile.readAll();
    }
    return made;
}

// Each is a name, and stands alone in a row.
std::vector<std::string> hostileNames() {
    std::vector<std::string> names{
        "a_b&c%{}\\",
        "<script>alert(1)</script>",
        "\"quoted\" 'text' ]]> --> <!-- &amp;",
        "a|b\\|c`d`",
        "one\ntwo\r\nthree\tfour",
        "[0]",
        "*",
        "~ ^ # $x$ a--b ,, `` '' <<",
        "\xE2\x80\xAE"
        "right to left \xD7\x90\xD7\x91",
        "\xE4\xB8\xAD\xE6\x96\x87 µs × Größe ∞",
        std::string("zero \0 byte \x07 \x1b[2J \x7f \xC2\x85", 23),
        "no UTF-8: \xFF\xC3",
        "",
        " ",
        std::string(4096, 'x'),
        std::string(1000, '_') + std::string(1000, '/') + std::string(1000, '\\') + std::string(1000, '|'),
    };
    std::string all;
    for (char32_t code = 1; code < 0x300; ++code)
        appendUtf8(all, code);
    names.push_back(all);
    return names;
}

Table hostile(std::size_t times) {
    std::vector<Layer> layers;
    for (std::size_t i = 0; i < times; ++i)
        for (const std::string& name : hostileNames())
            layers.push_back({name, std::numeric_limits<std::int64_t>::min(),
                              std::numeric_limits<double>::infinity(), -1e300, name});
    return tableOf(std::move(layers));
}

const About HostileWords{"Layers of <b>a_b</b> & \\c{\n50 % | --> *it*",
                         "tab:a b\\c",
                         {"Model: a\nb --> \\end{table} <script>", std::string(4096, '-')}};

} // namespace

class TableFormatsTest : public QObject {
    Q_OBJECT

private slots:
    void everyFormatTakesEveryName() {
        for (const table::Format* format : formats())
            for (const std::size_t times : {0, 1, 4}) {
                const Table table = hostile(times);
                for (const About& about : {About(), HostileWords}) {
                    const QString problem =
                        test::tableProblem(*format, format->write(table, about), table.rows());
                    QVERIFY2(problem.isEmpty(), qPrintable(problem));
                }
            }
    }

    // Documents are for people, other files are for programs.
    void headsInALanguage() {
        if (languages().size() == 1) QSKIP("built without gettext");
        QVERIFY(speak("zh_CN"));
        const QString head = QString::fromStdString(translated("Column", "Layer"));
        const QString html = written("html", usual()), markdown = written("markdown", usual()),
                      latex = written("latex", usual()), csv = written("csv", usual());
        QVERIFY(speak(English));
        if (head == QStringLiteral("Layer")) QSKIP("built without qt6-l10n-tools");
        for (const QString& each : {html, markdown, latex})
            QVERIFY2(each.contains(head) && !each.contains(QStringLiteral("Layer")), qPrintable(each));
        QCOMPARE(csv, written("csv", usual()));
    }

    void formatsAreKnownByTheirSuffixes() {
        for (const table::Format* format : formats()) {
            const std::string name = "a.b/c.d" + std::string(format->suffix);
            QVERIFY(formatOf(name) == format && formatProblem(name).empty());
            QVERIFY(formatOf("LAYERS" +
                             QString::fromStdString(std::string(format->suffix)).toUpper().toStdString()) ==
                    format);
            QVERIFY(formatProblem("a.none").find(format->suffix) != std::string::npos);
            QVERIFY(formatList(&table::Format::title).find(format->title) != std::string::npos);
        }
        for (const char* name : {"-", "/dev/stdout", "a.b/layers", ""})
            QCOMPARE(formatOf(name)->name, std::string_view("csv"));
        QVERIFY(!formatOf("a.none") && !formatOf("a.csv.none") && !formatOf("a."));
        QVERIFY(formatProblem("a.none").starts_with("'a.none': expected a name that ends in .csv, "));
    }

    void pgfplotsHasPlainNamesAndNothingMissing() {
        QCOMPARE(written("pgfplots", usual()),
                 QStringLiteral("name bytes seconds share reason file\n"
                                "conv_1 1234567 0.0127 0.873 {50 _ of it} 1234567\n"
                                "fc 512 nan 0.05 a|b 512\n"));
        Table other = usual();
        other.heads = {{"a.b", "", "", Unit::MacsPerByte},
                       {"Größe µ", "", "", Unit::Bytes},
                       {"a b (MAC/B)", "", "", Unit::Plain},
                       {"…"},
                       {"", "", "", Unit::SquareMillimetres},
                       {"x", "", "", Unit::Plain},
                       {"x"}};
        QCOMPARE(written("pgfplots", other).section(u'\n', 0, 0),
                 QStringLiteral("a_b_MAC_per_B Gr_e_u_B a_b_MAC_per_B_2 column mm2 x x_2"));
        QCOMPARE(written("pgfplots", tableOf({{"", 0, INFINITY, -INFINITY, "two words"}})).section(u'\n', 1, 1),
                 QStringLiteral("{} 0 inf -inf {two words} 0"));
    }

    void latexHasOneUnitInEachHead() {
        QCOMPARE(written("latex", usual()).section(u'\n', 3),
                 QStringLiteral("\\begin{table}\n"
                                "  \\centering\n"
                                "  \\begin{tabular}{l S[table-format=7] S[table-format=2.1] "
                                "S[table-format=2.2] l}\n"
                                "    \\toprule\n"
                                "    Layer & {Size (B)} & {Time (ms)} & {Share (\\%)} & Reason \\\\\n"
                                "    \\midrule\n"
                                "    conv\\_1 & 1234567 & 12.7 & 87.3 & 50 \\% of it \\\\\n"
                                "    fc & 512 & {--} & 5.00 & a\\textbar{}b \\\\\n"
                                "    \\bottomrule\n"
                                "  \\end{tabular}\n"
                                "\\end{table}\n"));
        const QString small =
            written("latex", tableOf({{"a", -1, 69.2e-6, -0.5, ""}, {"b", 1, 1.5e-9, 1, ""}}));
        QVERIFY2(
            small.contains(QStringLiteral("{l S[table-format=-1] S[table-format=2.5] S[table-format=-3.1] l}")),
            qPrintable(small));
        QVERIFY2(small.contains(QStringLiteral("{Time ($\\mu$s)}")) &&
                     small.contains(QStringLiteral("    a & -1 & 69.2 & -50.0 &  \\\\\n")) &&
                     small.contains(QStringLiteral("    b & 1 & 0.00150 & 100 &  \\\\\n")),
                 qPrintable(small));
        const QString tiny = written("latex", tableOf({{"a", 0, 3.0, 0, ""}, {"b", 0, 1.5e-9, 0, ""}}));
        QVERIFY2(tiny.contains(QStringLiteral("S[table-format=1.2e-1]")) &&
                     tiny.contains(QStringLiteral(" & 1.50e-9 & ")),
                 qPrintable(tiny));
    }

    void latexNamesWhatItNeeds() {
        const About about{"Costs of 50 % & more", "tab:a b", {"Model: a.onnx", "Settings: as by default"}};
        const QString text = written("latex", usual(), about);
        QVERIFY2(text.startsWith(
                     QStringLiteral("% Model: a.onnx\n% Settings: as by default\n% Written by Edgewright ")),
                 qPrintable(text));
        QVERIFY(text.contains(QStringLiteral("\\usepackage{array,booktabs,siunitx}")));
        QVERIFY(text.contains(QStringLiteral("  \\caption{Costs of 50 \\% \\& more}\\label{tab:a-b}\n")));
        // Comments stay comments.
        for (const QString& line :
             written("latex", usual(), HostileWords).section(QStringLiteral("\\begin"), 0, 0).split(u'\n'))
            QVERIFY2(line.isEmpty() || line.startsWith(u'%'), qPrintable(line));
        const QString longer = written("latex", tableOf(std::vector<Layer>(41)), about);
        QVERIFY2(longer.contains(QStringLiteral("siunitx,longtable}")) &&
                     longer.contains(QStringLiteral("\\begin{longtable}{l ")) &&
                     longer.contains(QStringLiteral("\\label{tab:a-b} \\\\\n")) &&
                     !longer.contains(QStringLiteral("{tabular}")),
                 qPrintable(longer));
        QVERIFY(written("latex", tableOf(std::vector<Layer>(40))).contains(QStringLiteral("{tabular}")));
    }

    // By its numbers and as it is, which the engine and its packages choose from; other scripts by numbers
    // alone.
    void latexHasChinese() {
        const QString text = written("latex", tableOf({{"\u5377\u79EF_1", 1, {}, 0, "\uD55C"}}));
        QVERIFY2(text.contains(QStringLiteral("{[}U+D55C]")), qPrintable(text));
        if (!text.contains(QStringLiteral("\\cjktext"))) QSKIP("the C library cannot convert to GB 2312");
        QVERIFY2(text.contains(QString::fromUtf8("\\cjktext{{[}U+5377]{[}U+79EF]}{\u5377\u79EF}\\_1")),
                 qPrintable(text));
        QVERIFY(!text.contains(QChar(0xD55C)) && text.count(QStringLiteral("\\DeclareRobustCommand")) == 1);
        QVERIFY(text.contains(QStringLiteral("CJKutf8")) && text.contains(QStringLiteral("latex-cjk-all")));
        QVERIFY(!written("latex", usual()).contains(QStringLiteral("CJK")));
        const std::string part = latexText("\u5377\u79EF");
        QVERIFY(part.find("{[}U+5377]{[}U+79EF]}{") != part.npos);
        QVERIFY(!latexChinese(part).empty() && latexChinese("plain").empty());
        for (const char* other : {"csv", "markdown", "html"})
            QVERIFY2(written(other, tableOf({{"\u5377\u79EF", 1, {}, 0, ""}}))
                         .contains(QString::fromUtf8("\u5377\u79EF")),
                     other);
    }

    void latexCompiles() {
        QByteArray document = "\\documentclass{article}\n\\usepackage{array,booktabs,siunitx,longtable}\n"
                              "\\begin{document}\nTable \\ref{tab:a-b-c}.\n";
        for (const Table& table : {usual(), hostile(0), hostile(1), hostile(4)})
            document += QByteArray::fromStdString(named("latex").write(table, HostileWords));
        const Compiled compiled = pdfLatex(document + "\\end{document}\n");
        if (!compiled.isTried) QSKIP("there is no pdflatex with siunitx");
        QVERIFY2(compiled.works, compiled.said.right(3000).constData());
    }

    // Of a document: nothing stands beyond the margin, whatever the table has.
    void tablesOfADocumentFitThePage() {
        QString text = QStringLiteral("\\documentclass[a4paper]{article}\n\\usepackage[utf8]{inputenc}\n"
                                      "\\usepackage[T1]{fontenc}\n\\usepackage[margin=18mm]{geometry}\n"
                                      "\\usepackage{array,booktabs,longtable,pdflscape,siunitx}\n"
                                      "\\setlength{\\tabcolsep}{3pt}\n\\begin{document}\n");
        int turned = 0, split = 0;
        for (const std::size_t columns : {4, 9, 14, 26})
            for (const char* name :
                 {"/9/Conv", "/model/functional/quant_conv2d/StatefulPartitionedCall/Conv2D"}) {
                const QString each = QString::fromStdString(latexTable(wide(columns, name), {name, "", {}}));
                QVERIFY(each.count(QStringLiteral("\\begin{longtable}")) ==
                        each.count(QStringLiteral("\\caption{")));
                turned += each.contains(QStringLiteral("landscape"));
                split += each.contains(QStringLiteral(": part 2 of "));
                text += each;
            }
        QVERIFY(turned > 0 && turned < 8 && split > 0 && split < turned);
        const Compiled compiled = pdfLatex((text + QStringLiteral("\\end{document}\n")).toUtf8(), 4);
        if (!compiled.isTried) QSKIP("there is no pdflatex with siunitx");
        QVERIFY2(compiled.works, compiled.said.right(3000).constData());
        const QByteArray& said = compiled.said;
        QVERIFY2(!said.contains("Overfull"), said.mid(said.indexOf("Overfull"), 1000).constData());
    }

    // Ends of intervals have the unit of what they are of, and what names the rows stands in each part.
    void aWideTableFitsALine() {
        std::vector<Head> heads{{"model", "Model"}, {"codes", "Codes"}};
        heads.push_back({"median", "Median", "", Unit::Milliseconds});
        heads.push_back({"low", "Median from", "", Unit::Milliseconds, Everywhere, "median"});
        for (int i = 0; i < 12; ++i)
            heads.push_back({"share", "Share of all", "", Unit::Share});
        const Table table(heads, 2, [](std::size_t row, std::size_t column) -> Cell {
            if (column == 0) return "net";
            if (column == 1) return row == 0 ? "fp32" : "int8";
            return column == 2 ? 1.11 : 0.843;
        });
        About about{"Results", "", {}};
        about.notes = {"ratio: 50 % of it"};
        const QString plain = written("latex", table, about);
        QVERIFY2(plain.contains(QStringLiteral("Median from (ms)")) && plain.contains(QStringLiteral("0.843")),
                 qPrintable(plain));
        QVERIFY(plain.contains(QStringLiteral("{tabular}")));
        about.fitsLine = true;
        const QString split = written("latex", table, about);
        QVERIFY2(split.contains(QStringLiteral(": part 2 of ")) && !split.contains(QStringLiteral("landscape")),
                 qPrintable(split));
        QVERIFY2(split.count(QStringLiteral("net & int8 & ")) ==
                     split.count(QStringLiteral("\\begin{longtable}")),
                 qPrintable(split));
        for (const table::Format* format : formats())
            QCOMPARE(written(format->name, table, about).count(QStringLiteral("ratio: 50")),
                     format->isDocument ? 1 : 0);
        const Compiled compiled =
            pdfLatex(("\\documentclass{article}\n\\usepackage{array,booktabs,longtable,siunitx}\n"
                      "\\begin{document}\n" +
                      split + "\\end{document}\n")
                         .toUtf8(),
                     4);
        if (!compiled.isTried) QSKIP("there is no pdflatex with siunitx");
        QVERIFY2(compiled.works && !compiled.said.contains("Overfull"), compiled.said.right(3000).constData());
    }

    void markdownIsAligned() {
        QCOMPARE(written("markdown", usual(), {"Costs of a_b", "", {"Model: a--b"}}).section(u'\n', 3),
                 QStringLiteral("-->\n\n**Costs of a\\_b**\n\n"
                                "| Layer   |  Size (B) |    Time |  Share | Reason     |\n"
                                "| :------ | --------: | ------: | -----: | :--------- |\n"
                                "| conv\\_1 | 1 234 567 | 12.7 ms | 87.3 % | 50 % of it |\n"
                                "| fc      |       512 |       – | 5.00 % | a\\|b       |\n"));
        QVERIFY(written("markdown", usual(), {"", "", {"Model: a-->b"}})
                    .startsWith(QStringLiteral("<!--\nModel: a-- >b\nWritten by Edgewright ")));
        const QString lines = written("markdown", tableOf({{"a\r\nb\n<i>&", 0, {}, 0, "\xE2\x80\xAEx"}}));
        QVERIFY2(lines.contains(QStringLiteral("| a<br>b<br>&lt;i&gt;&amp; |")) &&
                     lines.contains(QStringLiteral("| &#8238;x |")),
                 qPrintable(lines));
    }

    void htmlSaysWhatTheTableSays() {
        const QString text = written("html", usual(), {"Costs <of> a", "tab:a", {"Model: a & b"}});
        QXmlStreamReader reader(text);
        QStringList cells, classes, values;
        while (!reader.atEnd()) {
            if (reader.readNext() != QXmlStreamReader::StartElement) continue;
            const QXmlStreamAttributes attributes = reader.attributes();
            const QString name = reader.name().toString();
            if (name != QStringLiteral("th") && name != QStringLiteral("td") && name != QStringLiteral("p") &&
                name != QStringLiteral("caption"))
                continue;
            classes << attributes.value(QStringLiteral("class")).toString();
            values << attributes.value(QStringLiteral("data-value")).toString();
            cells << reader.readElementText(QXmlStreamReader::IncludeChildElements);
        }
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QCOMPARE(cells.mid(0, 16), (QStringList{"Costs <of> a", "Layer", "Size (B)", "Time", "Share", "Reason",
                                                "conv_1", "1 234 567", "12.7 ms", "87.3 %", "50 % of it", "fc",
                                                "512", "–", "5.00 %", "a|b"}));
        QCOMPARE(cells.at(16), QStringLiteral("Model: a & b"));
        QCOMPARE(values.mid(6, 4), (QStringList{"", "1234567", "0.0127", "0.873"}));
        for (qsizetype i = 1; i < 16; ++i)
            QCOMPARE(classes[i], i % 5 == 1 || i % 5 == 0 ? QString() : QStringLiteral("number"));
        for (const char* part : {"prefers-color-scheme: dark", "tabular-nums", "default-src 'none'",
                                 "aria-sort", "In the &lt;graph&gt; &amp; &quot;file&quot;"})
            QVERIFY2(text.contains(QLatin1String(part)), part);
        QVERIFY(written("html", hostile(1)).contains(QStringLiteral("data-value=\"Infinity\"")));
        // Names are what they are, but for what XML has not.
        const QString names = written("html", tableOf({{"a\x01"
                                                        "b\xFF<\xE2\x80\xAEx",
                                                        0,
                                                        {},
                                                        0,
                                                        ""}}));
        QVERIFY2(names.contains(QStringLiteral("dir=\"auto\">a\uFFFDb\uFFFD&lt;\u202Ex</th>")),
                 qPrintable(names));
    }

    // Documents have the columns of a terminal; of a table that is for pages alone, those of the page.
    void documentsShowTheColumnsOfATerminal() {
        Table table = usual();
        QCOMPARE(documentColumns(table), (std::vector<std::size_t>{0, 1, 2, 3, 4}));
        for (Head& head : table.heads)
            head.on &= ~unsigned(Terminal);
        QCOMPARE(documentColumns(table).size(), std::size_t(6));
        for (const table::Format* format : formats())
            QCOMPARE(format->write(table, {}).find("Page") != std::string::npos, format->isDocument);
    }

    void columnsHaveOneUnit_data() {
        QTest::addColumn<int>("unit");
        QTest::addColumn<double>("largest");
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        const auto row = [](Unit unit, double largest, double value, const char* text) {
            QTest::addRow("%s of %g", text, largest)
                << static_cast<int>(unit) << largest << value << QString::fromUtf8(text);
        };
        row(Unit::Bytes, 3e6, 1e6, "0.954 MiB");
        row(Unit::Bytes, 1023, 12, "12.0 B");
        row(Unit::Macs, 1.5e9, 1e6, "0.00100 GMAC");
        row(Unit::Seconds, 2, 0.0127, "0.0127 s");
        row(Unit::Seconds, 1e-9, 1e-9, "0.00100 µs");
        row(Unit::Milliseconds, 12, 0.5, "0.500 ms");
        row(Unit::Microseconds, 5e6, 5e6, "5.00 s");
        row(Unit::Picojoules, 250e6, 250e6, "250 µJ");
        row(Unit::Count, 640, 640, "640 ");
        row(Unit::Count, 2.5e6, 1.25e6, "1.25 M");
        row(Unit::MacEnergies, 3e7, 1.5e7, "15.0 M MAC energies");
        row(Unit::Cycles, 999, 500, "500 cycles");
        row(Unit::Cycles, 5e6, 820e3, "0.820 M cycles");
        row(Unit::Words, 5e3, 820, "0.820 k words");
        row(Unit::Share, 1, 0.873, "87.3 %");
        row(Unit::Percent, 100, 87.3, "87.3 %");
        row(Unit::Change, 1, -0.05, "−5.00 %");
        row(Unit::Ratio, 2, 1.0004, "1.0004 ×");
        row(Unit::Estimate, 2, 0.5, "0.50 ×");
        row(Unit::Cosine, 1, 0.5, "0.50000 ");
        row(Unit::Decibels, 40, 38.25, "38.3 dB");
        row(Unit::GigaMacsPerSecond, 12, 12, "12.0 GMAC/s");
    }
    void columnsHaveOneUnit() {
        QFETCH(int, unit);
        QFETCH(double, largest);
        QFETCH(double, value);
        QFETCH(QString, text);
        const Scale scale = scaleOf(static_cast<Unit>(unit), largest);
        QCOMPARE(QString::fromStdString(scaledText(value, static_cast<Unit>(unit), scale) + " " +
                                        std::string(scale.name)),
                 text);
    }
};

EDGEWRIGHT_TEST(TableFormatsTest)

} // namespace edgewright::table_formats_test

#include "table_formats_test.moc"
