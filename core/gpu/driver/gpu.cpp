// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/driver/gpu.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/gpu/driver/library.h"
#include "core/gpu/kernel.h"

#include <cstdlib>
#include <utility>

namespace edgewright::gpu {

namespace {

Result<DriverFunctions> functionsOf(const Library& library) {
    DriverFunctions functions;
#define EDGEWRIGHT_GPU_TAKE(name, parameters) RETURN_IF_ERROR(library.take(#name, functions.name));
    EDGEWRIGHT_GPU_DRIVER_FUNCTIONS(EDGEWRIGHT_GPU_TAKE)
#undef EDGEWRIGHT_GPU_TAKE
    return functions;
}

// Zeros where the driver does not know.
GpuInfo infoOf(const DriverFunctions& driver, int device) {
    const auto attribute = [&](Attribute which) {
        int value = 0;
        return driver.cuDeviceGetAttribute(&value, static_cast<int>(which), device) == Success ? value : 0;
    };
    GpuInfo info;
    char name[256] = {};
    if (driver.cuDeviceGetName(name, sizeof name - 1, device) == Success) info.name = name;
    std::size_t bytes = 0;
    if (driver.cuDeviceTotalMem_v2(&bytes, device) == Success)
        info.memoryBytes = static_cast<std::int64_t>(bytes);
    driver.cuDriverGetVersion(&info.driverVersion);
    info.capability = attribute(Attribute::CapabilityMajor) * 10 + attribute(Attribute::CapabilityMinor);
    info.multiprocessors = attribute(Attribute::Multiprocessors);
    info.clockKilohertz = attribute(Attribute::ClockKilohertz);
    info.memoryClockKilohertz = attribute(Attribute::MemoryClockKilohertz);
    info.memoryBusBits = attribute(Attribute::MemoryBusBits);
    info.cacheBytes = attribute(Attribute::CacheBytes);
    info.sm = {attribute(Attribute::ThreadsPerMultiprocessor), attribute(Attribute::BlocksPerMultiprocessor),
               attribute(Attribute::RegistersPerMultiprocessor),
               attribute(Attribute::SharedBytesPerMultiprocessor),
               attribute(Attribute::ReservedSharedBytesPerBlock)};
    return info;
}

} // namespace

DeviceMemory::DeviceMemory(DeviceMemory&& other) noexcept
    : m_gpu(std::move(other.m_gpu)), m_address(std::exchange(other.m_address, 0)),
      m_bytes(std::exchange(other.m_bytes, 0)) {}

DeviceMemory& DeviceMemory::operator=(DeviceMemory&& other) noexcept {
    std::swap(m_gpu, other.m_gpu);
    std::swap(m_address, other.m_address);
    std::swap(m_bytes, other.m_bytes);
    return *this;
}

DeviceMemory::~DeviceMemory() {
    if (m_address) m_gpu->m_driver.cuMemFree_v2(m_address);
}

Error Gpu::failed(int result, const std::string& what) const {
    const char *name = nullptr, *text = nullptr;
    if (m_driver.cuGetErrorName(result, &name) != Success || !name) name = "CUDA_ERROR";
    if (m_driver.cuGetErrorString(result, &text) != Success || !text) text = "";
    return badInput(say("{1}: {2} {3} ({4})", what, name, result, text));
}

Result<std::shared_ptr<Gpu>> Gpu::open(int number, const std::string& library) {
    const char* const named = std::getenv("EDGEWRIGHT_CUDA");
    const std::string file = !library.empty() ? library : named && *named ? named : "libcuda.so.1";
    ASSIGN_OR_RETURN(const Library driver,
                     Library::open(say("NVIDIA's CUDA driver"), {file},
                                   say("NVIDIA's driver for this GPU, in Debian the package nvidia-driver")));
    const std::shared_ptr<Gpu> gpu(new Gpu);
    ASSIGN_OR_RETURN(gpu->m_driver, functionsOf(driver));
    const DriverFunctions& call = gpu->m_driver;
    const int begun = call.cuInit(0);
    if (begun == NoDeviceResult) return unsupported(say("{1} is here, but no GPU", driver.name()));
    if (begun != Success) return gpu->failed(begun, "cuInit");
    int count = 0;
    if (const int result = call.cuDeviceGetCount(&count); result != Success)
        return gpu->failed(result, "cuDeviceGetCount");
    if (count < 1) return unsupported(say("{1} is here, but no GPU", driver.name()));
    if (number < 0 || number >= count)
        return badInput(sayCount(count, "GPU {2}: there is one, number 0",
                                 "GPU {2}: there are {1}, from number 0 on", number));
    if (const int result = call.cuDeviceGet(&gpu->m_device, number); result != Success)
        return gpu->failed(result, "cuDeviceGet");
    gpu->m_info = infoOf(call, gpu->m_device);
    gpu->m_info.number = number;
    gpu->m_info.count = count;
    if (const int result = call.cuDevicePrimaryCtxRetain(&gpu->m_context, gpu->m_device); result != Success)
        return gpu->failed(result, "cuDevicePrimaryCtxRetain");
    if (const int result = call.cuCtxSetCurrent(gpu->m_context); result != Success)
        return gpu->failed(result, "cuCtxSetCurrent");
    for (Handle* const event : {&gpu->m_start, &gpu->m_end})
        if (const int result = call.cuEventCreate(event, 0); result != Success)
            return gpu->failed(result, "cuEventCreate");
    return gpu;
}

Gpu::~Gpu() {
    for (const Handle event : {m_start, m_end})
        if (event) m_driver.cuEventDestroy_v2(event);
    if (m_context) m_driver.cuDevicePrimaryCtxRelease_v2(m_device);
}

Result<std::int64_t> Gpu::freeBytes() const {
    std::size_t free = 0, total = 0;
    if (const int result = m_driver.cuMemGetInfo_v2(&free, &total); result != Success)
        return failed(result, "cuMemGetInfo");
    return static_cast<std::int64_t>(free);
}

Result<DeviceMemory> Gpu::allocate(std::size_t bytes, const std::string& what) {
    DeviceMemory memory;
    const int result = m_driver.cuMemAlloc_v2(&memory.m_address, bytes);
    if (result == OutOfMemoryResult) {
        ASSIGN_OR_RETURN(const std::int64_t free, freeBytes());
        return outOfMemory(what, static_cast<std::int64_t>(bytes), free);
    }
    if (result != Success) return failed(result, what);
    memory.m_gpu = shared_from_this();
    memory.m_bytes = bytes;
    return memory;
}

Result<void> Gpu::upload(Address to, std::span<const std::byte> bytes) {
    const int result = m_driver.cuMemcpyHtoD_v2(to, bytes.data(), bytes.size());
    if (result != Success) return failed(result, "cuMemcpyHtoD");
    return {};
}

Result<void> Gpu::download(std::span<std::byte> into, Address from) {
    const int result = m_driver.cuMemcpyDtoH_v2(into.data(), from, into.size());
    if (result != Success) return failed(result, "cuMemcpyDtoH");
    return {};
}

Result<void> Gpu::copy(Address to, Address from, std::size_t bytes) {
    const int result = m_driver.cuMemcpyDtoD_v2(to, from, bytes);
    if (result != Success) return failed(result, "cuMemcpyDtoD");
    return {};
}

Result<void> Gpu::fill(const DeviceMemory& memory, unsigned char value) {
    const int result = m_driver.cuMemsetD8_v2(memory.address(), value, memory.bytes());
    if (result != Success) return failed(result, "cuMemsetD8");
    return {};
}

Result<Function> Gpu::load(std::span<const char> image, const std::string& name) {
    Handle module = nullptr;
    if (const int result = m_driver.cuModuleLoadData(&module, image.data()); result != Success)
        return failed(result, say("loading {1}", name));
    Function function;
    function.program = {module,
                        [self = shared_from_this()](Handle loaded) { self->m_driver.cuModuleUnload(loaded); }};
    if (const int result = m_driver.cuModuleGetFunction(&function.handle, module, name.c_str());
        result != Success)
        return failed(result, say("loading {1}", name));
    const auto attribute = [&](FunctionAttribute which, int& into) {
        return m_driver.cuFuncGetAttribute(&into, static_cast<int>(which), function.handle);
    };
    for (const int result : {attribute(FunctionAttribute::Registers, function.registers),
                             attribute(FunctionAttribute::LocalBytes, function.localBytes),
                             attribute(FunctionAttribute::SharedBytes, function.sharedBytes)})
        if (result != Success) return failed(result, "cuFuncGetAttribute");
    return function;
}

Result<int> Gpu::blocksPerMultiprocessor(const Function& function, int threads) const {
    int blocks = 0;
    const int result =
        m_driver.cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function.handle, threads, 0);
    if (result != Success) return failed(result, "cuOccupancyMaxActiveBlocksPerMultiprocessor");
    return blocks;
}

Result<void> Gpu::launch(const Function& function, const Extent3& grid, const Extent3& block,
                         std::span<void* const> parameters, const std::string& what) {
    const int result =
        m_driver.cuLaunchKernel(function.handle, grid.x, grid.y, grid.z, block.x, block.y, block.z, 0, nullptr,
                                const_cast<void**>(parameters.data()), nullptr);
    if (result != Success) return failed(result, say("launching {1}", what));
    ++m_launches;
    return {};
}

Result<void> Gpu::wait(const std::string& what) {
    const int result = m_driver.cuCtxSynchronize();
    if (result != Success) return failed(result, what);
    return {};
}

Result<std::shared_ptr<void>> Gpu::event() {
    Handle event = nullptr;
    if (const int result = m_driver.cuEventCreate(&event, 0); result != Success)
        return failed(result, "cuEventCreate");
    return std::shared_ptr<void>(
        event, [self = shared_from_this()](Handle made) { self->m_driver.cuEventDestroy_v2(made); });
}

Result<void> Gpu::record(Handle event) {
    if (const int result = m_driver.cuEventRecord(event, nullptr); result != Success)
        return failed(result, "cuEventRecord");
    return {};
}

Result<double> Gpu::secondsBetween(Handle start, Handle end) const {
    float milliseconds = 0;
    if (const int result = m_driver.cuEventElapsedTime(&milliseconds, start, end); result != Success)
        return failed(result, "cuEventElapsedTime");
    return static_cast<double>(milliseconds) / 1000;
}

Result<double> Gpu::seconds(const std::function<Result<void>()>& work) {
    RETURN_IF_ERROR(record(m_start));
    RETURN_IF_ERROR(work());
    RETURN_IF_ERROR(record(m_end));
    if (const int result = m_driver.cuEventSynchronize(m_end); result != Success)
        return failed(result, "cuEventSynchronize");
    return secondsBetween(m_start, m_end);
}

} // namespace edgewright::gpu
