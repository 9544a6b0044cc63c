// SPDX-License-Identifier: GPL-3.0-or-later
// Each kernel, compiled, loaded, launched and compared with its reference, on a driver that runs it thread by
// thread.
#include "core/gpu/bench/prepared_work.h"
#include "core/gpu/bench/result_table.h"
#include "tests/core/gpu/fake_gpu.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <map>
#include <set>

namespace edgewright::gpu_kernels_test {

using namespace Qt::StringLiterals;
using gpu::Kernel, gpu::KernelResult, gpu::Values;

namespace {

constexpr gpu::GpuEffort OnlyChecks{.maxCopies = 1, .onlyChecks = true};

// Other parameters than those of their declaration; kernels that are not named have none that differ.
const std::map<std::string_view, std::vector<std::string>> OtherParameters{
    {"gemm_naive", {"SIDE=8"}},
    {"gemm_coalesced", {"SIDE=8"}},
    {"gemm_shared_tile", {"SIDE=8"}},
    {"gemm_register_tile_1d", {"BM=32", "BK=16", "ROWS=4"}},
    {"gemm_register_tile_2d", {"BM=64", "BN=32", "BK=16", "ROWS=4"}},
    {"gemm_vector_loads", {"BM=64", "BN=32", "BK=16", "ROWS=4"}},
    {"gemm_double_buffer", {"BM=64", "BN=32", "BK=16", "ROWS=4"}},
    {"gemm_warp_tile", {"BM=64", "BK=16", "WM=32", "WN=64", "DOWN=4"}},
    {"gemm_ended", {"BM=64", "BK=16", "WM=32", "WN=64", "DOWN=4"}},
    {"gemm_fp16", {"BM=64", "WM=32", "WN=64", "STAGES=2"}},
    {"gemm_int8", {"BM=64", "WM=32", "WN=64", "STAGES=2"}},
    {"convolution_direct", {"THREADS=64", "FILTERS=4"}},
    {"convolution_fp16", {"BM=64", "WM=32", "WN=64", "STAGES=2"}},
    {"halves", {"THREADS=128"}},
    {"gemm_codes", {"BM=64", "WM=32", "WN=64", "STAGES=2"}},
    {"convolution_int8", {"BM=64", "WM=32", "WN=64", "STAGES=2"}},
    {"convolution_codes", {"THREADS=64"}},
    {"codes", {"THREADS=128"}},
    {"quantize", {"THREADS=128"}},
    {"dequantize", {"THREADS=128"}},
    {"code_pair", {"THREADS=128"}},
    {"code_pool", {"THREADS=128"}},
    {"code_table", {"THREADS=128"}},
    {"convolution_depthwise", {"THREADS=64"}},
    {"convolution_im2col", {"THREADS=128", "BM=64", "BK=16", "WM=32", "WN=64", "DOWN=4"}},
    {"convolution_winograd", {"THREADS=128", "BM=64", "BK=16", "WM=32", "WN=64", "DOWN=4"}},
    {"row_mean", {"THREADS=128"}},
    {"elements", {"THREADS=128"}},
    {"permute", {"THREADS=128"}},
    {"place", {"THREADS=128"}},
    {"attention_plain", {"SIDE=16"}},
    {"attention_online", {"QUERIES=64", "KEYS=32"}},
    {"copy", {"THREADS=128"}},
    {"transpose", {"SIDE=16", "DOWN=4"}},
    {"concat", {"THREADS=128"}},
    {"softmax", {"THREADS=128"}},
    {"layer_norm", {"THREADS=128"}},
    {"gelu", {"THREADS=128"}},
    {"sum", {"THREADS=128"}},
    {"pool_max", {"THREADS=64"}},
    {"pool_average", {"THREADS=64"}},
};

QByteArray words(const KernelResult& result) {
    return QByteArray(result.kernel->name.data(), qsizetype(result.kernel->name.size())) + ' ' +
           QByteArray::fromStdString(gpu::textOf(result.sizes)) + ": " +
           QByteArray::fromStdString(result.problem) + " error " + QByteArray::number(result.checked.error) +
           ", no numbers " + QByteArray::number(qint64(result.checked.noNumbers));
}

} // namespace

class GpuKernelsTest : public QObject {
    Q_OBJECT

private slots:
    void everyKernelIsRight_data() {
        QTest::addColumn<std::size_t>("at");
        QTest::addColumn<bool>("other");
        std::size_t at = 0;
        for (const Kernel* each : gpu::kernels()) {
            const QByteArray name(each->name.data(), qsizetype(each->name.size()));
            QTest::newRow(name) << at << false;
            if (OtherParameters.contains(each->name)) QTest::newRow(name + " otherwise") << at << true;
            ++at;
        }
    }
    void everyKernelIsRight() {
        QFETCH(std::size_t, at);
        QFETCH(bool, other);
        const Kernel& kernel = *gpu::kernels()[at];
        auto programs = test::fakePrograms();
        QVERIFY2(programs, programs ? "" : programs.error().message.c_str());
        const auto values =
            valuesOf(kernel, other ? OtherParameters.at(kernel.name) : std::vector<std::string>{});
        QVERIFY2(values, values ? "" : values.error().message.c_str());
        QVERIFY(!kernel.odd.empty() && !kernel.usual.empty());
        for (const gpu::Sizes& sizes : kernel.odd) {
            const auto result = measureKernel(*programs, nullptr, {&kernel, sizes, *values}, OnlyChecks);
            QVERIFY(result && result->checked.compared > 0);
            QVERIFY2(result->isRight(), words(*result).constData());
        }
        for (const gpu::Sizes& sizes : kernel.usual)
            QVERIFY(workOf(kernel, sizes, *values));
    }

    // What is compared is the result: one element that differs, or is no number, is told.
    void wrongResultsAreTold() {
        auto programs = test::fakePrograms();
        QVERIFY(programs);
        for (const Kernel* each : gpu::kernels()) {
            const auto values = valuesOf(*each);
            const auto work = workOf(*each, each->odd.back(), *values);
            QVERIFY(work);
            auto prepared = gpu::PreparedWork::of(*programs, *work, "test", 1, 1);
            QVERIFY(prepared);
            auto found = prepared->result();
            QVERIFY(found);
            const auto right = checkedAgainstReference(*work, prepared->inputs(), *found);
            QVERIFY(right && right->isRight());
            double largest = 0;
            for (std::int64_t i = 0; i < found->count(); ++i)
                largest = std::max(largest, std::abs(found->at(i)));
            QVERIFY(largest > 0);
            const std::int64_t last = found->count() - 1;
            found->set(last, found->at(last) + std::max(1.0, largest) * std::max(0.01, 3 * work->tolerance));
            const auto wrong = checkedAgainstReference(*work, prepared->inputs(), *found);
            QVERIFY2(wrong && !wrong->isRight(), each->name.data());
            if (found->type() != gpu::Type::Float32) continue;
            found->set(last, std::numeric_limits<double>::quiet_NaN());
            const auto none = checkedAgainstReference(*work, prepared->inputs(), *found);
            QVERIFY(none && none->noNumbers == 1 && !none->isRight());
        }
    }

    // Of a result too large for all of it: the last element is among those that are compared.
    void samplesHaveTheLastElement() {
        gpu::Work work;
        work.reference = [](const std::vector<gpu::Array>&, std::int64_t) { return 1.0; };
        gpu::Array result(gpu::Type::Float32, 1000);
        for (std::int64_t i = 0; i < 999; ++i)
            result.set(i, 1);
        const auto some = checkedAgainstReference(work, {}, result, {100, 10});
        QVERIFY(some && some->compared == 10 && some->error == 1);
    }

    void everySourceIsUsed() {
        std::set<std::string_view> used;
        for (const Kernel* each : gpu::kernels()) {
            const auto work = workOf(*each, each->odd.back(), *valuesOf(*each));
            QVERIFY(work);
            for (const gpu::Launch& launch : work->launches)
                used.insert(launch.source);
        }
        const auto names = gpu::sourceNames();
        QVERIFY(used == std::set<std::string_view>(names.begin(), names.end()));
    }

    // Arguments of cuBLAS are those of our matrices, and of cuDNN those of our planes.
    void libraryComputesTheSame_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<gpu::Sizes>("sizes");
        for (const char* const name : {"gemm_naive", "gemm_fp16", "gemm_int8"})
            QTest::newRow(name) << QByteArray(name) << gpu::Sizes{33, 70, 37};
        for (const char* const name : {"convolution_direct", "convolution_im2col"})
            QTest::newRow(name) << QByteArray(name) << gpu::Sizes{2, 5, 15, 14, 10, 5, 2};
        QTest::newRow("convolution_winograd")
            << QByteArray("convolution_winograd") << gpu::Sizes{2, 3, 11, 9, 13, 3, 1};
    }
    void libraryComputesTheSame() {
        QFETCH(QByteArray, name);
        QFETCH(gpu::Sizes, sizes);
        auto programs = test::fakePrograms();
        QVERIFY(programs);
        const gpu::Libraries libraries{
            *gpu::Products::open(test::fakeProducts()), *gpu::Convolutions::open(test::fakeConvolutions()), {}};
        const Kernel& kernel = *gpu::findKernel(name.toStdString());
        const auto work = workOf(kernel, sizes, *valuesOf(kernel));
        auto prepared = gpu::PreparedWork::of(*programs, *work, "test", 1, 1);
        QVERIFY(prepared);
        gpu::Array found(work->buffers[2].type, work->buffers[2].count);
        const auto start = libraries.sameAs(*programs->gpu(), *work, sizes, *prepared);
        QVERIFY2(start, start ? "" : start.error().message.c_str());
        QVERIFY(*start && (*start)(0));
        QVERIFY(programs->gpu()->download(found.bytes(), prepared->address(0, 2)));
        const auto checked = checkedAgainstReference(*work, prepared->inputs(), found);
        QVERIFY(checked && checked->isRight());
    }

    // Each launch takes 0.1 ms of the fake's clock.
    void times() {
        auto programs = test::fakePrograms();
        QVERIFY(programs);
        const Kernel& two = *gpu::findKernel("sum"); // two launches
        const gpu::GpuEffort effort{.warmups = 0, .samples = 3};
        const auto result = measureKernel(*programs, nullptr, {&two, {2, 1029}, *valuesOf(two)}, effort);
        QVERIFY(result && result->isRight());
        QCOMPARE(result->seconds.count, std::size_t(3));
        QVERIFY(std::abs(result->seconds.median - 2e-4) < 1e-9);
        QVERIFY(std::abs(result->bytesPerSecond() / (4.0 * (2 * 1029 + 1) / 2e-4) - 1) < 1e-4);
        // 256 threads of 64 registers, and no shared memory.
        QCOMPARE(result->occupancy.blocks, 4);
        QCOMPARE(result->driverBlocks, result->occupancy.blocks);
        const gpu::GpuRoof roof{.peaks = {},
                                .float32 = {},
                                .tensorFloat32 = {},
                                .float16 = {},
                                .int8 = {},
                                .copy = result->bytesPerSecond() * 2,
                                .launchSeconds = {}};
        QVERIFY(std::abs(*shareOfRoof(roof, *result) - 0.5) < 1e-9);
        QVERIFY(!shareOfLibrary(*result));
    }

    void report() {
        qputenv("EDGEWRIGHT_CUBLAS", QByteArray::fromStdString(test::fakeProducts()));
        qputenv("EDGEWRIGHT_CUDNN", QByteArray::fromStdString(test::fakeConvolutions()));
        auto programs = test::fakePrograms();
        QVERIFY(programs);
        const Kernel& naive = *gpu::findKernel("gemm_naive");
        const Values values = *valuesOf(naive);
        const Kernel& winograd = *gpu::findKernel("convolution_winograd");
        const gpu::GpuEffort effort{
            .warmups = 0, .samples = 1, .sampleSeconds = 1e-4, .maxCopies = 2, .roofSteps = 8};
        const auto found = measureGpu(
            *programs,
            {{&naive, {33, 70, 37}, values}, {&winograd, {1, 1, 8, 8, 1, 5, 1}, *valuesOf(winograd)}}, effort);
        qunsetenv("EDGEWRIGHT_CUBLAS");
        qunsetenv("EDGEWRIGHT_CUDNN");
        QVERIFY2(found, found ? "" : found.error().message.c_str());
        QVERIFY(found->libraryProblems.empty());
        QVERIFY(found->convolutionLibrary.find("libcudnn") != std::string::npos);
        QVERIFY(found->productLibrary.find("libcublas") != std::string::npos);
        // The launches of the roof take 0.1 ms as well.
        QVERIFY(found->roof.float32 &&
                std::abs(*found->roof.float32 / (2.0 * 32 * 256 * 8 * 8 / 1e-4) - 1) < 1e-3);
        QVERIFY(found->roof.float16 &&
                std::abs(*found->roof.float16 / (64.0 * 8 * 8 * 16 * 8 * 16 / 1e-4) - 1) < 1e-3);
        QVERIFY(found->roof.tensorFloat32 &&
                std::abs(2 * *found->roof.tensorFloat32 / *found->roof.float16 - 1) < 1e-3);
        QVERIFY(found->roof.int8 && std::abs(*found->roof.int8 / (2 * *found->roof.float16) - 1) < 1e-3);
        QVERIFY(found->roof.copy && std::abs(*found->roof.copy / (256.0 * 1024 * 8 / 1e-4) - 1) < 1e-3);
        QVERIFY(found->roof.launchSeconds && std::abs(*found->roof.launchSeconds - 1e-4) < 1e-8);
        QVERIFY(found->roof.peaks.float32 && *found->roof.peaks.float32 == 2 * 128 * 1e9);
        QVERIFY(found->roof.peaks.tensorFloat32 && *found->roof.peaks.tensorFloat32 == 2 * 1024 * 1e9);
        QVERIFY(*found->roof.peaks.memory == 2 * 1e9 * 32);
        QCOMPARE(found->kernels.size(), std::size_t(2));
        QVERIFY(found->kernels[0].isRight() && *found->kernels[0].librarySeconds > 0);
        QVERIFY2(found->kernels[1].problem.find("3 x 3") != std::string::npos,
                 found->kernels[1].problem.c_str());
        QVERIFY(!found->isRight());
        const auto table = kernelResultTable(std::make_shared<const gpu::GpuReport>(*found));
        QCOMPARE(table.rows(), std::size_t(2));
        QVERIFY(std::abs(*table.at(0, "us").number() - 100) < 1e-3);
        QVERIFY(table.at(1, "us").isNothing() && table.at(1, "error").isNothing() &&
                !table.at(1, "problem").isNothing());
        QCOMPARE(gpu::kernelListTable().rows(), gpu::kernels().size());
        QCOMPARE(test::fakeAllocations(), std::size_t(0));
    }

    // Each that is missing is one line, and cuDNN is looked for where there are convolutions.
    void withoutLibraries() {
        qputenv("EDGEWRIGHT_CUBLAS", "/no/libcublas.so");
        qputenv("EDGEWRIGHT_CUDNN", "/no/libcudnn.so");
        const gpu::Libraries products = gpu::Libraries::found(false), both = gpu::Libraries::found(true);
        qputenv("EDGEWRIGHT_CUDNN", QByteArray::fromStdString(test::fakeConvolutions()));
        auto programs = test::fakePrograms();
        QVERIFY(programs);
        const Kernel& direct = *gpu::findKernel("convolution_direct");
        const gpu::Libraries convolutions = gpu::Libraries::found(true);
        const auto result =
            measureKernel(*programs, &convolutions, {&direct, {1, 5, 15, 14, 10, 5, 2}, *valuesOf(direct)},
                          {.warmups = 0, .samples = 1, .maxCopies = 2});
        qunsetenv("EDGEWRIGHT_CUBLAS");
        qunsetenv("EDGEWRIGHT_CUDNN");
        QCOMPARE(products.problems.size(), std::size_t(1));
        QVERIFY(products.problems[0].find("cuBLAS was not found: /no/libcublas.so") == 0);
        QCOMPARE(both.problems.size(), std::size_t(2));
        QVERIFY(both.problems[1].find("cuDNN was not found: /no/libcudnn.so") == 0);
        QVERIFY(convolutions.convolutions && !convolutions.products);
        QVERIFY(result && result->isRight() && std::abs(*shareOfLibrary(*result) - 0.5) < 1e-3);
    }

    void everyCombinationOfParameters() {
        for (const Kernel* each : gpu::kernels()) {
            std::size_t combinations = 1;
            for (const gpu::Parameter& parameter : each->parameters)
                combinations *= parameter.choices.size();
            std::set<std::string> seen;
            for (const Values& values : everyValues(*each)) {
                QVERIFY(workOf(*each, each->odd.front(), values));
                seen.insert(gpu::textOf(values));
            }
            QCOMPARE(seen.size(), combinations);
            QVERIFY(seen.contains(gpu::textOf(*valuesOf(*each))));
        }
    }

    void stopped() {
        auto programs = test::fakePrograms();
        QVERIFY(programs);
        std::stop_source stop;
        stop.request_stop();
        const Kernel& copy = *gpu::findKernel("copy");
        const auto result = measureKernel(*programs, nullptr, {&copy, {3, 37}, *valuesOf(copy)}, OnlyChecks,
                                          {stop.get_token(), nullptr});
        QVERIFY(!result && result.error().code == ErrorCode::Cancelled);
    }

    void badSizesAndParameters() {
        const Kernel& naive = *gpu::findKernel("gemm_naive");
        const Values values = *valuesOf(naive);
        for (const gpu::Sizes& sizes : {gpu::Sizes{1, 1}, gpu::Sizes{0, 1, 1}, gpu::Sizes{1 << 20, 1 << 20, 1},
                                        gpu::Sizes{1, (1 << 20) + 1, 1}, gpu::Sizes{-5, 1, 1}})
            QVERIFY(!workOf(naive, sizes, values));
        for (const char* const name : {"convolution_direct", "convolution_im2col", "convolution_winograd"}) {
            const Kernel& convolution = *gpu::findKernel(name);
            const gpu::Sizes huge(7, 1 << 20);
            QVERIFY(!workOf(convolution, huge, *valuesOf(convolution)));
            QVERIFY(!workOf(convolution, {60'000, 1, 2, 2, 70'000, 3, 1}, *valuesOf(convolution)));
        }
        const Kernel& pool = *gpu::findKernel("pool_max");
        QVERIFY(!workOf(pool, {1, 1, 1, 8, 1}, *valuesOf(pool)));
        for (const char* const told : {"SIDE", "SIDE=", "SIDE=7", "BM=64", "=", "SIDE=32x"}) {
            const auto wrong = valuesOf(naive, std::vector<std::string>{told});
            QVERIFY2(!wrong && wrong.error().message.find("SIDE") != std::string::npos, told);
        }
        QVERIFY(!gpu::findKernel("gemm"));
    }
};

EDGEWRIGHT_TEST(GpuKernelsTest)

} // namespace edgewright::gpu_kernels_test

#include "gpu_kernels_test.moc"
