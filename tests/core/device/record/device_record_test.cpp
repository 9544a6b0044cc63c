// SPDX-License-Identifier: GPL-3.0-or-later
// A record survives the way through a file; damaged files are told where and why.
#include "core/base/language.h"
#include "core/device/record/gpu_backends.h"
#include "core/device/record/record_table.h"
#include "core/device/record/record_text.h"
#include "core/table/format.h"
#include "tests/core/device/record/sample_record.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace edgewright::device_record_test {

using namespace edgewright::device;
using namespace Qt::StringLiterals;

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
        const Record record = test::sampleRecord();
        const auto read = readRecord(file(QByteArray::fromStdString(recordJson(record))));
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(recordJson(*read), recordJson(record)); // which has every field
        QCOMPARE(read->machine, record.machine);
        QCOMPARE(read->variants[0].variant, record.variants[0].variant);
        QCOMPARE(read->variants[0].blocks[0].wall, record.variants[0].blocks[0].wall);
        QCOMPARE(read->variants[0].warmups, std::optional(2));
        QVERIFY(!read->variants[1].warmups && !read->variants[1].isWithoutWarmup()); // not told
        QVERIFY(read->variants[2].isWithoutWarmup());
        QCOMPARE(read->variants[0].operators[1].name, record.variants[0].operators[1].name);
        QCOMPARE(read->variants[0].operators[1].arithmetic, Arithmetic::Int8);
        QCOMPARE(read->variants[0].operators[1].origins, record.variants[0].operators[1].origins);
        QCOMPARE(read->variants[0].operators[1].features.counts,
                 record.variants[0].operators[1].features.counts);
        QCOMPARE(read->variants[2].variant, record.variants[2].variant);
        QCOMPARE(read->variants[2].calibratedOn, record.variants[2].calibratedOn);
        QVERIFY(!read->variants[2].operators[0].node.valid());
        QCOMPARE(int(read->variants[2].operators[0].ranBy), int(RanBy::ThisMachine));
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
        row("warm-ups", "\"warmups\": 2", "\"warmups\": -1", "variants[0].warmups");
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
        QByteArray text = QByteArray::fromStdString(recordJson(test::sampleRecord()));
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

    void tables() {
        const auto record = std::make_shared<const Record>(test::sampleRecord());
        const QStringList samples =
            QString::fromStdString(table::csvText(sampleTable(record))).split(u'\n', Qt::SkipEmptyParts);
        QCOMPARE(samples.value(0), u"variant,threads,block,wall_ms,cpu_ms"_s);
        QCOMPARE(samples.size(), qsizetype(3)); // two of one variant, none of the others
        QVERIFY2(samples[1].startsWith(u"\"fusion, 2 threads\",2,0,12.3456789"_s), qPrintable(samples[1]));
        const std::shared_ptr<const Record> runs[] = {record, record};
        const QStringList history =
            QString::fromStdString(table::csvText(historyTable(runs))).split(u'\n', Qt::SkipEmptyParts);
        QCOMPARE(history.size(), static_cast<qsizetype>(1 + 2 * record->variants.size()));
        QCOMPARE(history[0],
                 u"date,device,machine,model,variant,threads,median_ms,low_ms,high_ms,p95_ms,samples,"
                 "noisy,throttled,outputs"_s);
        QVERIFY(history[1].startsWith(QString::fromStdString(record->date)));

        // One variant a row, with the same figures.
        const table::Table variants = variantTable(record);
        QCOMPARE(variants.rows(), record->variants.size());
        QCOMPARE(*variants.at(0, "median_ms").number(), *historyTable(runs).at(0, "median_ms").number());
        QCOMPARE(*variants.at(0, "arena_bytes").number(), 800.0);
        QVERIFY(variants.at(1, "arena_bytes").isNothing());
        QVERIFY(variants.at(0, "low_ms").isNothing()); // two samples are too few
        QCOMPARE(std::get<std::string>(variants.at(2, "remarks")), std::string("noisy, without warm-up"));
    }

    // Told where it may be why: the arena alone differs, and it is slower.
    void copyingInputs() {
        VariantRecord plain, arena;
        plain.blocks.assign(20, {1e-3, 1e-3});
        arena.blocks.assign(20, {2e-3, 2e-3});
        arena.variant.reuse = true;
        arena.inputCopySeconds = 0.5e-3;
        QCOMPARE(copiedShare(plain, arena), 0.25);
        QCOMPARE(copiedShare(arena, plain), 0.0);
        QCOMPARE(copiedShare(arena, arena), 0.0);
        std::swap(plain.blocks, arena.blocks); // faster than without
        QCOMPARE(copiedShare(plain, arena), 0.0);
    }

    void variants() {
        QCOMPARE(standardVariants().size(), std::size_t(5));
        QVERIFY(variantNamed("both")->fusion && variantNamed("both")->reuse);
        QVERIFY(variantNamed("int8")->quantized && !variantNamed("int8")->isPredictable());
        QVERIFY(isOfGpu(*variantNamed("fp16")) && *variantNamed("fp16") == halvesVariant());
        QVERIFY(!isOfGpu(*variantNamed("both")) && !halvesVariant().isPredictable());
        const auto unknown = variantNamed("int99");
        QVERIFY(!unknown && unknown.error().message.find("baseline, fusion, reuse, both") != std::string::npos);
        QCOMPARE(onThreads(*variantNamed("fusion"), 2).name, std::string("fusion, 2 threads"));
        QCOMPARE(onThreads(*variantNamed("fusion"), 1).name, std::string("fusion"));
    }

    void titlesInALanguage() {
        const Variant two = onThreads(*variantNamed("fusion"), 2);
        const CalibratedOn beside{"calibration.npy beside the model"}, file{"test.npz"};
        QCOMPARE(two.title(), two.name);
        QCOMPARE(beside.title(), beside.source);
        const std::string busy = "other programs computed (load 3.7), the machine changed its speed by 1.93 ×, "
                                 "the processor was taken away from 12 % of the runs, and more";
        QCOMPARE(loadTextAgain(busy), busy);
        QCOMPARE(loadTextAgain(""), std::string());
        if (languages().size() == 1) QSKIP("built without gettext");
        QVERIFY(speak("zh_CN"));
        const std::string title = two.title(), one = onThreads(*variantNamed("fusion"), 1).title();
        const std::string besideIt = beside.title(), load = loadTextAgain(busy);
        QCOMPARE(file.title(), file.source);
        QVERIFY(speak(English));
        for (const char* each : {"other", "machine", "processor"})
            QVERIFY2(load.find(each) == std::string::npos, load.c_str());
        QVERIFY2(load.find("3.7") != std::string::npos && load.find("and more") != std::string::npos,
                 load.c_str());
        QCOMPARE(besideIt, std::string("calibration.npy（模型旁）"));
        QCOMPARE(title, std::string("fusion，2 个线程"));
        QCOMPARE(one, std::string("fusion"));
    }
};

EDGEWRIGHT_TEST(DeviceRecordTest)

} // namespace edgewright::device_record_test

#include "device_record_test.moc"
