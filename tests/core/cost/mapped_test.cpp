// SPDX-License-Identifier: GPL-3.0-or-later
// Layers with a given loop nest on Gemmini, and models beside published measurements.
#include "core/cost/mapped/agreement.h"
#include "core/cost/mapped/gemmini.h"
#include "core/cost/mapped/gemmini_tiler.h"
#include "core/cost/mapped/mapped_table.h"
#include "core/cost/mapped/memory_traffic.h"
#include "core/cost/published/checked_presets.h"
#include "core/cost/published/published_table.h"
#include "core/cost/published/simple_arrays.h"
#include "core/table/format.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <random>

namespace edgewright::mapped_test {

using namespace edgewright::cost;
using namespace edgewright::cost::mapped;

namespace {

const std::string Nest = "L3[WIO] K48 - L2[WI] N1 K16X - L1[O] C48 P16 C16X - L0[W] P8";
const QByteArray Header =
    "mapping.mapping,prob.N,prob.C,prob.K,prob.P,prob.Q,prob.R,prob.S,target.gemmini_cycle\n";

MappedLayer layerOf(const std::string& nest, const Extents& extents) {
    auto mapping = parseMapping(nest);
    MappedLayer layer;
    if (!mapping) qFatal("%s", mapping.error().message.c_str());
    layer.mapping = *mapping;
    layer.extents = extents;
    if (const auto good = check(layer); !good) qFatal("%s", good.error().message.c_str());
    return layer;
}

// Counted byte by byte.
RowTraffic countedTraffic(std::int64_t start, std::int64_t bytes, std::int64_t most) {
    RowTraffic result;
    std::int64_t line = -1, beat = -1;
    for (std::int64_t i = 0; i < bytes; ++i) {
        const std::int64_t at = start % LineBytes + i;
        const bool newLine = at / LineBytes != line;
        if (newLine) ++result.lines;
        const bool newRequest = newLine || i % most == 0;
        if (newRequest) ++result.requests;
        if (newRequest || at / BeatBytes != beat) ++result.beats;
        line = at / LineBytes;
        beat = at / BeatBytes;
    }
    return result;
}

} // namespace

class MappedTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    std::filesystem::path write(const QByteArray& text) {
        QFile file(m_folder.filePath("m.csv"));
        if (!file.open(QIODevice::WriteOnly)) return {};
        file.write(text);
        return file.fileName().toStdString();
    }

private slots:
    void loopNest() {
        const auto mapping = parseMapping(Nest);
        QVERIFY(mapping);
        const Level& dram = mapping->at(Dram);
        QVERIFY(dram.weights && dram.inputs && dram.outputs);
        QVERIFY(mapping->at(1).outputs && !mapping->at(1).weights && !mapping->at(1).inputs);
        QCOMPARE(mapping->at(1).loops.size(), std::size_t(3));
        QCOMPARE(mapping->at(1).loops[2].count, 16);
        QVERIFY(mapping->at(1).loops[2].spatial && !mapping->at(1).loops[1].spatial);
        QVERIFY(mapping->at(1).loops[0].dimension == Dimension::C);

        const MappedLayer layer = layerOf(Nest, {1, 768, 768, 128, 1, 1, 1});
        QCOMPARE(layer.iterations, 48);
        QCOMPARE(layer.tile[Dimension::K], 16);
        QCOMPARE(layer.tile[Dimension::C], 768);
        QCOMPARE(layer.tile[Dimension::P], 128);
        QCOMPARE(layer.outer.size(), std::size_t(1));
    }

    void nestComplains_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("complaint");
        QTest::newRow("empty") << QByteArray() << "expected four levels";
        QTest::newRow("three") << QByteArray("L3[W] K2 - L2[W] K2 - L1[O] K2") << "expected four levels";
        QTest::newRow("order") << QByteArray("L2[W] K2 - L3[W] K2 - L1[O] K2 - L0[W] N1")
                               << "expected L3[...] and its loops, found 'L2[W] K2'";
        QTest::newRow("tensor") << QByteArray("L3[WZ] K2 - L2[W] K2 - L1[O] K2 - L0[W] N1")
                                << "expected W, I and O";
        QTest::newRow("open") << QByteArray("L3[W K2 - L2[W] K2 - L1[O] K2 - L0[W] N1") << "expected L3[...]";
        QTest::newRow("no loop") << QByteArray("L3[W] - L2[W] K2 - L1[O] K2 - L0[W] N1")
                                 << "expected 1 to 64 loops";
        QTest::newRow("dimension") << QByteArray("L3[W] Z2 - L2[W] K2 - L1[O] K2 - L0[W] N1")
                                   << "expected a loop such as K48 or C16X";
        QTest::newRow("count") << QByteArray("L3[W] K - L2[W] K2 - L1[O] K2 - L0[W] N1") << "found 'K'";
        QTest::newRow("zero") << QByteArray("L3[W] K0 - L2[W] K2 - L1[O] K2 - L0[W] N1") << "found 'K0'";
        QTest::newRow("minus") << QByteArray("L3[W] K-4 - L2[W] K2 - L1[O] K2 - L0[W] N1") << "found 'K-4'";
        QTest::newRow("large") << QByteArray("L3[W] K99999999999999999999 - L2[W] K2 - L1[O] K2 - L0[W] N1")
                               << "found 'K99999999999999999999'";
        QTest::newRow("tail") << QByteArray("L3[W] K2XX - L2[W] K2 - L1[O] K2 - L0[W] N1") << "found 'K2XX'";
        QTest::newRow("spatial") << QByteArray("L3[W] K2X - L2[W] K2 - L1[O] K2 - L0[W] N1")
                                 << "expected no spatial loop in L3, found 'K2X'";
    }
    void nestComplains() {
        QFETCH(QByteArray, text);
        QFETCH(QString, complaint);
        const auto mapping = parseMapping(text.toStdString());
        QVERIFY(!mapping);
        const QString message = QString::fromStdString(mapping.error().message);
        QVERIFY2(message.contains(complaint), qPrintable(message));
    }

    void rowsInLinesAndBeats() {
        for (const std::int64_t most : {LoadBytes, StoreBytes})
            for (std::int64_t start = 0; start < 80; ++start)
                for (std::int64_t bytes = 1; bytes < 300; ++bytes) {
                    const RowTraffic found = rowTraffic(start, bytes, most);
                    const RowTraffic counted = countedTraffic(start, bytes, most);
                    QCOMPARE(found.requests, counted.requests);
                    QCOMPARE(found.beats, counted.beats);
                    QCOMPARE(found.lines, counted.lines);
                }
        const RowTraffic mean = meanRowTraffic(96, 32, LoadBytes); // rows start at 0 and 32 of a line
        QCOMPARE(mean.requests, 1.0);
        QCOMPARE(mean.beats, 2.0);
    }

    void caches() {
        // 4 KiB of input again and again beside 64 KiB of weights, and 4 KiB of output, of 64 bytes a row.
        const MappedLayer layer =
            layerOf("L3[WIO] K16 - L2[WI] N1 K16X - L1[O] K4 C4 C16X - L0[W] P64", {1, 64, 1024, 64, 1, 1, 1});
        const TileTraffic tile = tileTraffic(layer);
        const auto outside = [&](double kibibytes) {
            return linesFromOutside(layer, tile, {kibibytes * 1024, kibibytes * 16}); // one set: no crowding
        };
        const Lines all = outside(1024); // everything stays
        QCOMPARE(all.input + all.weight + all.output, 0.0);
        const Lines some = outside(64); // what an iteration touches stays
        QCOMPARE(some.input, 64.0);
        QCOMPARE(some.weight, 1024.0);
        QCOMPARE(some.output, 1024.0);
        const Lines none = outside(4);
        QCOMPARE(none.input, 16 * 64.0);
        QCOMPARE(none.weight, 1024.0);
        // Rows of 16 bytes share a line with the next three iterations, if it is still there then.
        const MappedLayer narrow =
            layerOf("L3[WIO] K64 - L2[WI] N1 K16X - L1[O] C4 C16X - L0[W] P64", {1, 64, 1024, 64, 1, 1, 1});
        const auto weights = [&](double kibibytes) {
            return linesFromOutside(narrow, tileTraffic(narrow), {kibibytes * 1024, kibibytes * 16}).weight;
        };
        QCOMPARE(weights(64), 1024.0);
        QCOMPARE(weights(4), 4096.0);
    }

    // What a layer needs at least, and what cannot make it faster.
    void bounds() {
        std::mt19937 random(7);
        const auto pick = [&](std::initializer_list<int> from) {
            return *(from.begin() + static_cast<std::ptrdiff_t>(random() % from.size()));
        };
        for (int i = 0; i < 300; ++i) {
            const int c = pick({1, 2, 4, 8}), k = pick({1, 2, 4}), p = pick({2, 7, 14, 16, 28}),
                      q = pick({1, 2, 7}), r = pick({1, 3}), outer = pick({1, 2, 4, 8});
            const auto cycles = [&](int times, double beat) {
                const std::string nest = "L3[WIO] Q" + std::to_string(times) +
                                         " K2 - L2[WI] N1 K16X - L1[O] K" + std::to_string(k) + " R" +
                                         std::to_string(r) + " C" + std::to_string(c) + " Q" +
                                         std::to_string(q) + " C16X - L0[W] P" + std::to_string(p);
                GemminiConstants constants;
                constants.beat = beat;
                return gemminiCycles(layerOf(nest, {1, 16 * c, 32 * k, p, q * times, r, 1}), constants);
            };
            const double macs = 16.0 * c * 32 * k * p * q * outer * r, now = cycles(outer, 1.16);
            QVERIFY(now > macs / (ArrayEdge * ArrayEdge));
            QVERIFY(cycles(2 * outer, 1.16) > now);     // more MACs
            QVERIFY(cycles(outer, 2.0) > now);          // a slower bus
            QVERIFY(cycles(2 * outer, 1.16) < 3 * now); // about twice the work
        }
        QCOMPARE(roundedMaximum(0, 5), 5.0);
        QVERIFY(roundedMaximum(4, 5) > 5 && roundedMaximum(4, 5) < 9);
    }

    void fileKeepsItsColumns() {
        const QByteArray row = QByteArray::fromStdString(Nest) + ",1,768,768,128,1,1,1,566626.0";
        const auto file = readMapped(write("\xef\xbb\xbf" + Header.trimmed() + "\r\n\n" + row + "\r\n" + row));
        QVERIFY2(file, file ? "" : file.error().message.c_str());
        QCOMPARE(file->rows.size(), std::size_t(2));
        QCOMPARE(file->rows[0].line, 3);
        QCOMPARE(*file->rows[0].measured, 566626.0);
        QVERIFY(file->rows[0].fits()); // nothing is known of the memories
        const std::string cycles = std::to_string(file->rows[0].cycles);
        const QString expected = Header.trimmed() + ",cycles\n" + row + "," + cycles.c_str() + "\n" + row +
                                 "," + cycles.c_str() + "\n";
        QCOMPARE(QString::fromStdString(table::csvText(mappedTable(std::make_shared<const MappedFile>(*file)))),
                 expected);
    }

    void fileComplains_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("complaint");
        const QByteArray nest = QByteArray::fromStdString(Nest);
        QTest::newRow("empty") << QByteArray() << ": is empty; expected a header";
        QTest::newRow("no rows") << Header << ":1: no layer";
        QTest::newRow("columns")
            << QByteArray("a,prob.C,prob.K\n1,2,3\n")
            << ":1: expected a header with the columns 'mapping.mapping', 'prob.N', 'prob.P'";
        QTest::newRow("cycles") << "cycles," + Header << ":1: there is a column 'cycles' already";
        QTest::newRow("short") << Header + nest + ",1,2\n"
                               << ":2: expected 9 fields as the header has, found 3";
        QTest::newRow("long") << Header + nest + ",1,768,768,128,1,1,1,5,5\n"
                              << ":2: expected 9 fields as the header has, found more";
        QTest::newRow("word") << Header + nest + ",1,768,many,128,1,1,1,5\n"
                              << ":2: column 'prob.K': expected a positive number, found 'many'";
        QTest::newRow("fraction") << Header + nest + ",1,768,76.5,128,1,1,1,5\n"
                                  << ":2: column 'prob.K': expected an integer from 1 to";
        QTest::newRow("nothing") << Header + nest + ",1,768,,128,1,1,1,5\n"
                                 << ":2: column 'prob.K': expected a positive integer, found nothing";
        QTest::newRow("huge") << Header + nest + ",1,768,1e300,128,1,1,1,5\n"
                              << ":2: column 'prob.K': expected an integer from 1 to";
        QTest::newRow("nan") << Header + nest + ",1,768,nan,128,1,1,1,5\n"
                             << ":2: column 'prob.K': expected a positive number";
        QTest::newRow("measured") << Header + nest + ",1,768,768,128,1,1,1,-5\n"
                                  << ":2: column 'target.gemmini_cycle': expected a positive number";
        QTest::newRow("nest") << Header + "\n" + nest.left(20) + ",1,768,768,128,1,1,1,5\n"
                              << ":3: mapping: expected four levels";
        QTest::newRow("covers") << Header + nest + ",1,768,769,128,1,1,1,5\n"
                                << ":2: mapping: the loops over K count 768; expected 769";
        QTest::newRow("overflow") << Header +
                                         "L3[W] K2000000000 - L2[W] K2000000000 K2000000000 - L1[O] K2 - L0[W] "
                                         "N1,1,768,768,128,1,1,1,5\n"
                                  << ":2: mapping: the loops over K count more than";
        QTest::newRow("macs") << Header +
                                     "L3[W] K2000000000 C2000000000 P2000000000 - L2[W] N1 - L1[O] N1 - L0[W] "
                                     "N1,1,768,768,128,1,1,1,5\n"
                              << ":2: mapping: more than 9007199254740992 multiply-accumulates";
        QTest::newRow("strides")
            << "prob.Wstride,prob.Hstride," + Header +
                   "2000000000,2000000000,L3[W] P2000 - L2[W] N1 - L1[O] P2000 Q2000 - L0[W] "
                   "N1,1,1,1,4000000,2000,1,1,5\n"
            << ":2: the layer takes more than 2^62 cycles";
        QTest::newRow("array") << "arch.meshX," + Header + "128," + nest + ",1,768,768,128,1,1,1,5\n"
                               << ":2: column 'arch.meshX': expected 16, the array that is modelled, found 128";
    }
    void fileComplains() {
        QFETCH(QByteArray, text);
        QFETCH(QString, complaint);
        const auto path = write(text);
        const auto file = readMapped(path);
        QVERIFY(!file);
        const QString message = QString::fromStdString(file.error().message);
        QVERIFY2(message.startsWith(QString::fromStdString(path.string()) + complaint), qPrintable(message));
    }
    void missingFile() { QVERIFY(!readMapped("/nonexistent/m.csv")); }

    void agreementOfKnownPairs() {
        const std::vector<Pair> pairs{{1, 1}, {2, 1}, {3, 4}, {8, 8}};
        const Agreement it = agreement(pairs);
        QCOMPARE(it.worst[0], std::size_t(1));
        QVERIFY(qAbs(it.medianError - std::log(4.0 / 3) / 2) < 1e-12);
        QVERIFY(qAbs(it.meanError - (std::log(2.0) + std::log(4.0 / 3)) / 4) < 1e-12);
        QVERIFY(qAbs(it.rankCorrelation - 0.9486832980505138) < 1e-12); // two of the measured are equal
        QCOMPARE(agreement({}).count, std::size_t(0));
        QCOMPARE(agreement(std::vector<Pair>{{1, 2}}).rankCorrelation, 0.0);
    }

    void correlationOfRanks() {
        const std::vector<double> a{1, 2, 3, 4}, up{10, 20, 25, 1e9}, down{4, 3, 2, 1}, flat{7, 7, 7, 7};
        QCOMPARE(rankCorrelation(a, up), 1.0);
        QCOMPARE(rankCorrelation(a, down), -1.0);
        QCOMPARE(rankCorrelation(a, flat), 0.0);
        // Ranks 0.5, 0.5, 2.5, 2.5 beside 0, 1, 2, 3: 4 of sqrt(5 * 4).
        QVERIFY(qAbs(rankCorrelation(a, std::vector<double>{1, 1, 2, 2}) - 4 / std::sqrt(20.0)) < 1e-12);
    }

    // The targets, and that no set of memories or kind of layer is far from them.
    void measuredOnTheBoard() {
        const auto path = test::shared("golden/gemmini/firesim.csv");
        if (path.empty()) QSKIP(test::sharedMissing());
        const auto file = readMapped(path);
        QVERIFY2(file, file ? "" : file.error().message.c_str());
        const Agreement all = agreement(file->measured());
        qInfo("%zu layers: median %.1f %%, mean %.1f %%, rank correlation %.4f", all.count,
              all.medianError * 100, all.meanError * 100, all.rankCorrelation);
        QVERIFY(all.count >= 100);
        QVERIFY(all.medianError < 0.08);
        QVERIFY(all.meanError < 0.20);
        QVERIFY(all.rankCorrelation > 0.97);
        std::map<std::int64_t, std::vector<Pair>> byMemory, byFilter;
        for (const MappedRow& row : file->rows) {
            const Pair pair{static_cast<double>(row.cycles), *row.measured};
            byMemory[*row.scratchpadRows].push_back(pair);
            byFilter[row.layer.extents[Dimension::R]].push_back(pair);
        }
        for (const auto& groups : {byMemory, byFilter})
            for (const auto& [name, pairs] : groups) {
                const Agreement group = agreement(pairs);
                QVERIFY2(group.medianError < 0.13, qPrintable(QString::number(name)));
            }
    }

    void stockTiles() {
        const auto tile = [](std::int64_t m, std::int64_t k, std::int64_t n) {
            const ProductTile it = stockTile({m, k, n});
            return QList<qint64>{it.m * ArrayEdge, it.k * ArrayEdge, it.n * ArrayEdge};
        };
        // As the board's software reports them (dse.auto_tiling).
        QCOMPARE(tile(128, 768, 768), (QList<qint64>{80, 768, 80}));
        QCOMPARE(tile(128, 3072, 768), (QList<qint64>{80, 816, 80}));
        QCOMPARE(tile(128, 64, 128), (QList<qint64>{80, 64, 96}));
        QCOMPARE(tile(128, 128, 64), (QList<qint64>{128, 128, 64}));
        QVERIFY(!stockCycles({0, 1, 1}));
        QVERIFY(!stockCycles({1, ProductLimit + 1, 1}));
        QVERIFY(!stockCycles({1, 1, 1}, {.scratchpadRows = 16, .accumulatorRows = 1024}));
        QVERIFY(*stockCycles({64, 64, 64}) < *stockCycles({64, 64, 80}));
    }

    void publishedPoints() {
        const auto points = published::checkedAgainst();
        QVERIFY2(points, points ? "" : points.error().message.c_str());
        int within = 0, explained = 0;
        for (const published::CheckedPoint& it : *points) {
            const QString what = QString::fromStdString(it.accelerator + " " + it.point);
            if (it.margin) {
                QVERIFY2(std::abs(it.error()) <= *it.margin, qPrintable(what));
                ++within;
            } else {
                QVERIFY2(!it.note.empty(), qPrintable(what));
                ++explained;
            }
        }
        QCOMPARE(within, 6 + 4 + 5);
        QCOMPARE(explained, 2);
        // The presets by the rules that they are costed with: none was fitted.
        const auto presets = published::checkedPresets();
        QVERIFY2(presets, presets ? "" : presets.error().message.c_str());
        QCOMPARE(presets->size(), std::size_t(6 + 6 + 5));
        for (const published::CheckedPoint& it : *presets) {
            QVERIFY(!it.margin && it.predicted > 0);
            const auto range = published::checkedRange(it.accelerator);
            QVERIFY(range && !range->leftOut.empty());
            if (it.isRegular) QVERIFY(range->least <= it.error() && it.error() <= range->most);
        }
        QCOMPARE(published::checkedRange("tpu-v1")->points, std::size_t(4));
        QVERIFY(!published::checkedRange("edge-32"));
        // The mappings of Eyeriss fill the array as published.
        const auto table = published::Table::named("eyeriss_alexnet");
        QVERIFY(table);
        for (std::size_t row = 0; row < table->rows(); ++row) {
            const auto at = [&](const char* column) { return *table->number(row, column); };
            const published::RowStationaryLayer layer{.filter = at("r")};
            const published::RowStationaryPass pass{.n = at("n"),
                                                    .outputRows = at("e_pass"),
                                                    .p = at("p"),
                                                    .q = at("q"),
                                                    .r = at("rr"),
                                                    .t = at("t")};
            QCOMPARE(published::activePes(layer, pass), at("active"));
        }
        QCOMPARE(published::WeightArray().tileCycles(5000), 5000.0);
        QVERIFY(!published::Table::named("none"));
        QVERIFY(!published::Table::parse("t", "a,b\n1\n"));
        QVERIFY(!published::Table::parse("t", "# nothing\n"));
    }
};

EDGEWRIGHT_TEST(MappedTest)

} // namespace edgewright::mapped_test

#include "mapped_test.moc"
