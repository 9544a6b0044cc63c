// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels for GPUs tuned on a driver that runs them on the processor: points of the space compute right, those
// that do not fit are refused with the reason, and what is wrong never wins.
#include "core/tuner/gpu_log.h"
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
    // Tiles of their products are parameters of convolutions by products; what a way is not for is left out.
    void convolutions() {
        auto programs = test::fakePrograms();
        QVERIFY(programs);
        std::vector<const Kernel*> ways;
        for (const char* const name : {"convolution_direct", "convolution_im2col", "convolution_winograd"})
            ways.push_back(gpu::findKernel(name));
        for (const char* const name : {"convolution_im2col", "convolution_winograd"}) {
            const auto tiles = reasonOf(name, {"WM=64", "WN=32", "DOWN=4", "BM=64", "BK=8"});
            QVERIFY2(tiles == reasonOf("gemm_warp_tile", {"WM=64", "WN=32", "DOWN=4", "BM=64", "BK=8"}),
                     tiles.c_str());
        }
        const auto strided = tuneOnGpu(*programs, ways, {1, 5, 15, 14, 10, 5, 2}, options(9));
        QVERIFY2(strided, strided ? "" : strided.error().message.c_str());
        QVERIFY(strided->refusals.front().choice.kernel == ways[2] &&
                strided->refusals.front().reason.find("stride 1") != std::string::npos);
        for (const gpu::KernelResult& each : strided->trials) {
            QVERIFY(each.kernel != ways[2]);
            QVERIFY(each.isRight() || each.problem.find("does not compile") != std::string::npos);
        }
        const auto plain = tuneOnGpu(*programs, ways, {1, 3, 11, 9, 13, 3, 1}, options(9));
        QVERIFY(plain && plain->trials.front().kernel == ways[2] && plain->trials.front().isRight());
        const auto alone = tuneOnGpu(*programs, {ways[2]}, {1, 5, 15, 14, 10, 5, 2}, options(9));
        QVERIFY(!alone && alone.error().code == ErrorCode::Unsupported);
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
    // Decisions of a log are parameters of launches: the last one of each kernel, on such GPUs.
    void decisionsOfALog() {
        const Kernel* const kernel = gpu::findKernel("gemm_ended");
        const gpu::LaunchShape shape{kernel, {12, 72, 36}};
        QCOMPARE(logTask(shape), std::string("gemm_ended 12 x 72 x 36"));
        gpu::KernelResult fast, slow;
        for (gpu::KernelResult* const each : {&fast, &slow}) {
            each->kernel = kernel;
            each->sizes = shape.sizes;
            each->values = *gpu::valuesOf(*kernel);
            each->seconds.count = 1;
        }
        fast.values = *gpu::valuesOf(*kernel, std::vector<std::string>{"BM=64"});
        fast.seconds.median = 1e-4;
        slow.seconds.median = 2e-4;
        GpuTunedTask task{{shape, slow.values, {NodeId(3)}}, "conv", {}, {}};
        task.tuned.finalists = {slow, fast};
        const auto add = [&](tune::TuneLog& log, const char* isa) {
            tune::Trial trial = loggedDecision(task);
            trial.session = log.sessionPlace({"GPU", isa, "1"});
            log.trials.push_back(trial);
        };
        tune::TuneLog log;
        QVERIFY(!tunedOnGpuFrom(log, "sm_90"));
        add(log, "sm_90");
        const auto usual = tunedOnGpuFrom(log, "sm_90");
        QVERIFY(usual && usual->empty()); // the default stayed
        task.tuned.decision.winner = 0;
        task.tuned.decision.comparison.ratio = 0.5;
        add(log, "sm_90");
        const auto tuned = tunedOnGpuFrom(log, "sm_90");
        QVERIFY(tuned && tuned->size() == 1);
        QVERIFY(tuned->front().shape == shape && tuned->front().values == fast.values);
        QVERIFY(std::abs(log.trials.back().seconds.front() - 1e-4) < 1e-12);
        const auto other = tunedOnGpuFrom(log, "sm_80");
        QVERIFY(!other && other.error().message.find("sm_90") != std::string::npos);
        log.trials.back().knobs.front().value = std::int64_t(63);
        const auto wrong = tunedOnGpuFrom(log, "sm_90");
        QVERIFY(!wrong && wrong.error().message.find("BM=63") != std::string::npos);
        log.trials.back().task = "gemm_ended 12 x 72";
        QVERIFY(tunedOnGpuFrom(log, "sm_90")->empty());
        // Trials that failed have no times.
        fast.problem = "does not compile";
        QVERIFY(loggedTrial(fast).state == tune::TrialState::NotRun && loggedTrial(fast).seconds.empty());
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
