// SPDX-License-Identifier: GPL-3.0-or-later
// Networks measured on a GPU whose driver runs its kernels on the processor: right, complete records, and what
// may go wrong.
#include "core/base/written_file.h"
#include "core/device/gpu/gpu_run.h"
#include "core/device/record/record_text.h"
#include "core/device/roof/operator_export.h"

#include "tests/core/gpu/fake_gpu.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace edgewright::device_gpu_test {

using namespace edgewright::device;
using namespace Qt::StringLiterals;

class DeviceGpuTest : public QObject {
    Q_OBJECT

    static Task taskOf(const std::filesystem::path& file, std::initializer_list<const char*> names) {
        Task task;
        const auto opened = pipeline::open(file);
        if (!opened) qFatal("%s", opened.error().message.c_str());
        task.typed = pipeline::type(*opened, {}, true);
        task.history = *pipeline::fuse(*task.typed, {});
        task.feeds = *ir::seededFeeds(*task.typed->graph, 1);
        for (const char* name : names)
            task.variants.push_back(*variantNamed(name));
        task.effort = {.warmups = 0, .minBlocks = 1, .minSeconds = 0, .maxBlocks = 1, .seconds = 60};
        task.profiledRuns = 1;
        task.planning.seconds = 1;
        return task;
    }
    static Result<std::shared_ptr<const Record>> measured(const Task& task, const Listener& listener = {}) {
        auto programs = test::fakePrograms();
        if (!programs) return programs.error();
        return measureOnGpu(*programs, task, {}, listener);
    }

    // Every variant on the GPU as here; `copies` of each: inputs and outputs alone.
    static void verifyWholeOnGpu(const std::filesystem::path& file, int copies) {
        const auto record = measured(taskOf(file, {"baseline", "fusion", "reuse", "both"}));
        QVERIFY2(record, record ? "" : record.error().message.c_str());
        QCOMPARE((*record)->variants.size(), std::size_t(4));
        for (const VariantRecord& each : (*record)->variants) {
            QVERIFY(!each.outputs.empty());
            for (const OutputAgreement& output : each.outputs)
                QVERIFY2(output.agrees && output.relNorm < 1e-4, qPrintable(QString::number(output.relNorm)));
            QCOMPARE(int(std::ranges::count(each.operators, RanBy::ThisMachine, &OperatorTime::ranBy)), 0);
            QCOMPARE(int(std::ranges::count(each.operators, RanBy::Copy, &OperatorTime::ranBy)), copies);
            QCOMPARE(each.arenaBytes > 0, each.variant.reuse);
            QVERIFY(each.weightBytes > 0 && each.peakBytes >= each.valueBytes && !each.isPredictable());
            // The fake's clock goes on with launches alone: 0.1 ms each, and no operator without one but views.
            QVERIFY(std::abs(each.operatorSeconds() - each.profiledSeconds) < 1e-9);
            QVERIFY(each.profiledSeconds >= 1e-4);
        }
        QVERIFY((*record)->variants[1].operatorCalls < (*record)->variants[0].operatorCalls);
        QCOMPARE((*record)->device, std::string("gpu"));
        QCOMPARE((*record)->isa, std::string("sm_90"));
        QCOMPARE((*record)->machine.processor, std::string("Emulated GPU"));
        QCOMPARE(test::fakeAllocations(), std::size_t(0));
        QTemporaryDir folder;
        const std::filesystem::path saved = folder.filePath(u"record.json"_s).toStdString();
        QVERIFY(writeText(saved, recordJson(**record)));
        const auto again = readRecord(saved);
        QVERIFY2(again, again ? "" : again.error().message.c_str());
        QCOMPARE(int(std::ranges::count(again->variants[1].operators, RanBy::Copy, &OperatorTime::ranBy)),
                 copies);
    }

private slots:
    void samples_data() {
        QTest::addColumn<QByteArray>("file");
        for (const char* const file :
             {"tiny_cnn_2d.onnx", "residual_cnn_2d.onnx", "depthwise_cnn_2d.onnx", "signal_cnn_1d.onnx"})
            QTest::newRow(file) << QByteArray(file);
    }
    void samples() {
        QFETCH(QByteArray, file);
        verifyWholeOnGpu(test::sample(file.constData()), 2);
    }

    // Products of halves: near this machine's float32, weights half as large, told beside the others.
    void halves_data() { samples_data(); }
    void halves() {
        QFETCH(QByteArray, file);
        std::vector<std::string> told;
        const auto record = measured(taskOf(test::sample(file.constData()), {"both", "fp16"}),
                                     {.doing = [&](const std::string& what) { told.push_back(what); }});
        QVERIFY2(record, record ? "" : record.error().message.c_str());
        QCOMPARE((*record)->variants.size(), std::size_t(2));
        const VariantRecord &whole = (*record)->variants[0], &half = (*record)->variants[1];
        QVERIFY(half.variant.backend == GpuHalvesBackend && whole.variant.backend == GpuBackend);
        double furthest = 0;
        for (const OutputAgreement& output : half.outputs) {
            QVERIFY2(output.agrees, qPrintable(QString::number(output.relNorm)));
            furthest = std::max(furthest, output.relNorm);
        }
        QVERIFY2(furthest > whole.outputs.front().relNorm, qPrintable(QString::number(furthest)));
        QVERIFY(half.weightBytes < whole.weightBytes);
        QVERIFY(std::ranges::any_of(told, [](const std::string& what) {
            return what.find("operators on the GPU multiply halves") != std::string::npos;
        }));
    }
    // A GPU without tensor cores for halves measures the rest.
    void halvesAreLeftOut() {
        const test::FakeSetting older("turing");
        const auto record = measured(taskOf(test::sample("residual_cnn_2d.onnx"), {"fp16", "both"}));
        QVERIFY2(record, record ? "" : record.error().message.c_str());
        QCOMPARE((*record)->variants.size(), std::size_t(1));
        QCOMPARE((*record)->variants[0].variant.name, std::string("both"));
        QVERIFY(!(*record)->variants[0].operators.empty());
        QCOMPARE((*record)->leftOut.size(), std::size_t(1));
        QVERIFY2((*record)->leftOut[0].reason.find("7.5") != std::string::npos,
                 (*record)->leftOut[0].reason.c_str());
        const auto none = measured(taskOf(test::sample("residual_cnn_2d.onnx"), {"fp16"}));
        QVERIFY(!none && none.error().code == ErrorCode::Unsupported);
    }

    // In 8 bits the outputs are this machine's, bit by bit.
    void quantized_data() { samples_data(); }
    void quantized() {
        QFETCH(QByteArray, file);
        std::vector<std::string> told;
        const auto record = measured(taskOf(test::sample(file.constData()), {"both", "int8"}),
                                     {.doing = [&](const std::string& what) { told.push_back(what); }});
        QVERIFY2(record, record ? "" : record.error().message.c_str());
        QVERIFY((*record)->leftOut.empty());
        QCOMPARE((*record)->variants.size(), std::size_t(2));
        const VariantRecord &whole = (*record)->variants[0], &codes = (*record)->variants[1];
        for (const OutputAgreement& output : codes.outputs)
            QVERIFY2(output.identical, qPrintable(QString::number(output.relNorm)));
        for (const OperatorTime& each : codes.operators)
            QVERIFY2(each.ranBy != RanBy::ThisMachine, (each.op + ": " + told.back()).c_str());
        QVERIFY(codes.weightBytes < whole.weightBytes && codes.valueBytes < whole.valueBytes);
    }
    void processorsChoicesAreRefused() {
        Task task = taskOf(test::sample("residual_cnn_2d.onnx"), {"fusion"});
        task.variants.front() = onThreads(task.variants.front(), 2);
        const auto record = measured(task);
        QVERIFY(!record && record.error().code == ErrorCode::BadInput);
        QVERIFY(record.error().message.find("threads") != std::string::npos);
    }

    void noMemory() {
        const test::FakeSetting small("small");
        const auto record =
            measured(taskOf(test::sample("residual_cnn_2d.onnx"), {"baseline", "fusion", "both"}));
        QVERIFY(!record);
        QCOMPARE(int(record.error().code), int(ErrorCode::OutOfMemory));
        QVERIFY2(record.error().message.find("on the GPU") != std::string::npos,
                 record.error().message.c_str());
    }
    void noNumbers() {
        const test::FakeSetting none("no numbers");
        const auto record = measured(taskOf(test::sample("residual_cnn_2d.onnx"), {"fusion"}));
        QVERIFY(!record);
        QCOMPARE(int(record.error().code), int(ErrorCode::Unsupported));
        for (const char* const part : {"fusion", "no number", "the first such result is that of"})
            QVERIFY2(record.error().message.find(part) != std::string::npos, record.error().message.c_str());
    }
};

EDGEWRIGHT_TEST(DeviceGpuTest)

} // namespace edgewright::device_gpu_test

#include "device_gpu_test.moc"
