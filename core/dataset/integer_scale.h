// SPDX-License-Identifier: GPL-3.0-or-later
// Integers that stand for the numbers of a floating-point input: number = integer × scale + offset, in double.
#pragma once

#include "core/base/result.h"
#include "core/ir/tensor.h"

#include <cstddef>
#include <vector>

namespace edgewright::dataset {

class IntegerScale {
public:
    // Integers of 8 or 16 bits for an input of float32 or float16.
    static bool applies(ir::DataType stored, ir::DataType wanted);
    // The arrays `scale` and `offset` of an archive, either of which may be missing (null: 1, 0): one number,
    // or one for each index along one axis of the input, with ones for the other axes behind it ([3,1,1] for
    // the channels of [1,3,32,32]). BadInput that names the array: other extents, a scale of 0, numbers that
    // are not finite or lead out of the type of the input.
    static Result<IntegerScale> of(const ir::Tensor* scale, const ir::Tensor* offset,
                                   const ir::TensorType& stored, const ir::TensorType& input);

    // `stored`: with the types and extents above.
    Result<ir::Tensor> applied(const ir::Tensor& stored) const;

private:
    // Numbers along one axis; one alone is for all.
    struct Numbers {
        std::vector<double> values;
        std::size_t inner = 1; // elements of the input between one index of the axis and the next
        double at(std::size_t element) const { return values[element / inner % values.size()]; }
    };
    static Result<Numbers> numbersIn(const ir::Tensor& tensor, const ir::Dims& dims);

    Numbers m_scale, m_offset;
    ir::DataType m_wanted = ir::DataType::Undefined;
};

} // namespace edgewright::dataset
