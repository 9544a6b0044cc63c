// SPDX-License-Identifier: GPL-3.0-or-later
// The binary interface of the CUDA driver and of CUPTI, as far as the trace needs it: 64-bit systems, where
// their long is 64 bits. Neither NVIDIA's headers nor its libraries are needed to build.
#pragma once

#include <cstddef>
#include <cstdint>

namespace edgewright::cuda_trace {

using Handle = void*;          // of a context, a stream, a function, a graph ...
using Address = std::uint64_t; // on a device

constexpr int Success = 0, NotFound = 500; // results of the driver

struct LaunchConfig {
    std::uint32_t gridX, gridY, gridZ, blockX, blockY, blockZ, sharedBytes;
    Handle stream;
    void* attributes;
    std::uint32_t attributeCount;
};
static_assert(sizeof(LaunchConfig) == 56 && offsetof(LaunchConfig, stream) == 32);

struct AllocationProperties {
    std::uint32_t type, handleTypes;
    std::uint32_t placeKind; // 1: a device; else memory of the host
    std::int32_t place;
    void* windows;
    std::uint8_t flags[8];
};
static_assert(sizeof(AllocationProperties) == 32);

enum class Place : std::uint32_t { Unknown, Host, Device, Array, Unified }; // memory types of the driver

struct PlaneCopy { // CUDA_MEMCPY2D
    std::size_t sourceX, sourceY;
    Place source;
    const void* sourceHost;
    Address sourceDevice;
    Handle sourceArray;
    std::size_t sourcePitch;
    std::size_t targetX, targetY;
    Place target;
    void* targetHost;
    Address targetDevice;
    Handle targetArray;
    std::size_t targetPitch;
    std::size_t width, height; // bytes, rows
};
static_assert(sizeof(PlaneCopy) == 128);

struct VolumeCopy { // CUDA_MEMCPY3D, and CUDA_MEMCPY3D_PEER with contexts in place of what is reserved
    std::size_t sourceX, sourceY, sourceZ, sourceLevel;
    Place source;
    const void* sourceHost;
    Address sourceDevice;
    Handle sourceArray, sourceReserved;
    std::size_t sourcePitch, sourceHeight;
    std::size_t targetX, targetY, targetZ, targetLevel;
    Place target;
    void* targetHost;
    Address targetDevice;
    Handle targetArray, targetReserved;
    std::size_t targetPitch, targetHeight;
    std::size_t width, height, depth; // bytes, rows, planes
};
static_assert(sizeof(VolumeCopy) == 200);

// CUPTI's kinds of activities.
enum class Activity : std::uint32_t {
    Memcpy = 1,
    Memset = 2,
    Driver = 4,
    Runtime = 5,
    ConcurrentKernel = 10,
    Memory = 49,
};

// The beginnings of CUPTI's records, which newer versions only append to.
struct ActivityHead {
    Activity kind;
};

struct CallActivity {
    Activity kind;
    std::uint32_t callback;
    std::uint64_t start, end;
    std::uint32_t process, thread, correlation, result;
};
static_assert(offsetof(CallActivity, correlation) == 32);

struct KernelActivity {
    Activity kind;
    std::uint8_t cacheConfig, sharedConfig;
    std::uint16_t registers;
    std::uint32_t cacheRequested, cacheExecuted;
    std::uint64_t start, end, completed;
    std::uint32_t device, context, stream;
    std::uint32_t grid[3], block[3];
    std::uint32_t staticShared, dynamicShared, localOfThread, localTotal;
    std::uint32_t correlation;
    std::uint64_t gridId;
    const char* name;
};
static_assert(offsetof(KernelActivity, device) == 40 && offsetof(KernelActivity, grid) == 52 &&
              offsetof(KernelActivity, staticShared) == 76 && offsetof(KernelActivity, correlation) == 92 &&
              offsetof(KernelActivity, name) == 104);

struct CopyActivity {
    Activity kind;
    std::uint8_t copyKind, source, target, flags;
    std::uint64_t bytes, start, end;
    std::uint32_t device, context, stream, correlation;
};
static_assert(offsetof(CopyActivity, device) == 32 && offsetof(CopyActivity, correlation) == 44);

struct FillActivity {
    Activity kind;
    std::uint32_t value;
    std::uint64_t bytes, start, end;
    std::uint32_t device, context, stream, correlation;
    std::uint16_t flags, memory;
};
static_assert(offsetof(FillActivity, correlation) == 44 && offsetof(FillActivity, memory) == 50);

struct MemoryActivity {
    Activity kind;
    std::uint32_t operation; // 1 allocation, 2 release
    std::uint32_t memory;    // MemoryKind
    std::uint32_t correlation;
    Address address;
    std::uint64_t bytes, time, counter;
    std::uint32_t process, device, context, stream;
};
static_assert(offsetof(MemoryActivity, address) == 16 && offsetof(MemoryActivity, device) == 52);

enum MemoryKind : std::uint32_t {
    UnknownMemory,
    Pageable,
    Pinned,
    DeviceMemory,
    ArrayMemory,
    Managed,
    DeviceStatic,
    ManagedStatic,
};

} // namespace edgewright::cuda_trace
