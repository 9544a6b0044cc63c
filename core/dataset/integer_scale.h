// SPDX-License-Identifier: GPL-3.0-or-later
// Integers that stand for the numbers of a floating-point input: number = integer × scale + offset, in double.
#pragma once

#include "core/base/result.h"
#include "core/ir/tensor.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace edgewright::dataset {

// An archive says so what its integers stand for.
struct ScaleArrays {
    std::optional<ir::Tensor> scale, offset; // empty: it has no such array

    bool given() const { return scale || offset; }
    // All of `stored` as an input takes it: integers as the numbers that they stand for, float64 as float32;
    // what is neither as it is.
    Result<ir::Tensor> numbersOf(const ir::Tensor& stored, ir::DataType wanted) const;
};

class IntegerScale {
public:
    // Integers of 8 or 16 bits for an input of float32 or float16.
    static bool applies(ir::DataType stored, ir::DataType wanted);
    // Either array may be missing (1, 0): one number, or one for each index along one axis of the input, with
    // ones for the other axes behind it ([3,1,1] for the channels of [1,3,32,32]). BadInput that names the
    // array: other extents, a scale of 0, numbers that are not finite or lead out of the type of the input.
    static Result<IntegerScale> of(const ScaleArrays& arrays, const ir::TensorType& stored,
                                   const ir::TensorType& input);

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
