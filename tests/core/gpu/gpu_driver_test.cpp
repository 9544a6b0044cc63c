// SPDX-License-Identifier: GPL-3.0-or-later
// What a driver and a compiler may answer, and how it is told.
#include "core/gpu/driver/library.h"
#include "tests/core/gpu/fake_gpu.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::gpu_driver_test {

using namespace Qt::StringLiterals;
using gpu::Compiler, gpu::Gpu;

class GpuDriverTest : public QObject {
    Q_OBJECT

    template <class T>
    static void verifyError(const Result<T>& result, ErrorCode code, const std::vector<std::string>& parts) {
        QVERIFY(!result);
        QCOMPARE(int(result.error().code), int(code));
        for (const std::string& part : parts)
            QVERIFY2(result.error().message.find(part) != std::string::npos, result.error().message.c_str());
    }

private slots:
    void noDriver() {
        verifyError(Gpu::open(0, "/no/libcuda.so.1"), ErrorCode::Unsupported, {"NVIDIA", "/no/libcuda.so.1"});
    }
    void noGpu() {
        const test::FakeSetting none("none");
        verifyError(Gpu::open(0, test::fakeDriver()), ErrorCode::Unsupported, {"no GPU"});
    }
    void olderDriver() {
        verifyError(Gpu::open(0, test::fakeFile("old_gpu", "libcuda.so.1")), ErrorCode::BadInput,
                    {"libcuda.so.1", "cuOccupancyMaxActiveBlocksPerMultiprocessor", "older"});
    }
    void noLibraryOfItsKind() {
        verifyError(Gpu::open(0, test::fakeCompiler()), ErrorCode::BadInput, {"libnvrtc.so.12", "cuInit"});
    }
    void noSuchNumber() {
        for (const int number : {1, 7, -1})
            verifyError(Gpu::open(number, test::fakeDriver()), ErrorCode::BadInput, {std::to_string(number)});
    }

    void info() {
        const auto opened = Gpu::open(0, test::fakeDriver());
        QVERIFY(opened);
        const gpu::GpuInfo& info = (*opened)->info();
        QCOMPARE(info.name, std::string("Emulated GPU"));
        QCOMPARE(info.capability, 90);
        QCOMPARE(info.multiprocessors, 2);
        QCOMPARE(info.driverVersion, 12040);
        QVERIFY(info.sm == (gpu::Multiprocessor{2048, 32, 65536, 233472, 1024}));
    }

    void outOfMemory() {
        const test::FakeSetting small("small");
        const auto opened = Gpu::open(0, test::fakeDriver());
        QVERIFY(opened);
        verifyError((*opened)->allocate(2 << 20, "a matrix"), ErrorCode::OutOfMemory,
                    {"a matrix", "2097152", "1048576"});
        auto programs = test::fakePrograms();
        QVERIFY(programs);
        const gpu::Kernel& copy = *gpu::findKernel("copy");
        const auto result = measureKernel(*programs, nullptr, {&copy, {1024, 1024}, *valuesOf(copy)}, {});
        QVERIFY(result && result->problem.find("copy 1024 x 1024") != std::string::npos);
        QCOMPARE(test::fakeAllocations(), std::size_t(0));
    }

    void noNumbers() {
        const test::FakeSetting none("no numbers");
        auto programs = test::fakePrograms();
        QVERIFY(programs);
        const gpu::Kernel& gelu = *gpu::findKernel("gelu");
        const auto result = measureKernel(*programs, nullptr, {&gelu, {3, 37}, *valuesOf(gelu)},
                                          {.maxCopies = 1, .onlyChecks = true});
        QVERIFY(result && result->problem.empty());
        QCOMPARE(result->checked.noNumbers, 1);
        QVERIFY(!result->isRight());
    }

    // A kernel that writes where it must not: told when it is waited for.
    void writesBeyond() {
        auto programs = test::fakePrograms();
        QVERIFY(programs);
        Gpu& gpu = *programs->gpu();
        const gpu::Kernel& copy = *gpu::findKernel("copy");
        const auto work = workOf(copy, {1, 8}, *valuesOf(copy));
        const auto function = programs->functionOf(work->launches[0]);
        QVERIFY(function);
        {
            auto from = gpu.allocate(48, "from"), to = gpu.allocate(32, "to");
            QVERIFY(from && to);
            QVERIFY(gpu.fill(*from, 1));
            int count = 12;
            gpu::Address x = from->address(), y = to->address();
            void* const parameters[] = {&count, &x, &y};
            QVERIFY(gpu.launch(*function, {1, 1, 1}, {256, 1, 1}, parameters, "copy"));
            verifyError(gpu.wait("copy"), ErrorCode::BadInput,
                        {"copy", "CUDA_ERROR_ILLEGAL_ADDRESS", "700", "words of the driver"});
            verifyError(gpu.launch(*function, {1, 70'000, 1}, {256, 1, 1}, parameters, "copy"),
                        ErrorCode::BadInput, {"launching copy", "CUDA_ERROR_INVALID_VALUE"});
            std::byte outside[64];
            verifyError(gpu.download(outside, to->address()), ErrorCode::BadInput, {"cuMemcpyDtoH"});
        }
        QVERIFY(!gpu.wait("copy")); // its mark is found once more as the memory is given back
        QVERIFY(gpu.wait("copy"));
        verifyError(gpu.load(std::vector<char>{'x', '\0'}, "nothing"), ErrorCode::BadInput,
                    {"nothing", "CUDA_ERROR_INVALID_IMAGE"});
    }

    void compilerSaysWhatIsWrong() {
        const auto compiler = Compiler::open(90, test::fakeCompiler());
        QVERIFY(compiler);
        QCOMPARE(compiler->version(), 12040);
        verifyError(compiler->compile("\n#error\n", "broken.cu", {}), ErrorCode::BadInput,
                    {"broken.cu", "error 6", "#error directive"});
        verifyError(compiler->compile("KERNEL other(int) {}", "broken.cu", {}), ErrorCode::BadInput,
                    {"no kernel broken"});
        const auto newer = Compiler::open(100, test::fakeCompiler());
        QVERIFY(newer);
        verifyError(newer->compile("KERNEL f() {}", "f.cu", {}), ErrorCode::Unsupported, {"12.4", "10.0"});
        verifyError(Compiler::open(90, test::fakeDriver()), ErrorCode::BadInput, {"nvrtcVersion"});
        verifyError(Compiler::open(90, "/no/libnvrtc.so"), ErrorCode::Unsupported,
                    {"NVRTC", "/no/libnvrtc.so"});
    }

    // The environment names a file, which is then the only one; otherwise the system's loader comes first.
    void librariesAreLookedFor() {
        qunsetenv("EDGEWRIGHT_NVRTC");
        qputenv("CUDA_HOME", "/opt/cuda");
        const auto usual = gpu::cudaLibraryNames("libnvrtc", {"13", "12"}, "EDGEWRIGHT_NVRTC");
        QCOMPARE(usual.front(), std::string("libnvrtc.so.13"));
        QVERIFY(std::ranges::find(usual, "/opt/cuda/lib64/libnvrtc.so.12") != usual.end());
        qputenv("EDGEWRIGHT_NVRTC", "/mine/libnvrtc.so");
        QCOMPARE(gpu::cudaLibraryNames("libnvrtc", {"13", "12"}, "EDGEWRIGHT_NVRTC"),
                 std::vector<std::string>{"/mine/libnvrtc.so"});
        qunsetenv("EDGEWRIGHT_NVRTC");
        qunsetenv("CUDA_HOME");
    }
};

EDGEWRIGHT_TEST(GpuDriverTest)

} // namespace edgewright::gpu_driver_test

#include "gpu_driver_test.moc"
