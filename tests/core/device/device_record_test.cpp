// SPDX-License-Identifier: GPL-3.0-or-later
// A record survives the way through a file; damaged files are told where and why.
#include "core/device/record_text.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <limits>

namespace edgewright::device_record_test {

using namespace edgewright::device;
using namespace Qt::StringLiterals;

namespace {

Record sampleRecord() {
    Record record;
    record.model = "models/a, \"b\".onnx";
    record.date = "2026-11-23T04:10:00Z";
    record.isa = "avx512vnni";
    record.machine = {"board",
                      "Some CPU",
                      "aarch64",
                      "Linux 6.1",
                      "powersave",
                      4,
                      4,
                      std::int64_t(1) << 32,
                      {{1, 32768, 1}, {2, 1 << 20, 4}}};
    record.before = {1800.0, std::nullopt, 0.5};
    record.after = {1750.5, 61.5, 0.75};
    record.end = measure::End::Cancelled;
    record.seconds = 1.25;
    VariantRecord one;
    one.variant = {.name = "fusion, 2 threads",
                   .fusion = true,
                   .threads = 2,
                   .backend = "onednn",
                   .algorithm = ops::ConvolutionAlgorithm::Winograd,
                   .flushDenormals = false};
    one.first = {0.5, 0.75};
    one.blocks = {{0.012345678901234, 0.02}, {0.011, 0.021}};
    one.disturbed = 0.125;
    one.profiledSeconds = 0.013;
    one.operators = {
        {NodeId(7), "Conv_1", "Conv", 0.01, 0.0, 1234567890123, 4096},
        {NodeId(9), "with \"quotes\", and\nlines", "Relu", 0.002, 0.01, 0, 128, {NodeId(3), NodeId(4)}}};
    one.operators[1].features[cost::Feature::Simple] = 12.5;
    one.operators[1].arithmetic = Arithmetic::Int8;
    one.peakBytes = 1000;
    one.valueBytes = 900;
    one.arenaBytes = 800;
    one.allocations = 3;
    one.operatorCalls = 2;
    record.variants.push_back(one);
    record.variants.push_back({.variant = {.name = "baseline"}});
    VariantRecord quantized;
    quantized.variant = *variantNamed("int8");
    quantized.calibratedOn = {"\"photos\" beside the model", 32, true};
    quantized.operators = {{NodeId(), "input_quantize", "QuantizeLinear", 0.001}}; // of no node of the model
    quantized.weightBytes = 12345;
    record.variants.push_back(quantized);
    record.leftOut = {{onThreads(*variantNamed("int8"), 2), "there is nothing\nto quantize"}};
    return record;
}

} // namespace

class DeviceRecordTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;

    std::filesystem::path file(const QByteArray& text) {
        const QString path = m_folder.filePath(u"record.json"_s);
        QFile out(path);
        if (out.open(QIODevice::WriteOnly)) out.write(text);
        return path.toStdString();
    }

private slots:
    void throughAFile() {
        const Record record = sampleRecord();
        const auto read = readRecord(file(QByteArray::fromStdString(recordJson(record))));
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(recordJson(*read), recordJson(record)); // which has every field
        QCOMPARE(read->machine, record.machine);
        QCOMPARE(read->variants[0].variant, record.variants[0].variant);
        QCOMPARE(read->variants[0].blocks[0].wall, record.variants[0].blocks[0].wall);
        QCOMPARE(read->variants[0].operators[1].name, record.variants[0].operators[1].name);
        QCOMPARE(read->variants[0].operators[1].arithmetic, Arithmetic::Int8);
        QCOMPARE(read->variants[0].operators[1].origins, record.variants[0].operators[1].origins);
        QCOMPARE(read->variants[0].operators[1].features.counts,
                 record.variants[0].operators[1].features.counts);
        QCOMPARE(read->variants[2].variant, record.variants[2].variant);
        QCOMPARE(read->variants[2].calibratedOn, record.variants[2].calibratedOn);
        QVERIFY(!read->variants[2].operators[0].node.valid());
        QCOMPARE(read->leftOut, record.leftOut);
        QVERIFY(!read->before.celsius && *read->after.celsius == 61.5);
        QCOMPARE(read->end, measure::End::Cancelled);
    }

    void damaged_data() {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QString>("place");
        const auto row = [](const char* name, const char* from, const char* to, const char* place) {
            QTest::newRow(name) << QByteArray(from) << QByteArray(to) << QString::fromUtf8(place);
        };
        row("another document", "edgewright measurement", "something", "format");
        row("cut", "\"variants\"", "", "no JSON");
        row("threads", "\"threads\": 2", "\"threads\": 0", "variants[0].threads");
        row("a text", "0.012345678901234", "\"fast\"", "variants[0].wall[0]");
        row("negative", "0.012345678901234", "-1", "variants[0].wall[0]");
        row("fewer", "0.021", "0.021, 0.02", "variants[0]");
        row("seconds", "\"seconds\": 0.002", "\"seconds\": 1e300", "variants[0].operators[1].seconds");
        row("how it ended", "\"cancelled\"", "\"well\"", "end");
        row("a list", "\"fusion\": true", "\"fusion\": [1]", "variants[0].fusion");
        row("algorithm", "\"winograd\"", "\"fft\"", "variants[0].algorithm");
        row("a cache of no size", "\"bytes\": 32768", "\"many\": 32768", "machine.caches[0]");
        row("samples", "\"samples\": 32", "\"samples\": -1", "variants[2].calibration.samples");
        row("node", "\"node\": 7", "\"node\": -7", "variants[0].operators[0].node");
    }
    void damaged() {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QByteArray text = QByteArray::fromStdString(recordJson(sampleRecord()));
        const auto at = text.indexOf(from);
        QVERIFY(at > 0);
        if (to.isEmpty())
            text.truncate(at);
        else
            text.replace(at, from.size(), to);
        const auto read = readRecord(file(text));
        QVERIFY(!read);
        QVERIFY2(read.error().message.find("record.json") != std::string::npos, read.error().message.c_str());
        QFETCH(QString, place);
        QVERIFY2(QString::fromStdString(read.error().message).contains(place), read.error().message.c_str());
    }
    void notThere() { QVERIFY(!readRecord(m_folder.filePath(u"nothing.json"_s).toStdString())); }

    void spreadsheets() {
        const Record record = sampleRecord();
        const QString samples = QString::fromStdString(samplesCsv(record));
        QCOMPARE(samples.split(u'\n').value(1), u"\"fusion, 2 threads\",2,0,12.3456789,20"_s);
        const QString operators = QString::fromStdString(operatorsCsv(record));
        QVERIFY2(operators.contains(u"\"with \"\"quotes\"\", and\nlines\",Relu,2000,"_s),
                 qPrintable(operators));
        QVERIFY(operators.contains(u",123456.789,4096"_s)); // GMAC/s
        QVERIFY(!operators.contains(u"predicted"_s));
        const QString predicted =
            QString::fromStdString(operatorsCsv(record, {.processor = &cost::referenceProcessor()}));
        QVERIFY(
            predicted.startsWith(u"variant,position,name,op,us,share,macs,gmac_per_s,bytes,predicted_us\n"_s));
        const auto kept = std::make_shared<const Record>(record);
        const std::shared_ptr<const Record> runs[] = {kept, kept};
        const QStringList history = QString::fromStdString(historyCsv(runs)).split(u'\n', Qt::SkipEmptyParts);
        QCOMPARE(history.size(), static_cast<qsizetype>(1 + 2 * record.variants.size()));
        QCOMPARE(history[0].count(u','), 13);
        QVERIFY(history[1].startsWith(QString::fromStdString(record.date)));
    }

    void variants() {
        QCOMPARE(standardVariants().size(), std::size_t(5));
        QVERIFY(variantNamed("both")->fusion && variantNamed("both")->reuse);
        QVERIFY(variantNamed("int8")->quantized && !variantNamed("int8")->isPredictable());
        const auto unknown = variantNamed("int99");
        QVERIFY(!unknown && unknown.error().message.find("baseline, fusion, reuse, both") != std::string::npos);
        QCOMPARE(onThreads(*variantNamed("fusion"), 2).name, std::string("fusion, 2 threads"));
        QCOMPARE(onThreads(*variantNamed("fusion"), 1).name, std::string("fusion"));
    }
};

EDGEWRIGHT_TEST(DeviceRecordTest)

} // namespace edgewright::device_record_test

#include "device_record_test.moc"
