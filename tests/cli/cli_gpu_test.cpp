// SPDX-License-Identifier: GPL-3.0-or-later
// `gpu` without a GPU, and on a driver that runs kernels on the processor.
#include "core/gpu/driver/compiler.h"
#include "tests/cli/program.h"
#include "tests/support/test_class.h"

#include <QFileInfo>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace edgewright::cli_gpu_test {

using namespace Qt::StringLiterals;

namespace {

using test::cli;
using test::Outcome;

Outcome ran(const QProcessEnvironment& environment, const QStringList& arguments,
            const QString& program = test::cliProgram()) {
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(program, arguments);
    if (!process.waitForFinished(-1)) return {};
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            process.readAllStandardOutput(), process.readAllStandardError()};
}

// The libraries of these folders of fakes in front of those of the system.
QProcessEnvironment fakes(const QStringList& folders) {
    QStringList paths;
    for (const QString& each : folders)
        paths << test::text(test::fakeGpu()) + u'/' + each;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"LD_LIBRARY_PATH"_s, paths.join(u':'));
    // Real ones may be there, which are newer.
    const QString all = test::text(test::fakeGpu());
    environment.insert(u"EDGEWRIGHT_NVRTC"_s, folders.contains(u"compiler"_s)
                                                  ? all + u"/compiler/libnvrtc.so.12"_s
                                                  : u"/no/libnvrtc.so"_s);
    environment.insert(u"EDGEWRIGHT_CUBLAS"_s, all + u"/products/libcublas.so.12"_s);
    environment.insert(u"EDGEWRIGHT_CUDNN"_s, all + u"/convolutions/libcudnn.so.9"_s);
    return environment;
}
Outcome onFakes(const QStringList& folders, const QStringList& arguments, const QString& verb = u"gpu"_s) {
    return ran(fakes(folders), QStringList{verb} + arguments);
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

    // A compiler that is not ours makes images that the fake cannot load: a problem of each kernel, and no
    // more.
    void realCompiler() {
        if (const auto real = gpu::Compiler::open(90); !real) QSKIP(real.error().message.c_str());
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"LD_LIBRARY_PATH"_s, test::text(test::fakeGpu()) + u"/gpu"_s);
        const Outcome outcome = ran(environment, {u"gpu"_s, u"--check"_s, u"--kernel"_s, u"gelu"_s});
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.err.contains("CUDA_ERROR_INVALID_IMAGE"), outcome.err.constData());
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

    void besideCudnn() {
        const QStringList arguments{
            u"--kernel"_s, u"convolution_direct"_s, u"--shape"_s, u"1x3x11x9x13x3x1"_s, u"--samples"_s,
            u"1"_s,        u"--roof-steps"_s,       u"4"_s};
        const QJsonObject document = onFakes(All, arguments + QStringList{u"--json"_s}).json();
        QVERIFY(document[u"convolution_library"_s].toString().endsWith(u"libcudnn.so.9"_s));
        QVERIFY(document[u"measured_macs_per_second"_s][u"tf32"_s].toDouble() > 0);
        const QJsonArray kernels = document[u"kernels"_s].toArray();
        QCOMPARE(kernels.size(), 1);
        QCOMPARE(kernels[0].toObject()[u"sizes"_s].toString(), u"1 x 3 x 11 x 9 x 13 x 3 x 1"_s);
        QVERIFY(std::abs(kernels[0].toObject()[u"of_library"_s].toDouble() - 0.5) < 1e-3);
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
    // Its kernels are tuned into a log, and run from there: on the fake all take as long, so that none is
    // faster.
    void networkTuned() {
        QTemporaryDir folder;
        const QString log = folder.filePath(u"gpu.jsonl"_s), model = test::sampleFile("depthwise_cnn_2d.onnx");
        const QStringList onGpu{model, u"--device"_s, u"gpu"_s};
        const QStringList search{u"--trials"_s, u"12"_s, u"--seconds"_s, u"600"_s};
        const Outcome tuned = onFakes(All, onGpu + search + QStringList{u"-o"_s, log, u"--json"_s}, u"tune"_s);
        QVERIFY2(tuned.status == 0, tuned.err.constData());
        const QJsonArray tasks = tuned.json()[u"tasks"_s].toArray();
        QVERIFY(tasks.size() > 2);
        int trials = 0;
        for (const auto& each : tasks) {
            QVERIFY(each.toObject()[u"problem"_s].isNull() && each.toObject()[u"ratio"_s].toDouble() == 1);
            trials += each.toObject()[u"trials"_s].toInt();
        }
        QVERIFY(trials >= tasks.size());
        const QByteArray lines = test::contents(log);
        QVERIFY2(lines.contains("sm_90") && lines.contains("gemm_ended ") && lines.contains("decided"),
                 lines.constData());
        const QStringList run{u"--variants"_s, u"both,tuned"_s, u"--tuned"_s, log, u"--seconds"_s, u"0.1"_s};
        const Outcome same = onFakes(All, onGpu + run, u"measure"_s);
        QVERIFY2(same.status == 0, same.err.constData());
        QVERIFY2(same.err.contains("no kernel was faster than its default beyond doubt"), same.err.constData());
        // As if one had been: its decision, with other parameters.
        QByteArray decision;
        for (const QByteArray& each : lines.split('\n'))
            if (each.contains("decided") && each.contains("convolution_depthwise ")) decision = each;
        decision.replace("[\"decided\",1.0", "[\"decided\",0.5")
            .replace("[\"THREADS\",128]", "[\"THREADS\",64]");
        QVERIFY2(decision.contains("0.5") && decision.contains("64]"), decision.constData());
        QFile file(log);
        QVERIFY(file.open(QIODevice::Append) && file.write(decision + '\n') > 0);
        file.close();
        const Outcome faster = onFakes(All, onGpu + run, u"measure"_s);
        QVERIFY2(faster.status == 0, faster.err.constData());
        QVERIFY2(faster.err.contains("kernels run with tuned parameters"), faster.err.constData());
        QVERIFY2(faster.out.count("outputs agree with this machine's") == 2, faster.out.constData());
        const Outcome refused = onFakes(All, onGpu + QStringList{u"--from"_s, log}, u"tune"_s);
        QCOMPARE(refused.status, 3);
        QVERIFY2(refused.err.contains("--from is not for the GPU"), refused.err.constData());
        const Outcome generated = onFakes(All, onGpu + QStringList{u"--space"_s, u"both"_s}, u"tune"_s);
        QCOMPARE(generated.status, 3);
    }
    void roofOfAGpu() {
        const Outcome outcome = onFakes(All, {u"--roof"_s, u"--device"_s, u"gpu"_s}, u"measure"_s);
        QCOMPARE(outcome.status, 3);
        QVERIFY2(outcome.err.contains("`gpu` measures"), outcome.err.constData());
    }

#ifdef EDGEWRIGHT_CUDA_TRACE
    // `./dev gpu` on the fakes: each figure beside its goal. A library's product takes 0.08 ms there and each
    // of our launches 0.1 ms; NVIDIA's profiler is a script that traces as we do.
    void figures() {
        QTemporaryDir folder;
        const QString nsys = test::written(folder, u"nsys"_s, R"(#!/bin/bash
verb="$1"; shift
while [[ "$1" == -* ]]; do [[ "$1" != -o ]] || { out="$2"; shift; }; shift; done
[[ "$verb" == profile ]] || exec cp "$1" "$out"
EDGEWRIGHT_CUDA_TRACE="$out.nsys-rep" EDGEWRIGHT_CUDA_TRACE_BY=cupti CUDA_INJECTION64_PATH="$FAKE_NSYS" exec "$@"
)");
        QVERIFY(QFile::setPermissions(nsys, QFile::ReadOwner | QFile::ExeOwner));
        const QString library =
            QFileInfo(test::cliProgram()).path() + u"/../lib/edgewright/libedgewright-cuda-trace.so"_s;
        QVERIFY2(QFile::exists(library), qPrintable(library));
        QProcessEnvironment environment = fakes(All);
        for (const auto& [name, value] : std::initializer_list<std::pair<const char*, QString>>{
                 {"EDGEWRIGHT_CUPTI", test::text(test::fakeCuda()) + u"/cupti/libcupti.so.12"_s},
                 {"EDGEWRIGHT_NSYS", nsys},
                 {"FAKE_NSYS", library},
                 {"EDGEWRIGHT_GPU_SIZES", u"33 70 3x37"_s},
                 {"EDGEWRIGHT_GPU_EFFORT", u"--samples 1 --runs 2 --roof-steps 4"_s},
                 {"EDGEWRIGHT_GPU_NETWORKS", u" "_s},
                 {"EDGEWRIGHT_GPU_PAIRS", u"1"_s}})
            environment.insert(QString::fromLatin1(name), value);
        const QString script = test::text(test::sourceFolder()) + u"/tests/core/gpu/measure.sh"_s;
        const Outcome outcome =
            ran(environment, {script, test::cliProgram(), folder.filePath(u"figures"_s)}, u"bash"_s);
        QVERIFY2(outcome.status == 1, (outcome.out + outcome.err).constData()); // goals are missed
        for (const char* const line :
             {"gemm_warp_tile 70 x 70 x 70 +80\\.0 % of cuBLAS +goal 85 %: MISSED\n",
              "gemm_warp_tile 33 x 33 x 33 +80\\.0 % of cuBLAS +goal 60 %\n",
              "gemm_fp16 70 x 70 x 70 +80\\.0 % of cuBLAS +goal 50 %\n",
              "softmax 3 x 37 +[0-9.]+ % of the copy +goal 80 %: MISSED\n",
              "transpose 3 x 37 +[0-9.]+ % of the copy", "gemm_int8 +exact +goal exact\n",
              "results +[0-9]+ are right +goal all right\n", "occupancy +as the driver counts it",
              "kernels of the trace +([0-9]+), and \\1 launches of the program +goal equal\n",
              "median of the trace and by the GPU's events +9[0-9.]+ % at most, gemm_warp_tile +goal 1 %: "
              "MISSED\n",
              "kernels of the trace and of nsys +([0-9]+) and \\1 +goal equal\n",
              "medians of the trace and of nsys +0.00 % at most, [a-z_0-9]+ +goal 1 %\n",
              "a program under CUPTI, by injection +[-+][0-9.]+ % in the median of 1 pairs +goal 5 %",
              "a program under the shim, by preloading +[-+][0-9.]+ % in the median of 1 pairs +goal 2 %"})
            QVERIFY2(
                QRegularExpression(QString::fromLatin1(line)).match(QString::fromUtf8(outcome.out)).hasMatch(),
                (line + QByteArray("\n") + outcome.out + outcome.err).constData());
    }
#endif

    void refusals_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("status");
        QTest::newRow("kernel") << QStringList{u"--kernel"_s, u"gemm"_s} << 2;
        QTest::newRow("size") << QStringList{u"--size"_s, u"0"_s} << 2;
        for (const auto& wrong : {u"1x3"_s, u"1x3x11x9x13x3x"_s, u"1x3x11x9x13x3x1x1"_s, u"x"_s, u""_s})
            QTest::newRow(qPrintable("shape " + wrong))
                << QStringList{u"--kernel"_s, u"convolution_direct"_s, u"--shape"_s, wrong} << 3;
        QTest::newRow("shape of none") << QStringList{u"--shape"_s, u"1x3"_s} << 2;
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
