// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels for GPUs tuned on a driver that runs them on the processor: points of the space compute right, those
// that do not fit are refused with the reason, and what is wrong never wins.
#include "core/tuner/gpu_tuner.h"
#include "tests/core/gpu/fake_gpu.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace edgewright::gpu_tuner_test {

using namespace edgewright::tuner;
using gpu::Kernel;

namespace {

constexpr gpu::Multiprocessor Hopper{2048, 32, 65536, 233472, 1024};

std::vector<const Kernel*> ladder() {
    std::vector<const Kernel*> steps;
    for (const Kernel* each : gpu::kernels())
        if (each->family == gpu::Family::Product && each->name != "gemm_ended") steps.push_back(each);
    return steps;
}

GpuTuneOptions options(std::int64_t trials) {
    GpuTuneOptions options;
    options.trials = trials;
    options.effort = {.warmups = 0, .samples = 1, .sampleSeconds = 0, .maxCopies = 1};
    return options;
}

std::string reasonOf(const char* kernel, const std::vector<std::string>& told) {
    const Kernel& found = *gpu::findKernel(kernel);
    const auto fit = gpu::fits(found, *gpu::valuesOf(found, told), Hopper);
    return fit ? std::string() : fit.error().message;
}

} // namespace

class GpuTunerTest : public QObject {
    Q_OBJECT

private slots:
    // Steps of the ladder are points, as they are declared the first of all.
    void ladderIsASpace() {
        const auto kinds = GpuSpace::of(ladder());
        QVERIFY(kinds);
        const cost::search::Space space = kinds->space(Hopper);
        QCOMPARE(space.first.size(), ladder().size());
        for (std::size_t i = 0; i < space.first.size(); ++i) {
            const Kernel& step = *ladder()[ladder().size() - 1 - i];
            QVERIFY(cost::search::admits(space, space.first[i]));
            const GpuChoice choice = kinds->at(space.first[i]);
            QVERIFY(choice.kernel == &step && choice.values == *gpu::valuesOf(step));
        }
        // As many admitted points as there are combinations that fit, none of them twice.
        std::size_t combinations = 0, admitted = 0;
        for (const Kernel* each : ladder())
            for (const gpu::Values& values : gpu::everyValues(*each))
                combinations += gpu::fits(*each, values, Hopper).has_value();
        cost::search::Point point;
        for (cost::search::PointId id = 0; id < *cost::search::pointsOf(space); ++id) {
            cost::search::decode(space, id, point);
            admitted += cost::search::admits(space, point);
        }
        QCOMPARE(admitted, combinations);
        QVERIFY(!kinds->refusals(Hopper).empty());
    }

    void whatDoesNotFitIsRefused() {
        QCOMPARE(reasonOf("gemm_warp_tile", {}), std::string());
        QVERIFY(reasonOf("gemm_double_buffer", {"BM=32", "BN=32", "ROWS=4", "COLUMNS=4", "BK=8"}).empty());
        QVERIFY(reasonOf("gemm_register_tile_1d", {"BM=128", "BN=128", "ROWS=4"}).find("4096 threads") !=
                std::string::npos);
        QVERIFY(reasonOf("gemm_double_buffer", {"BK=32"}).find("shared memory") != std::string::npos);
        QVERIFY(
            reasonOf("gemm_vector_loads", {"BM=128", "BN=32", "BK=8", "ROWS=4", "COLUMNS=4"}).find("pieces") !=
            std::string::npos);
        QVERIFY(reasonOf("gemm_warp_tile", {"BM=64", "BN=64", "WM=64", "WN=64", "BK=8"}).empty());
        // A smaller multiprocessor: its registers do not hold a block.
        const Kernel& kernel = *gpu::findKernel("gemm_warp_tile");
        const auto fit = gpu::fits(kernel, *gpu::valuesOf(kernel), {2048, 32, 16384, 233472, 1024});
        QVERIFY(!fit && fit.error().message.find("registers") != std::string::npos);
    }

    void kernelsOfOneKind() {
        QVERIFY(!GpuSpace::of({}));
        const auto mixed = GpuSpace::of({gpu::findKernel("gemm_naive"), gpu::findKernel("softmax")});
        QVERIFY(!mixed && mixed.error().message.find("softmax") != std::string::npos);
    }

    // The fake has been built with two of three sides: the third is a trial that failed.
    void everyPoint() {
        auto programs = test::fakePrograms();
        QVERIFY(programs);
        auto all = options(100);
        all.strategy = "exhaustive";
        const auto tuned = tuneOnGpu(*programs, {gpu::findKernel("gemm_naive")}, {33, 70, 37}, all);
        QVERIFY2(tuned, tuned ? "" : tuned.error().message.c_str());
        QCOMPARE(tuned->trials.size(), std::size_t(3));
        QVERIFY(tuned->triedAll);
        QCOMPARE(int(std::ranges::count_if(tuned->trials, &gpu::KernelResult::isRight)), 2);
        QCOMPARE(tuned->finalists.size(), std::size_t(2));
        QVERIFY(tuned->best() && tuned->best()->isRight() && tuned->best()->checked.compared > 0);
    }
    void severalKernels() {
        auto programs = test::fakePrograms();
        QVERIFY(programs);
        const auto tuned = tuneOnGpu(*programs, ladder(), {33, 70, 37}, options(12));
        QVERIFY2(tuned, tuned ? "" : tuned.error().message.c_str());
        QCOMPARE(tuned->trials.size(), std::size_t(12));
        // The declared ones are tried first, and all right.
        for (std::size_t i = 0; i < ladder().size(); ++i)
            QVERIFY2(tuned->trials[i].isRight(), tuned->trials[i].problem.c_str());
        for (const gpu::KernelResult& each : tuned->trials)
            QVERIFY(each.isRight() || each.problem.find("does not compile") != std::string::npos);
        QVERIFY(tuned->best() && !tuned->refusals.empty());
    }
    void wrongOnesNeverWin() {
        const test::FakeSetting none("no numbers");
        auto programs = test::fakePrograms();
        QVERIFY(programs);
        const auto tuned = tuneOnGpu(*programs, {gpu::findKernel("gemm_coalesced")}, {9, 8, 7}, options(3));
        QVERIFY(tuned && !tuned->trials.empty());
        QVERIFY(!tuned->best());
    }
    // A convolution by a matrix product, the default, is two launches, and the fake's clock counts those.
    void fasterBeyondDoubt() {
        auto programs = test::fakePrograms();
        QVERIFY(programs);
        const Kernel* const product = gpu::findKernel("convolution_im2col");
        auto enough = options(4);
        enough.effort.samples = 4;
        const auto tuned = tuneOnGpu(*programs, {gpu::findKernel("convolution_direct"), product},
                                     {1, 5, 15, 14, 10, 5, 2}, enough);
        QVERIFY2(tuned, tuned ? "" : tuned.error().message.c_str());
        QVERIFY(tuned->finalists.front().kernel == product && tuned->decision.winner);
        QCOMPARE(tuned->best()->kernel->name, std::string_view("convolution_direct"));
        QCOMPARE(tuned->decision.comparison.blocks, enough.effort.samples * enough.finalists);
        QVERIFY(std::abs(tuned->decision.comparison.ratio - 0.5) < 0.01);
    }
    // Each launch takes less than the one before it: whoever is measured later would seem faster, unless
    // samples are taken in turn.
    void clockThatDrifts() {
        const test::FakeSetting drifts("drifts");
        auto programs = test::fakePrograms();
        QVERIFY(programs);
        auto enough = options(6);
        enough.effort.samples = 4;
        const auto tuned =
            tuneOnGpu(*programs, {gpu::findKernel("gemm_naive"), gpu::findKernel("gemm_coalesced")},
                      {33, 70, 37}, enough);
        QVERIFY2(tuned, tuned ? "" : tuned.error().message.c_str());
        QVERIFY(tuned->finalists.size() >= 3 && !tuned->decision.winner);
        QCOMPARE(tuned->best(), &tuned->finalists.front());
        const measure::Summary& usual = tuned->finalists.front().seconds;
        QVERIFY2(usual.min < 0.7 * usual.max, "the clock did not drift");
        for (const gpu::KernelResult& each : tuned->finalists)
            QVERIFY(std::abs(each.seconds.median / usual.median - 1) < 0.03);
    }
    void refusals() {
        auto programs = test::fakePrograms();
        QVERIFY(programs);
        auto unknown = options(3);
        unknown.strategy = "luck";
        const auto tuned = tuneOnGpu(*programs, ladder(), {9, 8, 7}, unknown);
        QVERIFY(!tuned && tuned.error().message.find("luck") != std::string::npos);
        std::stop_source stop;
        stop.request_stop();
        const auto stopped = tuneOnGpu(*programs, ladder(), {9, 8, 7}, options(3), {stop.get_token(), nullptr});
        QVERIFY(!stopped && stopped.error().code == ErrorCode::Cancelled);
    }
};

EDGEWRIGHT_TEST(GpuTunerTest)

} // namespace edgewright::gpu_tuner_test

#include "gpu_tuner_test.moc"
