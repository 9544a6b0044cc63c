// SPDX-License-Identifier: GPL-3.0-or-later
// Busy, waiting and memory of small traces that are known, and of recorded ones.
#include "core/trace/device_use.h"
#include "core/trace/kernel_times.h"

#include "core/base/language.h"
#include "core/trace/trace_file.h"
#include "core/trace/track_names.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <sstream>
#include <utility>

namespace edgewright::device_use_test {

using namespace edgewright::trace;

namespace {

std::string lasting(const char* category, const char* name, int process, int thread, double start,
                    double duration, int correlation) {
    return std::string(R"({"ph":"X","cat":")") + category + R"(","name":")" + name + R"(","pid":)" +
           std::to_string(process) + R"(,"tid":)" + std::to_string(thread) + R"(,"ts":)" +
           std::to_string(start) + R"(,"dur":)" + std::to_string(duration) + R"(,"args":{"correlation":)" +
           std::to_string(correlation) + "}},";
}

std::string counter(const char* name, double time, double bytes) {
    return std::string(R"({"ph":"C","name":")") + name + R"(","pid":0,"ts":)" + std::to_string(time) +
           R"(,"args":{"bytes":)" + std::to_string(bytes) + "}},";
}

Trace read(std::string events) {
    events.back() = ']';
    std::istringstream stream('[' + events);
    const auto trace = readTrace(stream, "a.json");
    if (!trace) qFatal("%s", trace.error().message.c_str());
    return *trace;
}

bool isNear(double a, double b) { return std::abs(a - b) < 1e-12; }

} // namespace

class DeviceUseTest : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { QVERIFY(speak(English)); }

    // As tracers write them, in the language of the sentences and in that of files; a program's own names as
    // they are.
    void namesForPeople() {
        using Kind = Label::Kind;
        struct {
            Label label, read;
            const char *english, *chinese;
        } const names[] = {
            {{{}, Kind::Stream, 7}, trackLabel("stream 7"), "stream 7", "流 7"},
            {{{}, Kind::Thread, 12}, trackLabel("thread 12"), "thread 12", "线程 12"},
            {{{}, Kind::Thread, 12}, trackLabel("12"), "thread 12", "线程 12"},
            {{"python", Kind::Thread, 12},
             trackLabel("thread 12 (python)"),
             "thread 12 (python)",
             "线程 12 (python)"},
            {{{}, Kind::Profiler}, trackLabel("profiler"), "profiler", "剖析器"},
            {{{}, Kind::GpuMemory, 0}, counterLabel("GPU 0 memory"), "GPU 0 memory", "GPU 0 内存"},
            {{{}, Kind::PinnedMemory},
             counterLabel("Pinned host memory"),
             "Pinned host memory",
             "主机锁页内存"},
        };
        for (const auto& [label, read, english, chinese] : names) {
            QVERIFY2(label == read, english);
            QVERIFY(speak(English));
            QCOMPARE(shown(label), std::string(english));
            QVERIFY(speak("zh_CN"));
            QCOMPARE(shown(label), std::string(chinese));
            QCOMPARE(plain(label), std::string(english));
        }
        for (const char* other : {"", "stream", "stream ", "stream 7a", "stream 07", "thread x", "thread 1 (",
                                  "thread 1 ()", "thread 1 (a", "GPU 0", "main", "1 (a)"})
            QVERIFY2((trackLabel(other) == Label{other}), other);
        for (const char* other : {"", "GPU  memory", "GPU memory", "GPU 0", "7", "stream 7"})
            QVERIFY2((counterLabel(other) == Label{other}), other);
    }

    void kernelsByName() {
        const Trace trace =
            read(lasting("cuda_runtime", "cudaLaunchKernel", 9, 9, 5, 5, 2) +
                 lasting("gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", 0, 7, 0, 50, 1) +
                 lasting("kernel", "often", 0, 7, 60, 1, 2) + lasting("kernel", "often", 0, 7, 70, 4, 2) +
                 lasting("kernel", "long", 0, 7, 80, 9, 2) + lasting("kernel", "often", 0, 7, 90, 2, 2) +
                 lasting("kernel", "often", 0, 8, 90, 1, 2));
        const std::vector<KernelTimes> kernels = kernelTimes(trace);
        QCOMPARE(kernels.size(), std::size_t(2));
        QVERIFY(kernels[0].name == "long" && kernels[0].count == 1 && isNear(kernels[0].median, 9e-6));
        QVERIFY(kernels[1].name == "often" && kernels[1].count == 4 && isNear(kernels[1].seconds, 8e-6));
        QVERIFY(isNear(kernels[1].median, 1.5e-6));
    }

    // Microseconds: a copy at 10 to 20, a kernel at 20 to 30 (launched before), one at 80 to 90 (launched at
    // 70), one at 100 to 110 (launched long before), beside it one of another stream at 95 to 105.
    void pausesHaveReasons() {
        const Trace trace =
            read(lasting("cuda_runtime", "cudaMemcpyAsync", 9, 9, 0, 5, 1) +
                 lasting("cuda_runtime", "cudaLaunchKernel", 9, 9, 5, 5, 2) +
                 lasting("cuda_driver", "cuLaunchKernel", 9, 9, 6, 2, 2) + // within it
                 lasting("cuda_runtime", "cudaGraphLaunch", 9, 9, 12, 5, 4) +
                 lasting("cuda_runtime", "cudaLaunchKernel", 9, 9, 70, 5, 3) +
                 lasting("gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", 0, 7, 10, 10, 1) +
                 lasting("kernel", "first", 0, 7, 20, 10, 2) +
                 lasting("kernel", "void a::(anonymous namespace)::late<int, 3>(int)", 0, 7, 80, 10, 3) +
                 lasting("kernel", "graph", 0, 7, 100, 10, 4) + lasting("kernel", "beside", 0, 8, 95, 10, 4) +
                 lasting("gpu_memset", "Memset (Device)", 0, 8, 105, 2, 4) + counter("GPU 0 memory", 1, 100) +
                 counter("GPU 0 memory", 2, 3145728) + counter("GPU 0 memory", 3, 0) +
                 counter("temperature", 3, 70));
        const GpuUse use = gpuUse(trace);
        QCOMPARE(use.devices.size(), std::size_t(1));
        QCOMPARE(use.kernels, std::size_t(4));
        QCOMPARE(use.copies, std::size_t(1));
        QCOMPARE(use.fills, std::size_t(1));
        QCOMPARE(use.launches, std::size_t(2));
        QCOMPARE(use.graphLaunches, std::size_t(1));
        const DeviceUse& device = use.devices.front();
        QVERIFY(isNear(device.span, 100e-6));
        QVERIFY(isNear(device.forLaunches, 50e-6)); // 30 to 80
        QVERIFY(isNear(device.otherwise, 5e-6));    // 90 to 95
        QVERIFY(isNear(device.busy, 45e-6));
        QVERIFY(isNear(device.copies, 10e-6) && isNear(device.fills, 2e-6) && isNear(device.kernels, 40e-6));
        QCOMPARE(device.pauses.size(), std::size_t(2));
        QVERIFY(device.pauses[0].isForLaunch && !device.pauses[1].isForLaunch);
        QCOMPARE(trace.nameOf(trace.spans[device.pauses[0].next]),
                 std::string("void a::(anonymous namespace)::late<int, 3>(int)"));
        QCOMPARE(use.peaks.size(), std::size_t(1));
        QCOMPARE(use.peaks[0].bytes, 3145728.0);
        const std::vector<std::string> lines = sentences(use, trace);
        const std::vector<std::string> expected{
            "45.0 % of the 100 µs GPU 0 computes or copies; it waits for launches 50.0 %, for something else "
            "5.00 "
            "%.",
            "Copies take 10.0 µs of GPU 0, kernels 40.0 µs.",
            "Its longest pause is 50.0 µs: a::late was launched late.",
            "Kernels: 4, copies: 1, fills: 1; launches: 2, launches of graphs: 1.",
            "GPU 0 memory: at most 3.00 MiB.",
        };
        for (std::size_t i = 0; i < std::min(lines.size(), expected.size()); ++i)
            QCOMPARE(lines[i], expected[i]);
        QCOMPARE(lines.size(), expected.size());
    }

    // Numbers that no memory has are read, and told as the most that can be.
    void memoryBeyondAllBytes() {
        const Trace trace = read(lasting("kernel", "a", 0, 7, 5, 10, 1) + counter("GPU 0 memory", 1, 1e300));
        const GpuUse use = gpuUse(trace);
        QCOMPARE(use.peaks.size(), std::size_t(1));
        QCOMPARE(use.peaks[0].bytes, 1e300);
        const std::vector<std::string> lines = sentences(use, trace);
        QVERIFY2(lines.back().starts_with("GPU 0 memory: at most 4"), lines.back().c_str()); // 2^62 bytes
    }

    void boundByLaunches() {
        const Trace trace =
            read(lasting("cuda_runtime", "cudaLaunchKernel", 9, 9, 0, 5, 1) +
                 lasting("cuda_runtime", "cudaLaunchKernel", 9, 9, 95, 5, 2) +
                 lasting("kernel", "a", 0, 7, 5, 10, 1) + lasting("kernel", "b", 0, 7, 100, 10, 2));
        const std::vector<std::string> lines = sentences(gpuUse(trace), trace);
        QVERIFY(!lines.empty());
        QVERIFY2(lines[0].starts_with("81.0 % of the 105 µs ") &&
                     lines[0].ends_with("and computes or copies 19.0 %."),
                 lines[0].c_str());
    }

    void onlyTheHost() {
        const Trace trace = read(lasting("cuda_driver", "cuLaunchKernel_ptsz", 9, 9, 0, 5, 1) +
                                 lasting("cuda_driver", "cuMemcpyHtoD_v2", 9, 9, 10, 5, 2) +
                                 lasting("cuda_driver", "cuMemsetD8_v2", 9, 9, 20, 5, 3) +
                                 lasting("cuda_driver", "cuGraphLaunch", 9, 9, 30, 5, 4) +
                                 lasting("cuda_driver", "cuCtxSynchronize", 9, 9, 40, 5, 5));
        const GpuUse use = gpuUse(trace);
        QVERIFY(use.devices.empty());
        QCOMPARE(use.kernels, std::size_t(1));
        QCOMPARE(use.copies, std::size_t(1));
        QCOMPARE(use.fills, std::size_t(1));
        QCOMPARE(use.graphLaunches, std::size_t(1));
        QVERIFY(sentences(use, trace).back().find("how long the GPU was busy is not known") !=
                std::string::npos);
    }

    void noUseAtAll() {
        const Trace trace = read(lasting("Node", "a", 1, 1, 0, 5, 0));
        QVERIFY(sentences(gpuUse(trace), trace).empty());
    }

    // A batch of one, launched from Python: the GPU waits for launches.
    void recorded() {
        const auto path = test::shared("traces/cuda/torch_gpu_resnet18.json.gz");
        if (path.empty()) QSKIP(test::sharedMissing());
        const auto trace = readTrace(path);
        QVERIFY(trace);
        const GpuUse use = gpuUse(*trace);
        QCOMPARE(use.devices.size(), std::size_t(1));
        QCOMPARE(use.kernels, std::size_t(204));
        QCOMPARE(use.fills, std::size_t(14));
        QCOMPARE(use.launches, std::size_t(204));
        const DeviceUse& device = use.devices.front();
        QCOMPARE(device.name, std::string("GPU 0"));
        QVERIFY(std::abs(device.busy + device.forLaunches + device.otherwise - device.span) < 1e-9);
        QVERIFY(device.busy <= device.kernels + device.copies + device.fills + 1e-9);
        QVERIFY(device.forLaunches > 0.5 * device.span);
        const std::vector<std::string> lines = sentences(use, *trace);
        QCOMPARE(use.peaks.size(), std::size_t(1));
        QVERIFY((use.peaks[0].name == Label{{}, Label::Kind::GpuMemory, 0}));
        QVERIFY2(lines.size() == 4 && lines[0].starts_with("89.7 % of the 8.56 ms GPU 0 waits for launches"),
                 lines[0].c_str());
        QVERIFY2(lines[1].find("pause is 290 µs: cudnn::") != std::string::npos, lines[1].c_str());
    }
};

EDGEWRIGHT_TEST(DeviceUseTest)

} // namespace edgewright::device_use_test

#include "device_use_test.moc"
