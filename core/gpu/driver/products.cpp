// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/driver/products.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/gpu/driver/library.h"

namespace edgewright::gpu {

Result<Products> Products::open(const std::string& library) {
    const std::vector<std::string> names =
        library.empty() ? cudaLibraryNames("libcublas", {"13", "12", "11"}, "EDGEWRIGHT_CUBLAS")
                        : std::vector<std::string>{library};
    ASSIGN_OR_RETURN(
        const Library found,
        Library::open("cuBLAS", names, say("cuBLAS of CUDA 11 to 13, a part of NVIDIA's CUDA toolkit")));
    Products products;
    products.m_library = found.name();
#define EDGEWRIGHT_GPU_TAKE(name, parameters) RETURN_IF_ERROR(found.take(#name, products.m_call.name));
    EDGEWRIGHT_GPU_PRODUCT_FUNCTIONS(EDGEWRIGHT_GPU_TAKE)
#undef EDGEWRIGHT_GPU_TAKE
    Handle handle = nullptr;
    if (const int result = products.m_call.cublasCreate_v2(&handle); result != Success)
        return badInput(say("{1} does not begin (error {2})", found.name(), result));
    products.m_handle = {handle, products.m_call.cublasDestroy_v2};
    return products;
}

// Its matrices are columns: c turned = b turned * a turned.
Result<void> Products::start(LibraryCall kind, std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t row,
                             Address a, Address b, Address c) const {
    const auto rows = static_cast<int>(m), columns = static_cast<int>(n), depth = static_cast<int>(k);
    const auto stride = static_cast<int>(row);
    const float one = 1, zero = 0;
    const std::int32_t wholeOne = 1, wholeZero = 0;
    int result = Success;
    if (kind == LibraryCall::Float32)
        result = m_call.cublasSgemm_v2(m_handle.get(), AsItIs, AsItIs, columns, rows, depth, &one, b, columns,
                                       a, depth, &zero, c, columns);
    if (kind == LibraryCall::Float16)
        result = m_call.cublasGemmEx(m_handle.get(), Turned, AsItIs, columns, rows, depth, &one, b, RealFloat16,
                                     stride, a, RealFloat16, stride, &zero, c, RealFloat32, columns,
                                     ComputeFloat32, DefaultAlgorithm);
    if (kind == LibraryCall::Int8)
        result = m_call.cublasGemmEx(m_handle.get(), Turned, AsItIs, columns, rows, depth, &wholeOne, b,
                                     RealInt8, stride, a, RealInt8, stride, &wholeZero, c, RealInt32, columns,
                                     ComputeInt32, DefaultAlgorithm);
    if (result != Success) return badInput(say("{1}: a matrix product fails (error {2})", m_library, result));
    return {};
}

} // namespace edgewright::gpu
