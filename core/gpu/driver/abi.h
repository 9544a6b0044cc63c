// SPDX-License-Identifier: GPL-3.0-or-later
// The binary interface of the CUDA driver, of NVRTC, of cuBLAS and of cuDNN, as far as it is needed here.
// Neither NVIDIA's headers nor its libraries are there to build with.
#pragma once

#include <cstddef>
#include <cstdint>

namespace edgewright::gpu {

using Handle = void*;          // of a context, a module, a function, an event
using Address = std::uint64_t; // on the GPU

constexpr int Success = 0;
constexpr int OutOfMemoryResult = 2, NoDeviceResult = 100; // CUresult

enum class Attribute : int { // CUdevice_attribute
    ClockKilohertz = 13,
    Multiprocessors = 16,
    MemoryClockKilohertz = 36,
    MemoryBusBits = 37,
    CacheBytes = 38, // L2
    ThreadsPerMultiprocessor = 39,
    CapabilityMajor = 75,
    CapabilityMinor = 76,
    SharedBytesPerMultiprocessor = 81,
    RegistersPerMultiprocessor = 82,
    BlocksPerMultiprocessor = 106,
    ReservedSharedBytesPerBlock = 111,
};

enum class FunctionAttribute : int { SharedBytes = 1, LocalBytes = 3, Registers = 4 }; // CUfunction_attribute

// X(function, parameters)
#define EDGEWRIGHT_GPU_DRIVER_FUNCTIONS(X)                                                                     \
    X(cuInit, (unsigned flags))                                                                                \
    X(cuDriverGetVersion, (int* version))                                                                      \
    X(cuGetErrorName, (int result, const char** name))                                                         \
    X(cuGetErrorString, (int result, const char** text))                                                       \
    X(cuDeviceGetCount, (int* count))                                                                          \
    X(cuDeviceGet, (int* device, int ordinal))                                                                 \
    X(cuDeviceGetName, (char* name, int bytes, int device))                                                    \
    X(cuDeviceTotalMem_v2, (std::size_t * bytes, int device))                                                  \
    X(cuDeviceGetAttribute, (int* value, int attribute, int device))                                           \
    X(cuDevicePrimaryCtxRetain, (Handle * context, int device))                                                \
    X(cuDevicePrimaryCtxRelease_v2, (int device))                                                              \
    X(cuCtxSetCurrent, (Handle context))                                                                       \
    X(cuCtxSynchronize, ())                                                                                    \
    X(cuModuleLoadData, (Handle * module, const void* image))                                                  \
    X(cuModuleUnload, (Handle module))                                                                         \
    X(cuModuleGetFunction, (Handle * function, Handle module, const char* name))                               \
    X(cuFuncGetAttribute, (int* value, int attribute, Handle function))                                        \
    X(cuOccupancyMaxActiveBlocksPerMultiprocessor,                                                             \
      (int* blocks, Handle function, int threads, std::size_t dynamicShared))                                  \
    X(cuMemAlloc_v2, (Address * address, std::size_t bytes))                                                   \
    X(cuMemFree_v2, (Address address))                                                                         \
    X(cuMemGetInfo_v2, (std::size_t * free, std::size_t * total))                                              \
    X(cuMemcpyHtoD_v2, (Address to, const void* from, std::size_t bytes))                                      \
    X(cuMemcpyDtoH_v2, (void* to, Address from, std::size_t bytes))                                            \
    X(cuMemcpyDtoD_v2, (Address to, Address from, std::size_t bytes))                                          \
    X(cuMemsetD8_v2, (Address at, unsigned char value, std::size_t bytes))                                     \
    X(cuLaunchKernel,                                                                                          \
      (Handle function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX, unsigned blockY,      \
       unsigned blockZ, unsigned dynamicShared, Handle stream, void** parameters, void** extra))               \
    X(cuEventCreate, (Handle * event, unsigned flags))                                                         \
    X(cuEventDestroy_v2, (Handle event))                                                                       \
    X(cuEventRecord, (Handle event, Handle stream))                                                            \
    X(cuEventSynchronize, (Handle event))                                                                      \
    X(cuEventElapsedTime, (float* milliseconds, Handle start, Handle end))

#define EDGEWRIGHT_GPU_COMPILER_FUNCTIONS(X)                                                                   \
    X(nvrtcVersion, (int* major, int* minor))                                                                  \
    X(nvrtcCreateProgram, (Handle * program, const char* source, const char* name, int headers,                \
                           const char* const* headerTexts, const char* const* headerNames))                    \
    X(nvrtcDestroyProgram, (Handle * program))                                                                 \
    X(nvrtcCompileProgram, (Handle program, int count, const char* const* options))                            \
    X(nvrtcGetProgramLogSize, (Handle program, std::size_t * bytes))                                           \
    X(nvrtcGetProgramLog, (Handle program, char* log))                                                         \
    X(nvrtcGetCUBINSize, (Handle program, std::size_t * bytes))                                                \
    X(nvrtcGetCUBIN, (Handle program, char* image))

constexpr int CompilationResult = 6, InvalidOptionResult = 5; // nvrtcResult

#define EDGEWRIGHT_GPU_PRODUCT_FUNCTIONS(X)                                                                    \
    X(cublasCreate_v2, (Handle * library))                                                                     \
    X(cublasDestroy_v2, (Handle library))                                                                      \
    X(cublasSgemm_v2, (Handle library, int turnA, int turnB, int m, int n, int k, const float* alpha,          \
                       Address a, int rowA, Address b, int rowB, const float* beta, Address c, int rowC))      \
    X(cublasGemmEx, (Handle library, int turnA, int turnB, int m, int n, int k, const void* alpha, Address a,  \
                     int typeA, int rowA, Address b, int typeB, int rowB, const void* beta, Address c,         \
                     int typeC, int rowC, int arithmetic, int algorithm))

// cublasOperation_t, cudaDataType, cublasComputeType_t, cublasGemmAlgo_t
constexpr int AsItIs = 0, Turned = 1;
constexpr int RealFloat32 = 0, RealFloat16 = 2, RealInt8 = 3, RealInt32 = 10;
constexpr int ComputeFloat32 = 68, ComputeInt32 = 72, DefaultAlgorithm = -1;

// Descriptors are handles. Of cuDNN 8 and 9.
#define EDGEWRIGHT_GPU_CONVOLUTION_FUNCTIONS(X)                                                                \
    X(cudnnCreate, (Handle * library))                                                                         \
    X(cudnnDestroy, (Handle library))                                                                          \
    X(cudnnCreateTensorDescriptor, (Handle * tensor))                                                          \
    X(cudnnDestroyTensorDescriptor, (Handle tensor))                                                           \
    X(cudnnSetTensor4dDescriptor, (Handle tensor, int layout, int type, int n, int c, int h, int w))           \
    X(cudnnCreateFilterDescriptor, (Handle * filter))                                                          \
    X(cudnnDestroyFilterDescriptor, (Handle filter))                                                           \
    X(cudnnSetFilter4dDescriptor, (Handle filter, int type, int layout, int k, int c, int h, int w))           \
    X(cudnnCreateConvolutionDescriptor, (Handle * convolution))                                                \
    X(cudnnDestroyConvolutionDescriptor, (Handle convolution))                                                 \
    X(cudnnSetConvolution2dDescriptor,                                                                         \
      (Handle convolution, int padDown, int padAcross, int strideDown, int strideAcross, int dilationDown,     \
       int dilationAcross, int mode, int type))                                                                \
    X(cudnnSetConvolutionMathType, (Handle convolution, int math))                                             \
    X(cudnnGetConvolutionForwardAlgorithm_v7,                                                                  \
      (Handle library, Handle x, Handle w, Handle convolution, Handle y, int asked, int* returned,             \
       ConvolutionAlgorithm* algorithms))                                                                      \
    X(cudnnConvolutionForward,                                                                                 \
      (Handle library, const void* alpha, Handle x, Address xAt, Handle w, Address wAt, Handle convolution,    \
       int algorithm, Address workspace, std::size_t workspaceBytes, const void* beta, Handle y, Address yAt))

// cudnnTensorFormat_t, cudnnDataType_t, cudnnConvolutionMode_t, cudnnMathType_t
constexpr int ByPlanes = 0, TensorFloat32Bits = 0, CrossCorrelation = 1, DefaultMath = 0,
              WithoutTensorCores = 3;

struct ConvolutionAlgorithm { // cudnnConvolutionFwdAlgoPerf_t, fastest first
    int algorithm, status;
    float milliseconds;
    std::size_t workspaceBytes;
    int determinism, math, reserved[3];
};
static_assert(sizeof(ConvolutionAlgorithm) == 48);

#define EDGEWRIGHT_GPU_MEMBER(name, parameters) int(*name) parameters = nullptr;
struct DriverFunctions {
    EDGEWRIGHT_GPU_DRIVER_FUNCTIONS(EDGEWRIGHT_GPU_MEMBER)
};
struct CompilerFunctions {
    EDGEWRIGHT_GPU_COMPILER_FUNCTIONS(EDGEWRIGHT_GPU_MEMBER)
};
struct ProductFunctions {
    EDGEWRIGHT_GPU_PRODUCT_FUNCTIONS(EDGEWRIGHT_GPU_MEMBER)
};
struct ConvolutionFunctions {
    EDGEWRIGHT_GPU_CONVOLUTION_FUNCTIONS(EDGEWRIGHT_GPU_MEMBER)
};
#undef EDGEWRIGHT_GPU_MEMBER

} // namespace edgewright::gpu
