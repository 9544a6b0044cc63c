// SPDX-License-Identifier: GPL-3.0-or-later
// Columns with their rows, as text of people and of files.
#include "core/table/diagnostic_table.h"
#include "core/table/format.h"
#include "core/table/number_text.h"
#include "core/table/terminal.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <limits>

namespace edgewright::table_test {

using namespace edgewright::table;

namespace {

struct Layer {
    std::string name;
    std::int64_t bytes = 0;
    std::optional<double> sqnr;
    bool isExact = false;
};

constexpr Column<Layer> Columns[] = {
    {{"name", "Layer"}, member<&Layer::name>},
    {{"size.total", "Size", "", Unit::Bytes}, member<&Layer::bytes>},
    {{"sqnr_db", "SQNR", "", Unit::Decibels, Everywhere}, member<&Layer::sqnr>},
    {{"zero", "Zero", "", Unit::Plain, Everywhere | ZeroInFiles}, [](const Layer&) { return Cell(); }},
    {{"kind", "Kind"},
     [](const Layer&) -> Cell {
         return Word{"conv", "Convolution"};
     }},
    {inFiles("exact"), member<&Layer::isExact>},
};

Table tableOf(std::vector<Layer> layers) {
    const std::size_t rows = layers.size();
    return {std::span(Columns), rows, [layers = std::move(layers)](std::size_t row) { return layers[row]; }};
}

} // namespace

class TableTest : public QObject {
    Q_OBJECT

private slots:
    void filesHaveNumbersInFull() {
        const Table table = tableOf({{"a,b", 1234567, 38.25, true},
                                     {"c", 0, std::numeric_limits<double>::infinity()},
                                     {"d", 1, std::nullopt}});
        QCOMPARE(csvText(table), std::string("name,size_total [B],sqnr_db,zero,kind,exact\n"
                                             "\"a,b\",1234567,38.25,0,conv,true\n"
                                             "c,0,inf,0,conv,false\n"
                                             "d,1,,0,conv,false\n"));
        QCOMPARE(csvText(tableOf({})), std::string("name,size_total [B],sqnr_db,zero,kind,exact\n"));
    }

    void terminalsHaveColumns() {
        const Table table = tableOf({{"Größe", 1234567, 38.25}, {"c", 0, std::nullopt}});
        const TerminalLines lines(table);
        QCOMPARE(lines.head(), std::string("Layer   Size (B)       SQNR  Zero  Kind"));
        QCOMPARE(lines.row(table, 0), std::string("Größe  1 234 567    38.3 dB     –  Convolution"));
        QCOMPARE(lines.row(table, 1), std::string("c              0          –     –  Convolution"));
        const Table wide = tableOf({{std::string(30, 'a') + "ö" + std::string(30, 'b'), 1, 1.0}});
        QVERIFY(TerminalLines(wide).row(wide, 0).starts_with("…aaaaaaö" + std::string(30, 'b')));
        const std::string beginning(40, 'a'), end = "/" + std::string(40, 'b');
        const Table alike =
            tableOf({{beginning + "/layer.3" + end, 1, 1.0}, {beginning + "/layer.13" + end, 1, 1.0}});
        QVERIFY(TerminalLines(alike).row(alike, 0).starts_with("…/layer.3… "));
        QVERIFY(TerminalLines(alike).row(alike, 1).starts_with("…/layer.13… "));
        QVERIFY(TerminalLines(table, 62).row(wide, 0).starts_with(
            wide.at(0, 0).index() == 4 ? std::get<std::string>(wide.at(0, 0)) : std::string("no text")));
    }

    void headsAreFoundByTheirKeys() {
        Table table = tableOf({});
        table.head("name").head = "Operator";
        QCOMPARE(TerminalLines(table).head().substr(0, 8), std::string("Operator"));
        QCOMPARE(table.columnsOn(Page).size(), std::size_t(5));
        QCOMPARE(table.columnsOn(File).size(), std::size_t(6));
    }

    void numbers_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<int>("unit");
        QTest::addColumn<QString>("text");
        const auto row = [](double value, Unit unit, const char* text) {
            QTest::addRow("%s", text) << value << static_cast<int>(unit) << QString::fromUtf8(text);
        };
        row(640, Unit::Count, "640");
        row(121290, Unit::Cycles, "121 k");
        row(1.234e9, Unit::Macs, "1.23 GMAC");
        row(1023999, Unit::Bytes, "1000 KiB");
        row(0.873, Unit::Share, "87.3 %");
        row(87.3, Unit::Percent, "87.3 %");
        row(-0.051, Unit::Change, "−5.10 %");
        row(1.004, Unit::Ratio, "1.004 ×");
        row(1, Unit::Ratio, "1.00 ×");
        row(-1, Unit::Ratio, "−1.00 ×");
        row(0.0459, Unit::Estimate, "21.8 × too low");
        row(2.114, Unit::Estimate, "2.11 × too high");
        row(0.9996, Unit::Estimate, "1.0004 × too low");
        row(1, Unit::Estimate, "1.00 ×");
        row(0.5, Unit::Cosine, "0.50000");
        row(-INFINITY, Unit::Decibels, "no signal");
        row(INFINITY, Unit::Decibels, "exact");
        row(12.7, Unit::Milliseconds, "12.7 ms");
        row(69.2, Unit::Microseconds, "69.2 µs");
        row(-1.5, Unit::Seconds, "−1.50 s");
        row(250e6, Unit::Picojoules, "250 µJ");
        row(4.5e6, Unit::MacEnergies, "4.50 M MAC energies");
        row(0.5, Unit::Gigahertz, "0.500");
        row(2.046, Unit::SquareMillimetres, "2.05 mm²");
        row(1.23456e-7, Unit::Plain, "1.23e−07");
        row(INFINITY, Unit::Plain, "∞");
    }
    void numbers() {
        QFETCH(double, value);
        QFETCH(int, unit);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(numberText(value, static_cast<Unit>(unit))), text);
    }

    // Many of one kind are one line with all of them below; few stand alone, and so does another severity.
    void findingsOfOneKindStandTogether() {
        const auto sizes = [](std::size_t count) {
            Diagnostics found;
            for (std::size_t i = 0; i < count; ++i)
                found.push_back(
                    {Severity::Warning, "unknown-size", "size " + std::to_string(i), NodeId(i), {}, "v"});
            return found;
        };
        Diagnostics found = sizes(78);
        found.insert(found.begin() + 2, {Severity::Error, "unknown-size", "alone", {}, {}, "w"});
        const DiagnosticTree tree = byKind(found);
        QCOMPARE(tree.rows.size(), std::size_t(80));
        QCOMPARE(tree.parents.size(), tree.rows.size());
        QCOMPARE(QString::fromStdString(tree.rows.front().message),
                 QStringLiteral("78 tensors have sizes that are not known, and are not planned"));
        QVERIFY(!tree.rows.front().node.valid());
        QCOMPARE(tree.counts.front(), std::size_t(78));
        for (std::size_t row = 1; row <= 78; ++row) {
            QCOMPARE(tree.parents[row], 0);
            QCOMPARE(tree.rows[row].node, NodeId(row - 1));
        }
        QCOMPARE(tree.parents.back(), -1);
        QCOMPARE(tree.rows.back().message, std::string("alone"));
        QCOMPARE(byKind(sizes(MinAlike - 1)).rows.size(), MinAlike - 1);
        QCOMPARE(byKind(sizes(MinAlike)).rows.size(), MinAlike + 1);
        Diagnostics others(MinAlike, {Severity::Note, "topology", "line 3 is empty", {}, {}, {}});
        QCOMPARE(byKind(others).rows.front().message, std::string("line 3 is empty, and 3 more of this kind"));
    }

    // Each writes what it is given; those of a suffix are found by it.
    void everyFormatWritesTables() {
        const Table table = tableOf({{"first layer", 1, 2.0}});
        for (const Format* format : formats()) {
            QVERIFY(format->write(table, {}).find("first layer") != std::string::npos);
            QCOMPARE(formatOf("table" + std::string(format->suffix)), format);
        }
        QVERIFY(!formatOf("table.none"));
    }
};

EDGEWRIGHT_TEST(TableTest)

} // namespace edgewright::table_test

#include "table_test.moc"
