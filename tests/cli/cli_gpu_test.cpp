// SPDX-License-Identifier: GPL-3.0-or-later
// `gpu` without a GPU, and on a driver that runs kernels on the processor.
#include "tests/cli/program.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace edgewright::cli_gpu_test {

using namespace Qt::StringLiterals;

namespace {

using test::cli;
using test::Outcome;

// With the libraries of these folders of fakes in front of those of the system.
Outcome onFakes(const QStringList& folders, const QStringList& arguments, const QString& verb = u"gpu"_s) {
    QStringList paths;
    for (const QString& each : folders)
        paths << test::text(test::fakeGpu()) + u'/' + each;
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"LD_LIBRARY_PATH"_s, paths.join(u':'));
    // Real ones may be there, which are newer.
    const QString fakes = test::text(test::fakeGpu());
    environment.insert(u"EDGEWRIGHT_NVRTC"_s, folders.contains(u"compiler"_s)
                                                  ? fakes + u"/compiler/libnvrtc.so.12"_s
                                                  : u"/no/libnvrtc.so"_s);
    environment.insert(u"EDGEWRIGHT_CUBLAS"_s, fakes + u"/products/libcublas.so.12"_s);
    process.setProcessEnvironment(environment);
    process.start(test::cliProgram(), QStringList{verb} + arguments);
    if (!process.waitForFinished(-1)) return {};
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            process.readAllStandardOutput(), process.readAllStandardError()};
}

const QStringList All{u"gpu"_s, u"compiler"_s, u"products"_s};

} // namespace

class CliGpuTest : public QObject {
    Q_OBJECT

private slots:
    void list() {
        const Outcome outcome = cli({u"gpu"_s, u"--list"_s});
        QCOMPARE(outcome.status, 0);
        for (const char* const name :
             {"gemm_naive", "gemm_warp_tile", "gemm_int8", "attention_online", "pool_max"})
            QVERIFY2(outcome.out.contains(name), outcome.out.constData());
        const QJsonArray kernels = cli({u"gpu"_s, u"--list"_s, u"--json"_s}).json()[u"kernels"_s].toArray();
        QVERIFY(kernels.size() > 20);
        const auto naive = std::ranges::find(kernels, u"gemm_naive"_s, [](const QJsonValue& kernel) {
            return kernel.toObject()[u"kernel"_s].toString();
        });
        QVERIFY(naive != kernels.end());
        QCOMPARE(naive->toObject()[u"parameters"_s].toString(), u"SIDE=32 (8,16,32)"_s);
    }

    // One sentence, and the status of a machine that lacks something.
    void withoutDriver() {
        // A file that is no library stands where the driver would be.
        QTemporaryDir folder;
        QVERIFY(!test::written(folder, u"libcuda.so.1"_s, "no library").isEmpty());
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"LD_LIBRARY_PATH"_s, folder.path());
        process.setProcessEnvironment(environment);
        process.start(test::cliProgram(), {u"gpu"_s, u"--check"_s});
        QVERIFY(process.waitForFinished(-1));
        const QByteArray errors = process.readAllStandardError();
        QCOMPARE(process.exitCode(), 3);
        QVERIFY2(errors.contains("NVIDIA") && errors.contains("libcuda.so.1"), errors.constData());
        QCOMPARE(errors.trimmed().count('\n'), 0);
        QVERIFY(process.readAllStandardOutput().isEmpty());
    }
    void withoutCompiler() {
        const Outcome outcome = onFakes({u"gpu"_s}, {u"--check"_s});
        QCOMPARE(outcome.status, 3);
        QVERIFY2(outcome.err.contains("NVRTC") && outcome.err.contains("/no/libnvrtc.so"),
                 outcome.err.constData());
    }

    void check() {
        const Outcome outcome = onFakes(All, {u"--check"_s, u"--json"_s});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        const QJsonArray kernels = outcome.json()[u"kernels"_s].toArray();
        QVERIFY(kernels.size() > 60);
        for (const auto& each : kernels) {
            const QJsonObject row = each.toObject();
            QVERIFY2(row[u"right"_s].toBool() && row[u"problem"_s].isNull() && row[u"us"_s].isNull(),
                     QJsonDocument(row).toJson().constData());
            QVERIFY(row[u"compared"_s].toInt() > 0 && row[u"error"_s].isDouble());
        }
        QCOMPARE(outcome.json()[u"gpu"_s][u"name"_s].toString(), u"Emulated GPU"_s);
    }

    void measured() {
        QTemporaryDir folder;
        const QString file = folder.filePath(u"gpu.csv"_s);
        const QStringList arguments{u"--kernel"_s,     u"gemm_naive"_s, u"--kernel"_s,  u"gemm_fp16"_s,
                                    u"--size"_s,       u"33"_s,         u"--samples"_s, u"1"_s,
                                    u"--roof-steps"_s, u"4"_s,          u"-o"_s,        file};
        const Outcome outcome = onFakes(All, arguments);
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        for (const char* const part :
             {"Emulated GPU, compute capability 9.0, 2 SMs", "33 x 33 x 33", "copy", "GMAC/s"})
            QVERIFY2(outcome.out.contains(part), outcome.out.constData());
        const QList<QByteArray> lines = test::contents(file).trimmed().split('\n');
        QCOMPARE(lines.size(), 3);
        QVERIFY2(lines[0].startsWith("kernel,sizes,parameters,us,samples,"), lines[0].constData());
        QVERIFY2(lines[1].startsWith("gemm_naive,33 x 33 x 33,SIDE=32,"), lines[1].constData());
    }

    // The fake has been built with two of three; that the third does not compile is no fault of the others.
    void everyCombination() {
        const QStringList arguments{u"--kernel"_s,  u"gemm_naive"_s, u"--every"_s,      u"--size"_s, u"33"_s,
                                    u"--samples"_s, u"1"_s,          u"--roof-steps"_s, u"4"_s};
        const Outcome shown = onFakes(All, arguments);
        QVERIFY2(shown.status == 0, shown.err.constData());
        QVERIFY2(shown.out.contains("gemm_naive 33 x 33 x 33 is fastest with SIDE="), shown.out.constData());
        const QJsonArray kernels =
            onFakes(All, arguments + QStringList{u"--json"_s}).json()[u"kernels"_s].toArray();
        QCOMPARE(kernels.size(), 3);
        QCOMPARE(kernels[1].toObject()[u"parameters"_s].toString(), u"SIDE=16"_s);
        QVERIFY(kernels[1].toObject()[u"problem"_s].toString().contains(u"does not compile"_s));
        QVERIFY(kernels[0].toObject()[u"right"_s].toBool() && kernels[2].toObject()[u"right"_s].toBool());
    }

    void tuned() {
        const QStringList arguments{u"--kernel"_s,  u"gemm_naive"_s, u"--kernel"_s,     u"gemm_coalesced"_s,
                                    u"--tune"_s,    u"6"_s,          u"--size"_s,       u"33"_s,
                                    u"--samples"_s, u"1"_s,          u"--roof-steps"_s, u"4"_s};
        const Outcome shown = onFakes(All, arguments);
        QVERIFY2(shown.status == 0, shown.err.constData());
        // Five samples of each tell nothing: the default stays.
        QVERIFY2(shown.out.contains("33 x 33 x 33: nothing is faster beyond doubt than gemm_coalesced SIDE=32"),
                 shown.out.constData());
        const Outcome mixed =
            onFakes(All, {u"--kernel"_s, u"gemm_naive"_s, u"--kernel"_s, u"softmax"_s, u"--tune"_s, u"3"_s,
                          u"--roof-steps"_s, u"4"_s, u"--samples"_s, u"1"_s});
        QCOMPARE(mixed.status, 3);
        QVERIFY2(mixed.err.contains("do not compute the same"), mixed.err.constData());
    }

    // Numbers that are none are an answer, "no", not an error.
    void noNumbers() {
        qputenv("FAKE_GPU", "no numbers");
        const Outcome outcome = onFakes(All, {u"--check"_s, u"--kernel"_s, u"gelu"_s, u"--json"_s});
        qunsetenv("FAKE_GPU");
        QCOMPARE(outcome.status, 1);
        bool isTold = false;
        for (const auto& each : outcome.json()[u"kernels"_s].toArray())
            isTold = isTold || each.toObject()[u"not_finite"_s].toInt() > 0;
        QVERIFY2(isTold, outcome.out.constData());
    }

    // A network with our kernels: its operators and copies, beside the results of this machine.
    void network() {
        const QStringList arguments{test::sampleFile("residual_cnn_2d.onnx"),
                                    u"--device"_s,
                                    u"gpu"_s,
                                    u"--variants"_s,
                                    u"fusion,both"_s,
                                    u"--seconds"_s,
                                    u"0.1"_s};
        const Outcome shown = onFakes(All, arguments, u"measure"_s);
        QVERIFY2(shown.status == 0, shown.err.constData());
        for (const char* const part : {"gpu: Emulated GPU", "outputs agree with this machine's",
                                       "operators ran on the GPU", "fusion: 2 copies between both took"})
            QVERIFY2(shown.out.contains(part), shown.out.constData());
        const QJsonObject document = onFakes(All, arguments + QStringList{u"--json"_s}, u"measure"_s).json();
        QCOMPARE(document[u"device"_s].toString(), u"gpu"_s);
        int copies = 0;
        for (const auto& each : document[u"per_node"_s].toArray())
            copies += each.toObject()[u"ran_by"_s].toString() == u"copy"_s;
        QCOMPARE(copies, 4);
        const QJsonObject output = document[u"variants"_s][0][u"outputs"_s][0].toObject();
        QVERIFY(output[u"agrees"_s].toBool() && output[u"rel_norm"_s].toDouble() < 1e-4);
    }
    void networkInHalves() {
        const QStringList arguments{test::sampleFile("residual_cnn_2d.onnx"),
                                    u"--variants"_s,
                                    u"both,fp16"_s,
                                    u"--seconds"_s,
                                    u"0.1"_s,
                                    u"--device"_s};
        const Outcome shown = onFakes(All, arguments + QStringList{u"gpu"_s}, u"measure"_s);
        QVERIFY2(shown.status == 0, shown.err.constData());
        QVERIFY2(shown.err.contains("multiply halves, which"), shown.err.constData());
        for (const char* const part :
             {"fp16: outputs agree with this machine's", "fp16: all of its", "fp16 against both"})
            QVERIFY2(shown.out.contains(part), shown.out.constData());
        const Outcome elsewhere = onFakes(All, arguments + QStringList{u"this machine"_s}, u"measure"_s);
        QCOMPARE(elsewhere.status, 2);
        QVERIFY2(elsewhere.err.contains("fp16 is for --device gpu"), elsewhere.err.constData());
    }
    // In 8 bits, quantized on the way or in the file; the same codes as here.
    void networkInCodes() {
        QTemporaryDir folder;
        const QString file = folder.filePath(u"quantized.onnx"_s),
                      sample = test::sampleFile("residual_cnn_2d.onnx");
        QVERIFY(cli({u"quantize"_s, sample, u"-o"_s, file}).status == 0);
        const QStringList options{u"--seconds"_s, u"0.1"_s, u"--device"_s, u"gpu"_s, u"--variants"_s};
        const Outcome made =
            onFakes(All, QStringList{sample} + options + QStringList{u"both,int8"_s}, u"measure"_s);
        QVERIFY2(made.status == 0, made.err.constData());
        for (const char* const part : {"int8: outputs identical to this machine's", "int8: ranges from",
                                       "int8: all of its", "int8 against both"})
            QVERIFY2(made.out.contains(part), made.out.constData());
        const Outcome given = onFakes(All, QStringList{file} + options + QStringList{u"both"_s}, u"measure"_s);
        QVERIFY2(given.status == 0, given.err.constData());
        QVERIFY2(given.out.contains("both: outputs identical to this machine's"), given.out.constData());
    }
    void networkWithoutDriver() {
        QTemporaryDir folder;
        QVERIFY(!test::written(folder, u"libcuda.so.1"_s, "no library").isEmpty());
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"LD_LIBRARY_PATH"_s, folder.path());
        process.setProcessEnvironment(environment);
        process.start(test::cliProgram(),
                      {u"measure"_s, test::sampleFile("residual_cnn_2d.onnx"), u"--device"_s, u"gpu"_s});
        QVERIFY(process.waitForFinished(-1));
        const QByteArray errors = process.readAllStandardError();
        QCOMPARE(process.exitCode(), 3);
        QVERIFY2(errors.contains("NVIDIA's CUDA driver was not found") &&
                     errors.contains("install NVIDIA's driver"),
                 errors.constData());
        QCOMPARE(errors.trimmed().count('\n'), 0);
        QVERIFY(process.readAllStandardOutput().isEmpty());
    }
    // One error each, which names what went wrong.
    void networkFails_data() {
        QTest::addColumn<QString>("driver");
        QTest::addColumn<QByteArray>("fake");
        QTest::addColumn<QList<QByteArray>>("parts");
        QTest::newRow("no GPU") << u"gpu"_s << QByteArray("none") << QList<QByteArray>{"no GPU"};
        QTest::newRow("older driver") << u"old_gpu"_s << QByteArray()
                                      << QList<QByteArray>{"libcuda.so.1", "older"};
        QTest::newRow("no memory") << u"gpu"_s << QByteArray("small")
                                   << QList<QByteArray>{"on the GPU", "limit"};
        QTest::newRow("no kernel") << u"gpu"_s << QByteArray("no row_mean")
                                   << QList<QByteArray>{"row_mean.cu(4)", "is undefined"};
        QTest::newRow("no numbers") << u"gpu"_s << QByteArray("no numbers")
                                    << QList<QByteArray>{"no number", "the first such result is that of"};
    }
    void networkFails() {
        QFETCH(QString, driver);
        QFETCH(QByteArray, fake);
        QFETCH(QList<QByteArray>, parts);
        if (!fake.isEmpty()) qputenv("FAKE_GPU", fake);
        const Outcome outcome =
            onFakes({driver, u"compiler"_s},
                    {test::sampleFile("residual_cnn_2d.onnx"), u"--device"_s, u"gpu"_s}, u"measure"_s);
        qunsetenv("FAKE_GPU");
        QCOMPARE(outcome.status, 3);
        QVERIFY(outcome.out.isEmpty());
        for (const QByteArray& part : parts)
            QVERIFY2(outcome.err.contains(part), outcome.err.constData());
    }
    void roofOfAGpu() {
        const Outcome outcome = onFakes(All, {u"--roof"_s, u"--device"_s, u"gpu"_s}, u"measure"_s);
        QCOMPARE(outcome.status, 3);
        QVERIFY2(outcome.err.contains("`gpu` measures"), outcome.err.constData());
    }

    void refusals_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("status");
        QTest::newRow("kernel") << QStringList{u"--kernel"_s, u"gemm"_s} << 2;
        QTest::newRow("size") << QStringList{u"--size"_s, u"0"_s} << 2;
        QTest::newRow("list and check") << QStringList{u"--list"_s, u"--check"_s} << 2;
        QTest::newRow("parameter of none") << QStringList{u"--set"_s, u"SIDE=8"_s} << 2;
        QTest::newRow("parameter") << QStringList{u"--kernel"_s, u"gemm_naive"_s, u"--set"_s, u"SIDE=9"_s} << 3;
        QTest::newRow("number") << QStringList{u"--gpu"_s, u"4"_s} << 3;
        QTest::newRow("file") << QStringList{u"--list"_s, u"-o"_s, u"a.txt"_s} << 2;
    }
    void refusals() {
        QFETCH(QStringList, arguments);
        QFETCH(int, status);
        const Outcome outcome = onFakes(All, arguments);
        QVERIFY2(outcome.status == status, outcome.err.constData());
        QVERIFY(!outcome.err.isEmpty() && outcome.out.isEmpty());
    }
};

EDGEWRIGHT_TEST(CliGpuTest)

} // namespace edgewright::cli_gpu_test

#include "cli_gpu_test.moc"
