// SPDX-License-Identifier: GPL-3.0-or-later
// The sources as compilers for GPUs read them, where they are installed: NVRTC, which makes images, and Clang,
// which makes PTX without any header of CUDA.
#include "core/gpu/driver/compiler.h"
#include "core/gpu/kernel.h"
#include "tests/support/paths/paths.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace edgewright::gpu_sources_test {

using namespace Qt::StringLiterals;

class GpuSourcesTest : public QObject {
    Q_OBJECT

private slots:
    // NVRTC itself makes images without a GPU, where it is installed.
    void compileByNvrtc_data() { compileForGpu_data(); }
    void compileByNvrtc() {
        const auto compiler = gpu::Compiler::open(90);
        if (!compiler) QSKIP(compiler.error().message.c_str());
        QFETCH(QString, source);
        QFETCH(QStringList, macros);
        std::vector<std::string> options;
        for (const QString& each : macros)
            options.push_back(each.toStdString());
        const std::string name = source.toStdString();
        const auto image = compiler->compile(gpu::gpuSource(name), name + ".cu", options);
        QVERIFY2(image && image->size() > 1000, image ? "" : image.error().message.c_str());
        // And says where a source is wrong.
        const auto wrong =
            compiler->compile(gpu::gpuSource(name) + "\nint x = nothing;\n", name + ".cu", options);
        QVERIFY(!wrong);
        QVERIFY2(wrong.error().message.find(name + ".cu(") != std::string::npos &&
                     wrong.error().message.find("nothing") != std::string::npos,
                 wrong.error().message.c_str());
    }

    void compileForGpu_data() {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QStringList>("macros");
        QSet<QString> seen;
        for (const gpu::Kernel* each : gpu::kernels()) {
            const auto work = workOf(*each, each->odd.back(), *valuesOf(*each));
            for (const gpu::Launch& launch : work->launches) {
                const QString source = QString::fromStdString(std::string(launch.source));
                QStringList macros;
                for (const auto& [name, value] : launch.defines)
                    macros << u"-D%1=%2"_s.arg(QString::fromStdString(std::string(name)),
                                               QString::fromStdString(value));
                const QString row = source + u' ' + macros.join(u' ');
                if (seen.contains(row)) continue;
                seen << row;
                QTest::newRow(qPrintable(row)) << source << macros;
            }
        }
    }
    void compileForGpu() {
        const QString clang = QStandardPaths::findExecutable(u"clang++-14"_s);
        if (clang.isEmpty()) QSKIP("clang++-14 is not installed: ./dev sanitize");
        QFETCH(QString, source);
        QFETCH(QStringList, macros);
        QTemporaryDir folder;
        QFile file(folder.filePath(u"kernel.cu"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("#include \"tests/core/gpu/compiler_words.h\"\n" +
                   QByteArray::fromStdString(gpu::gpuSource(source.toStdString())));
        file.close();
        QProcess compiler;
        compiler.start(clang, QStringList{u"-x"_s,
                                          u"cuda"_s,
                                          u"-nocudainc"_s,
                                          u"-nocudalib"_s,
                                          u"--cuda-gpu-arch=sm_80"_s,
                                          u"--cuda-device-only"_s,
                                          u"-Xclang"_s,
                                          u"-target-feature"_s,
                                          u"-Xclang"_s,
                                          u"+ptx70"_s,
                                          u"-S"_s,
                                          u"-O3"_s,
                                          u"-std=c++17"_s,
                                          u"-Wno-unknown-cuda-version"_s,
                                          u"-Wno-pass-failed"_s,
                                          u"-Wall"_s,
                                          u"-Wextra"_s,
                                          u"-Werror"_s,
                                          QString(u"-I"_s + QString::fromStdString(test::sourceFolder())),
                                          u"-o"_s,
                                          u"-"_s,
                                          file.fileName()} +
                                  macros);
        QVERIFY(compiler.waitForFinished(-1));
        QVERIFY2(compiler.exitCode() == 0, compiler.readAllStandardError().constData());
        const QByteArray ptx = compiler.readAllStandardOutput();
        QVERIFY(ptx.contains(".visible .entry " + source.toUtf8() + '('));
        // Arrays of a thread are registers, and a block has the shared memory that every GPU gives without
        // being asked.
        QVERIFY(!ptx.contains("__local_depot"));
        qint64 shared = 0;
        static const QRegularExpression array(u"\\.shared \\.align \\d+ \\.b8 \\S+\\[(\\d+)\\]"_s);
        for (const auto& match : array.globalMatch(QString::fromUtf8(ptx)))
            shared += match.captured(1).toLongLong();
        QVERIFY2(shared <= 48 * 1024, qPrintable(QString::number(shared)));
        if (source == u"peak_tensor"_s) QVERIFY(ptx.contains("mma.sync.aligned.m16n8k"));
        if (source == u"gemm_tensor"_s) {
            QVERIFY(shared == 48 * 1024);
            QVERIFY(ptx.contains("mma.sync.aligned.m16n8k") && ptx.contains("ldmatrix") &&
                    ptx.contains("cp.async"));
        }
    }
};

EDGEWRIGHT_TEST(GpuSourcesTest)

} // namespace edgewright::gpu_sources_test

#include "gpu_sources_test.moc"
