// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/product/float_product.h"

#include "core/base/propagate.h"
#include "core/ops/operands/epilogue.h"

namespace edgewright::ops {

namespace {

struct PackedRight {
    const kernels::GemmTiles* tiles; // of one instruction set
    const float* source;
    std::int64_t k, n;
    bool transposed;
    ir::Tensor panels;
};

Result<const float*> packedRight(const kernels::Gemm& gemm, KernelContext& context) {
    auto packed = std::static_pointer_cast<PackedRight>(context.state());
    const kernels::GemmTiles& tiles = kernels::tilesOf(gemm.parameters);
    if (!packed || packed->tiles != &tiles || packed->source != gemm.b.data || packed->k != gemm.k ||
        packed->n != gemm.n || packed->transposed != gemm.b.transposed) {
        context.state() = nullptr; // what was packed for another matrix
        packed = nullptr;
        ASSIGN_OR_RETURN(auto panels,
                         context.allocatePrepared(ir::DataType::Float32,
                                                  {kernels::packedColumnsFloats(gemm.k, gemm.n, tiles)}));
        kernels::packColumns(gemm.b, gemm.k, gemm.n, panels.as<float>().data(), tiles);
        packed = std::make_shared<PackedRight>(
            PackedRight{&tiles, gemm.b.data, gemm.k, gemm.n, gemm.b.transposed, std::move(panels)});
        context.state() = packed;
    }
    return std::as_const(packed->panels).as<float>().data();
}

} // namespace

Result<void> multiplyFloats(kernels::Gemm gemm, std::int64_t firstElement, bool keepRight,
                            KernelContext& context, float*& scratch) {
    gemm.parameters = context.parameters().gemm;
    // A single row reads each weight once: packing would only cost memory.
    if (gemm.m > 1 && gemm.k > 0 && keepRight && context.isConstant(1)) {
        ASSIGN_OR_RETURN(gemm.b.packed, packedRight(gemm, context));
    }
    if (const Epilogue* epilogue = context.epilogue()) {
        gemm.low = epilogue->low;
        gemm.high = epilogue->high;
        if (epilogue->applies)
            gemm.finished = [c = gemm.c, n = gemm.n, stride = gemm.cStride, firstElement,
                             epilogue](std::int64_t row, std::int64_t rows, std::int64_t column,
                                       std::int64_t columns) {
                if (columns == n && stride == n) {
                    epilogue->apply(c + row * n, firstElement + row * n, rows * n);
                    return;
                }
                for (std::int64_t i = row; i < row + rows; ++i)
                    epilogue->apply(c + i * stride + column, firstElement + i * n + column, columns);
            };
    }
    if (!scratch) {
        ASSIGN_OR_RETURN(auto bytes, context.scratch(kernels::gemmScratch(gemm, context.threads()) *
                                                     static_cast<std::int64_t>(sizeof(float))));
        scratch = reinterpret_cast<float*>(bytes.data());
    }
    kernels::gemm(gemm, context.threads(), scratch);
    return {};
}

} // namespace edgewright::ops
