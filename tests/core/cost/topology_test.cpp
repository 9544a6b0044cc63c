// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/workload.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace edgewright::topology_test {

using namespace edgewright::cost;

class TopologyTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    std::filesystem::path write(const QByteArray& text) {
        QFile file(m_folder.filePath("t.csv"));
        if (!file.open(QIODevice::WriteOnly)) return {};
        file.write(text);
        return file.fileName().toStdString();
    }

    inline static const QByteArray Conv = "Layer name, H, W, FH, FW, Channels, Filters, Strides,\n";
    inline static const QByteArray Gemm = "Layer, M, N, K,\n";

private slots:
    void conv() {
        const auto read =
            readTopology(write(Conv + "Conv1, 14, 10, 1, 3, 6, 20, 2,\r\n\n,,,,\nlast,5,5,5,5,1,1,1\n"));
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(read->layers.size(), std::size_t(2));
        const Layer& layer = read->layers[0];
        QCOMPARE(layer.name, std::string("Conv1"));
        QCOMPARE(layer.op, std::string("Conv"));
        QCOMPARE(layer.outH, 8); // ceil((14 - 1 + 2) / 2)
        QCOMPARE(layer.outW, 5); // ceil((10 - 3 + 2) / 2)
        QCOMPARE(layer.m, 40);
        QCOMPARE(layer.n, 20);
        QCOMPARE(layer.k, 18);
        QCOMPARE(layer.strideW, 2);
        QCOMPARE(read->layers[1].macs(), 25);
    }

    void gemm() {
        const auto read = readTopology(write("\xef\xbb\xbf" + Gemm + "G,128,10,2048,\n"));
        QVERIFY(read);
        QCOMPARE(read->layers.size(), std::size_t(1));
        const Layer& layer = read->layers[0];
        QCOMPARE(layer.m, 128);
        QCOMPARE(layer.n, 10);
        QCOMPARE(layer.k, 2048);
        QCOMPARE(layer.ifmapH, 128);
        QCOMPARE(layer.ifmapW, 2048);
        QCOMPARE(layer.op, std::string("Gemm"));
    }

    // What SCALE-Sim does not read is read, with a note that names the first line.
    void variants() {
        const auto path = write("Layer name,H,W,FH,FW,Channels,Filters,Strides,,,Eh,Ew,Batch\n,,,,,,,,,,,,\r\n"
                                "\"Conv, \"\"1\"\"\",5,5,3,3,1,2,1,,,3,3,1\n  \n"
                                " \"c2\" , \"5\" ,5,3,3,1,4,1,,,,,\r\nc3,5,5,3,3,1,1,1\n");
        const auto read = readTopology(path);
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(read->layers.size(), std::size_t(3));
        QCOMPARE(read->layers[0].name, std::string("Conv, \"1\""));
        QCOMPARE(read->layers[1].name, std::string("c2"));
        QCOMPARE(read->layers[1].n, 4);
        std::vector<QString> notes;
        for (const Diagnostic& each : read->notes)
            notes.push_back(QString::fromStdString(each.message));
        const QString file = QString::fromStdString(path.string());
        const std::vector<QString> expected{
            file + ":2: a row without values, with which SCALE-Sim does not read the file",
            file + ":3: quotes, which SCALE-Sim does not know (2 rows)",
            file + ":3: columns behind the 8th are passed over; SCALE-Sim does not read the file (3 rows)",
            file +
                ":3: no comma at the end of the row, for which SCALE-Sim v3 does not read the file (2 rows)"};
        for (const QString& each : expected)
            QVERIFY2(std::ranges::find(notes, each) != notes.end(),
                     qPrintable(each + " among " + QStringList(notes.begin(), notes.end()).join("; ")));
        QCOMPARE(notes.size(), expected.size());
        // SCALE-Sim drops what stands behind the last comma.
        const auto remarked = readTopology(write(Conv + "c,5,5,3,3,1,1,1,#dw\n"));
        QVERIFY2(remarked, remarked ? "" : remarked.error().message.c_str());
        QCOMPARE(remarked->notes.size(), std::size_t(1));
        QVERIFY(remarked->notes[0].message.ends_with(
            ":2: no comma behind the last field, which SCALE-Sim passes over for that"));
        // What is written as SCALE-Sim has it needs no note; a ratio of 1:1 leaves every weight.
        const auto plain = readTopology(write(Conv + "c,5,5,3,3,1,1,1,1:1,\n"));
        QVERIFY(plain);
        QVERIFY(plain->notes.empty());
    }

    // The first N of every M weights: 0, 1, 4, 5, 8 of nine for 2:4.
    void sparseFiltersKeepAPartOfK() {
        const auto path = write(Conv + "c,5,5,3,3,1,1,1,2:4,\nd,5,5,3,3,1,1,1,4:4,\ne,5,5,3,3,1,1,1,1:10,\n");
        const auto sparse = readTopology(path);
        QVERIFY2(sparse, sparse ? "" : sparse.error().message.c_str());
        QCOMPARE(sparse->layers[0].k, 5);
        QVERIFY(sparse->layers[0].isSparse());
        QCOMPARE(sparse->layers[1].k, 9);
        QVERIFY(!sparse->layers[1].isSparse());
        QCOMPARE(sparse->layers[2].k, 1);
        QCOMPARE(sparse->notes.size(), std::size_t(1));
        QVERIFY(sparse->notes[0].message.find(":2: the filter is sparse") != std::string::npos);
        QVERIFY(sparse->notes[0].message.ends_with("(2 rows)"));
        const auto dense = readTopology(path, Sparsity::Ignored);
        QVERIFY(dense && dense->layers[0].k == 9 && !dense->layers[0].isSparse());
        QVERIFY(dense->notes[0].message.find("is estimated as a dense one") != std::string::npos);
        const auto gemm = readTopology(write(Gemm + "g,5,7,30,1:4,\n"));
        QVERIFY(gemm && gemm->layers[0].k == 8 && gemm->layers[0].channels == 1);
    }

    void depthwiseBecomesALayerPerChannel() {
        const auto read = readTopology(write(Conv + "a_DP,18,18,3,3,6,1,1,\n"));
        QVERIFY(read);
        QCOMPARE(read->layers.size(), std::size_t(6));
        QCOMPARE(read->layers[5].name, std::string("a_DPChannel_5"));
        QCOMPARE(read->layers[5].channels, 1);
        QCOMPARE(read->layers[5].k, 9);
    }

    void complains_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("complaint");
        QTest::newRow("empty") << QByteArray() << ": is empty";
        QTest::newRow("header") << QByteArray("Layer, H, W,\n") << ":1: expected a header";
        QTest::newRow("short") << Conv + "c,5,5,3,3,1,1,\n"
                               << ":2: expected 8 fields, found 7";
        QTest::newRow("long") << Gemm + "g,5,5,3,3,\n"
                              << ":2: expected 4 fields, found 5";
        QTest::newRow("word") << Gemm + "g,5,five,3,\n"
                              << ":2: column 3: expected an integer from 1 to 10000000, found 'five'";
        QTest::newRow("zero") << Gemm + "g,0,5,3,\n"
                              << ":2: column 2: expected an integer";
        QTest::newRow("negative") << Conv + "c,5,5,3,3,1,1,-1,\n"
                                  << ":2: column 8: expected an integer";
        QTest::newRow("large") << Gemm + "g,5,99999999999999999999,3,\n"
                               << ":2: column 3: expected an integer";
        QTest::newRow("filter") << Conv + "c,5,5,3,6,1,1,1,\n"
                                << ":2: the filter is larger than the ifmap";
        QTest::newRow("sparse, more than all") << Conv + "c,5,5,3,3,1,1,1,5:4,\n"
                                               << ":2: sparsity '5:4': expected N:M, with N from 1 to M";
        QTest::newRow("sparse, nothing") << Gemm + "g,5,5,3,0:4,\n"
                                         << ":2: sparsity '0:4': expected N:M";
        QTest::newRow("sparse, words") << Gemm + "g,5,5,3,a:a,\n"
                                       << ":2: sparsity 'a:a': expected N:M";
        QTest::newRow("batch") << QByteArray("Layer,M,N,K,Batch,\n") + "g,5,5,3,2,\n"
                               << ":2: a batch of '2': SCALE-Sim knows one";
        QTest::newRow("quote") << Gemm + "\"g,5,5,3,\n"
                               << ":2: a field in quotes does not end";
        QTest::newRow("behind") << Gemm + "\"g\"h,5,5,3,\n"
                                << ":2: a field in quotes does not end, or goes on behind them";
        QTest::newRow("channels") << Conv + "c_DP,5,5,3,3,10000000,1,1,\n"
                                  << ":2: more than 100000 layers";
        QTest::newRow("weights") << Conv + "c,10000000,10000000,10000000,10000000,10000000,1,1,\n"
                                 << ":2: the filter has more";
        QTest::newRow("macs") << Gemm + "g,10000000,10000000,10000000,\n"
                              << ":2: the layer has more";
    }
    void complains() {
        QFETCH(QByteArray, text);
        QFETCH(QString, complaint);
        const auto path = write(text);
        const auto read = readTopology(path);
        QVERIFY(!read);
        const QString message = QString::fromStdString(read.error().message);
        QVERIFY2(message.startsWith(QString::fromStdString(path.string()) + complaint), qPrintable(message));
    }

    void missingFile() { QVERIFY(!readTopology("/nonexistent/t.csv")); }
};

EDGEWRIGHT_TEST(TopologyTest)

} // namespace edgewright::topology_test

#include "topology_test.moc"
