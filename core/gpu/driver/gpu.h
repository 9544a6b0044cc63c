// SPDX-License-Identifier: GPL-3.0-or-later
// An NVIDIA GPU by its driver, which is loaded when the first one is opened. Everything runs in order, on the
// default stream; one thread at a time uses a Gpu and what belongs to it, the thread that opened it.
#pragma once

#include "core/base/result.h"
#include "core/gpu/driver/abi.h"
#include "core/gpu/occupancy.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace edgewright::gpu {

struct GpuInfo {
    std::string name;
    int number = 0, count = 0; // of this one, and how many there are
    int driverVersion = 0;     // of CUDA, that the driver is made for: 13000 is 13.0
    int capability = 0;        // 90 is 9.0
    int multiprocessors = 0;
    int clockKilohertz = 0;                          // the highest; 0: not told
    int memoryClockKilohertz = 0, memoryBusBits = 0; // 0: not told
    std::int64_t cacheBytes = 0, memoryBytes = 0;    // L2, all
    Multiprocessor sm;
};

class Gpu;

// Memory of a GPU, given back with this.
class DeviceMemory {
public:
    DeviceMemory() = default;
    DeviceMemory(DeviceMemory&& other) noexcept;
    DeviceMemory& operator=(DeviceMemory&& other) noexcept;
    ~DeviceMemory();
    Address address() const { return m_address; }
    std::size_t bytes() const { return m_bytes; }

private:
    friend class Gpu;
    std::shared_ptr<Gpu> m_gpu;
    Address m_address = 0;
    std::size_t m_bytes = 0;
};

// One function of a program that was loaded; the program is unloaded with the last copy.
struct Function {
    std::shared_ptr<void> program;
    Handle handle = nullptr;
    int registers = 0;   // of a thread
    int localBytes = 0;  // of a thread, spilt registers among them
    int sharedBytes = 0; // of a block, static
};

struct Extent3;

class Gpu : public std::enable_shared_from_this<Gpu> {
public:
    // `library`: another file in place of libcuda.so.1, or of the one that EDGEWRIGHT_CUDA names. Unsupported:
    // no driver, or no GPU; BadInput: a driver that is too old, or no GPU of that number.
    static Result<std::shared_ptr<Gpu>> open(int number = 0, const std::string& library = {});
    ~Gpu();
    Gpu(const Gpu&) = delete;
    Gpu& operator=(const Gpu&) = delete;

    const GpuInfo& info() const { return m_info; }
    Result<std::int64_t> freeBytes() const;

    // OutOfMemory, naming `what` for, where there is not so much.
    Result<DeviceMemory> allocate(std::size_t bytes, const std::string& what);
    Result<void> upload(Address to, std::span<const std::byte> bytes);
    Result<void> download(std::span<std::byte> into, Address from);
    Result<void> copy(Address to, Address from, std::size_t bytes);
    Result<void> fill(const DeviceMemory& memory, unsigned char value);

    // The function of an image that Compiler::compile() made.
    Result<Function> load(std::span<const char> image, const std::string& name);
    // At once on one SM, as the driver says.
    Result<int> blocksPerMultiprocessor(const Function& function, int threads) const;
    // `parameters`: a pointer to each argument.
    Result<void> launch(const Function& function, const Extent3& grid, const Extent3& block,
                        std::span<void* const> parameters, const std::string& what);
    std::size_t launches() const { return m_launches; } // that were started here, not by a library
    Result<void> wait(const std::string& what);         // until all is done; the error of a kernel that failed
    // Seconds of the GPU from before to after what `work` starts, by two events.
    Result<double> seconds(const std::function<Result<void>()>& work);

    // An event, given back with its last copy; marks.h has several.
    Result<std::shared_ptr<void>> event();
    Result<void> record(Handle event);                             // behind all that was started so far
    Result<double> secondsBetween(Handle start, Handle end) const; // once both are reached

private:
    Gpu() = default;
    friend class DeviceMemory;
    Error failed(int result, const std::string& what) const; // "what: CUDA_ERROR_X (words)"

    DriverFunctions m_driver;
    GpuInfo m_info;
    int m_device = 0;
    std::size_t m_launches = 0;
    Handle m_context = nullptr, m_start = nullptr, m_end = nullptr;
};

} // namespace edgewright::gpu
