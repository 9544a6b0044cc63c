// SPDX-License-Identifier: GPL-3.0-or-later
// The functions of the CUDA driver that a trace shows, each once: its name as the driver exports it, its
// parameters, their names, and its effect (effects.h). Wrappers, the names in a trace, the fake driver of the
// tests and the calls that they make are all made of this list. What only asks for something is not in it.
//
// EDGEWRIGHT_DRIVER_FUNCTIONS(X) is X(name, (parameters), (arguments), (effect)) for each. Functions whose
// meaning depends on the default stream come twice: with _ptsz (in the order of a stream) or _ptds (as a whole)
// behind their names they mean the stream of the calling thread.
#pragma once

#include "plugins/cuda_trace/effects.h"

#define EDGEWRIGHT_PTSZ(X, name, parameters, arguments, effect)                                                \
    X(name, parameters, arguments, effect) X(name##_ptsz, parameters, arguments, effect)
#define EDGEWRIGHT_PTDS(X, name, parameters, arguments, effect)                                                \
    X(name, parameters, arguments, effect) X(name##_ptds, parameters, arguments, effect)

// clang-format off
#define EDGEWRIGHT_DRIVER_FUNCTIONS(X) \
    X(cuInit, (unsigned flags), (flags), (Plain{})) \
    X(cuDevicePrimaryCtxRetain, (Handle* context, int device), (context, device), (Plain{})) \
    X(cuDevicePrimaryCtxRelease, (int device), (device), (Plain{})) \
    X(cuDevicePrimaryCtxRelease_v2, (int device), (device), (Plain{})) \
    X(cuDevicePrimaryCtxReset, (int device), (device), (FreesAllOf{device})) \
    X(cuDevicePrimaryCtxReset_v2, (int device), (device), (FreesAllOf{device})) \
    X(cuCtxSynchronize, (), (), (Waits{nullptr})) \
    X(cuModuleLoadData, (Handle* module, const void* image), (module, image), (Plain{})) \
    X(cuModuleLoadDataEx, (Handle* module, const void* image, unsigned count, int* options, void** values), (module, image, count, options, values), (Plain{})) \
    X(cuModuleLoadFatBinary, (Handle* module, const void* image), (module, image), (Plain{})) \
    X(cuLibraryLoadData, (Handle* library, const void* code, int* options, void** values, unsigned count, int* libraryOptions, void** libraryValues, unsigned libraryCount), (library, code, options, values, count, libraryOptions, libraryValues, libraryCount), (Plain{})) \
    X(cuModuleGetFunction, (Handle* function, Handle module, const char* name), (function, module, name), (Names{function, name})) \
    X(cuLibraryGetKernel, (Handle* kernel, Handle library, const char* name), (kernel, library, name), (Names{kernel, name})) \
    EDGEWRIGHT_PTSZ(X, cuLaunchKernel, (Handle function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX, unsigned blockY, unsigned blockZ, unsigned shared, Handle stream, void** values, void** extra), (function, gridX, gridY, gridZ, blockX, blockY, blockZ, shared, stream, values, extra), (Launches{function, {gridX, gridY, gridZ}, {blockX, blockY, blockZ}, shared, stream})) \
    EDGEWRIGHT_PTSZ(X, cuLaunchKernelEx, (const LaunchConfig* config, Handle function, void** values, void** extra), (config, function, values, extra), (Launches::of(config, function))) \
    EDGEWRIGHT_PTSZ(X, cuLaunchCooperativeKernel, (Handle function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX, unsigned blockY, unsigned blockZ, unsigned shared, Handle stream, void** values), (function, gridX, gridY, gridZ, blockX, blockY, blockZ, shared, stream, values), (Launches{function, {gridX, gridY, gridZ}, {blockX, blockY, blockZ}, shared, stream})) \
    EDGEWRIGHT_PTSZ(X, cuLaunchHostFunc, (Handle stream, void* function, void* data), (stream, function, data), (OnStream{stream})) \
    X(cuGraphInstantiate, (Handle* exec, Handle graph, Handle* node, char* log, std::size_t bytes), (exec, graph, node, log, bytes), (Plain{})) \
    X(cuGraphInstantiate_v2, (Handle* exec, Handle graph, Handle* node, char* log, std::size_t bytes), (exec, graph, node, log, bytes), (Plain{})) \
    X(cuGraphInstantiateWithFlags, (Handle* exec, Handle graph, std::uint64_t flags), (exec, graph, flags), (Plain{})) \
    EDGEWRIGHT_PTSZ(X, cuGraphInstantiateWithParams, (Handle* exec, Handle graph, void* parameters), (exec, graph, parameters), (Plain{})) \
    EDGEWRIGHT_PTSZ(X, cuGraphUpload, (Handle exec, Handle stream), (exec, stream), (OnStream{stream})) \
    EDGEWRIGHT_PTSZ(X, cuGraphLaunch, (Handle exec, Handle stream), (exec, stream), (LaunchesGraph{exec, stream})) \
    X(cuMemAlloc_v2, (Address* at, std::size_t bytes), (at, bytes), (Allocates{at, bytes})) \
    X(cuMemAllocPitch_v2, (Address* at, std::size_t* pitch, std::size_t width, std::size_t rows, unsigned element), (at, pitch, width, rows, element), (AllocatesRows{at, pitch, rows})) \
    X(cuMemAllocManaged, (Address* at, std::size_t bytes, unsigned flags), (at, bytes, flags), (Allocates{at, bytes})) \
    X(cuMemAllocHost_v2, (void** at, std::size_t bytes), (at, bytes), (AllocatesHost{at, bytes})) \
    X(cuMemHostAlloc, (void** at, std::size_t bytes, unsigned flags), (at, bytes, flags), (AllocatesHost{at, bytes})) \
    X(cuMemFree_v2, (Address at), (at), (Frees{at})) \
    X(cuMemFreeHost, (void* at), (at), (FreesHost{at})) \
    EDGEWRIGHT_PTSZ(X, cuMemAllocAsync, (Address* at, std::size_t bytes, Handle stream), (at, bytes, stream), (AllocatesInOrder{at, bytes, stream})) \
    EDGEWRIGHT_PTSZ(X, cuMemAllocFromPoolAsync, (Address* at, std::size_t bytes, Handle pool, Handle stream), (at, bytes, pool, stream), (AllocatesInOrder{at, bytes, stream})) \
    EDGEWRIGHT_PTSZ(X, cuMemFreeAsync, (Address at, Handle stream), (at, stream), (FreesInOrder{at, stream})) \
    X(cuMemCreate, (Address* handle, std::size_t bytes, const AllocationProperties* properties, std::uint64_t flags), (handle, bytes, properties, flags), (Creates{handle, bytes, properties})) \
    X(cuMemMap, (Address at, std::size_t bytes, std::size_t offset, Address handle, std::uint64_t flags), (at, bytes, offset, handle, flags), (Maps{at, bytes, handle})) \
    X(cuMemUnmap, (Address at, std::size_t bytes), (at, bytes), (Unmaps{at, bytes})) \
    X(cuMemRelease, (Address handle), (handle), (Releases{handle})) \
    EDGEWRIGHT_PTDS(X, cuMemcpy, (Address target, Address source, std::size_t bytes), (target, source, bytes), (Copies{bytes, nullptr})) \
    EDGEWRIGHT_PTSZ(X, cuMemcpyAsync, (Address target, Address source, std::size_t bytes, Handle stream), (target, source, bytes, stream), (Copies{bytes, stream})) \
    EDGEWRIGHT_PTDS(X, cuMemcpyHtoD_v2, (Address target, const void* source, std::size_t bytes), (target, source, bytes), (Copies{bytes, nullptr})) \
    EDGEWRIGHT_PTSZ(X, cuMemcpyHtoDAsync_v2, (Address target, const void* source, std::size_t bytes, Handle stream), (target, source, bytes, stream), (Copies{bytes, stream})) \
    EDGEWRIGHT_PTDS(X, cuMemcpyDtoH_v2, (void* target, Address source, std::size_t bytes), (target, source, bytes), (Copies{bytes, nullptr})) \
    EDGEWRIGHT_PTSZ(X, cuMemcpyDtoHAsync_v2, (void* target, Address source, std::size_t bytes, Handle stream), (target, source, bytes, stream), (Copies{bytes, stream})) \
    EDGEWRIGHT_PTDS(X, cuMemcpyDtoD_v2, (Address target, Address source, std::size_t bytes), (target, source, bytes), (Copies{bytes, nullptr})) \
    EDGEWRIGHT_PTSZ(X, cuMemcpyDtoDAsync_v2, (Address target, Address source, std::size_t bytes, Handle stream), (target, source, bytes, stream), (Copies{bytes, stream})) \
    EDGEWRIGHT_PTDS(X, cuMemcpyPeer, (Address target, Handle targetContext, Address source, Handle sourceContext, std::size_t bytes), (target, targetContext, source, sourceContext, bytes), (Copies{bytes, nullptr})) \
    EDGEWRIGHT_PTSZ(X, cuMemcpyPeerAsync, (Address target, Handle targetContext, Address source, Handle sourceContext, std::size_t bytes, Handle stream), (target, targetContext, source, sourceContext, bytes, stream), (Copies{bytes, stream})) \
    EDGEWRIGHT_PTDS(X, cuMemcpy2D_v2, (const PlaneCopy* copy), (copy), (Copies::plane(copy, nullptr))) \
    EDGEWRIGHT_PTDS(X, cuMemcpy2DUnaligned_v2, (const PlaneCopy* copy), (copy), (Copies::plane(copy, nullptr))) \
    EDGEWRIGHT_PTSZ(X, cuMemcpy2DAsync_v2, (const PlaneCopy* copy, Handle stream), (copy, stream), (Copies::plane(copy, stream))) \
    EDGEWRIGHT_PTDS(X, cuMemcpy3D_v2, (const VolumeCopy* copy), (copy), (Copies::volume(copy, nullptr))) \
    EDGEWRIGHT_PTSZ(X, cuMemcpy3DAsync_v2, (const VolumeCopy* copy, Handle stream), (copy, stream), (Copies::volume(copy, stream))) \
    EDGEWRIGHT_PTDS(X, cuMemcpy3DPeer, (const VolumeCopy* copy), (copy), (Copies::volume(copy, nullptr))) \
    EDGEWRIGHT_PTSZ(X, cuMemcpy3DPeerAsync, (const VolumeCopy* copy, Handle stream), (copy, stream), (Copies::volume(copy, stream))) \
    EDGEWRIGHT_PTSZ(X, cuMemcpyBatchAsync, (Address* targets, Address* sources, std::size_t* sizes, std::size_t count, void* attributes, std::size_t* places, std::size_t attributeCount, std::size_t* fault, Handle stream), (targets, sources, sizes, count, attributes, places, attributeCount, fault, stream), (Copies::batch(sizes, count, stream))) \
    EDGEWRIGHT_PTSZ(X, cuMemcpyBatchAsync_v2, (Address* targets, Address* sources, std::size_t* sizes, std::size_t count, void* attributes, std::size_t* places, std::size_t attributeCount, Handle stream), (targets, sources, sizes, count, attributes, places, attributeCount, stream), (Copies::batch(sizes, count, stream))) \
    EDGEWRIGHT_PTDS(X, cuMemsetD8_v2, (Address at, unsigned char value, std::size_t count), (at, value, count), (Fills{count, nullptr})) \
    EDGEWRIGHT_PTDS(X, cuMemsetD16_v2, (Address at, unsigned short value, std::size_t count), (at, value, count), (Fills{2 * count, nullptr})) \
    EDGEWRIGHT_PTDS(X, cuMemsetD32_v2, (Address at, unsigned value, std::size_t count), (at, value, count), (Fills{4 * count, nullptr})) \
    EDGEWRIGHT_PTDS(X, cuMemsetD2D8_v2, (Address at, std::size_t pitch, unsigned char value, std::size_t width, std::size_t rows), (at, pitch, value, width, rows), (Fills{width * rows, nullptr})) \
    EDGEWRIGHT_PTDS(X, cuMemsetD2D16_v2, (Address at, std::size_t pitch, unsigned short value, std::size_t width, std::size_t rows), (at, pitch, value, width, rows), (Fills{2 * width * rows, nullptr})) \
    EDGEWRIGHT_PTDS(X, cuMemsetD2D32_v2, (Address at, std::size_t pitch, unsigned value, std::size_t width, std::size_t rows), (at, pitch, value, width, rows), (Fills{4 * width * rows, nullptr})) \
    EDGEWRIGHT_PTSZ(X, cuMemsetD8Async, (Address at, unsigned char value, std::size_t count, Handle stream), (at, value, count, stream), (Fills{count, stream})) \
    EDGEWRIGHT_PTSZ(X, cuMemsetD16Async, (Address at, unsigned short value, std::size_t count, Handle stream), (at, value, count, stream), (Fills{2 * count, stream})) \
    EDGEWRIGHT_PTSZ(X, cuMemsetD32Async, (Address at, unsigned value, std::size_t count, Handle stream), (at, value, count, stream), (Fills{4 * count, stream})) \
    EDGEWRIGHT_PTSZ(X, cuMemsetD2D8Async, (Address at, std::size_t pitch, unsigned char value, std::size_t width, std::size_t rows, Handle stream), (at, pitch, value, width, rows, stream), (Fills{width * rows, stream})) \
    EDGEWRIGHT_PTSZ(X, cuMemsetD2D16Async, (Address at, std::size_t pitch, unsigned short value, std::size_t width, std::size_t rows, Handle stream), (at, pitch, value, width, rows, stream), (Fills{2 * width * rows, stream})) \
    EDGEWRIGHT_PTSZ(X, cuMemsetD2D32Async, (Address at, std::size_t pitch, unsigned value, std::size_t width, std::size_t rows, Handle stream), (at, pitch, value, width, rows, stream), (Fills{4 * width * rows, stream})) \
    X(cuStreamCreate, (Handle* stream, unsigned flags), (stream, flags), (Plain{})) \
    X(cuStreamCreateWithPriority, (Handle* stream, unsigned flags, int priority), (stream, flags, priority), (Plain{})) \
    X(cuStreamDestroy_v2, (Handle stream), (stream), (Plain{})) \
    EDGEWRIGHT_PTSZ(X, cuStreamSynchronize, (Handle stream), (stream), (Waits{stream})) \
    EDGEWRIGHT_PTSZ(X, cuStreamWaitEvent, (Handle stream, Handle event, unsigned flags), (stream, event, flags), (OnStream{stream})) \
    EDGEWRIGHT_PTSZ(X, cuEventRecord, (Handle event, Handle stream), (event, stream), (OnStream{stream})) \
    EDGEWRIGHT_PTSZ(X, cuEventRecordWithFlags, (Handle event, Handle stream, unsigned flags), (event, stream, flags), (OnStream{stream})) \
    X(cuEventSynchronize, (Handle event), (event), (Waits{nullptr})) \
    EDGEWRIGHT_PTSZ(X, cuStreamBeginCapture, (Handle stream), (stream), (BeginsCapture{stream})) \
    EDGEWRIGHT_PTSZ(X, cuStreamBeginCapture_v2, (Handle stream, int mode), (stream, mode), (BeginsCapture{stream})) \
    EDGEWRIGHT_PTSZ(X, cuStreamBeginCaptureToGraph, (Handle stream, Handle graph, const Handle* after, const void* edges, std::size_t count, int mode), (stream, graph, after, edges, count, mode), (BeginsCapture{stream})) \
    EDGEWRIGHT_PTSZ(X, cuStreamEndCapture, (Handle stream, Handle* graph), (stream, graph), (EndsCapture{stream}))
// clang-format on

namespace edgewright::cuda_trace {

#define EDGEWRIGHT_ENTRY(name, parameters, arguments, effect) name,
enum class Id : std::uint16_t { EDGEWRIGHT_DRIVER_FUNCTIONS(EDGEWRIGHT_ENTRY) };
#undef EDGEWRIGHT_ENTRY

#define EDGEWRIGHT_ENTRY(name, parameters, arguments, effect) #name,
constexpr const char* FunctionNames[] = {EDGEWRIGHT_DRIVER_FUNCTIONS(EDGEWRIGHT_ENTRY)}; // by Id
#undef EDGEWRIGHT_ENTRY

constexpr std::size_t FunctionCount = sizeof(FunctionNames) / sizeof(FunctionNames[0]);

} // namespace edgewright::cuda_trace
