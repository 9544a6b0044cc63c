// SPDX-License-Identifier: GPL-3.0-or-later
// The input of a classifier or regressor of ai.onnx.ml: rows of features.
#pragma once

#include "core/ops/operator.h"

#include <span>

namespace edgewright::ops {

// [N,F], or [F] as a single row, in double: every element type that these operators accept fits.
struct FeatureRows {
    std::int64_t rows = 0;
    std::int64_t features = 0;
    std::span<const double> values;
    std::span<const double> row(std::int64_t index) const {
        return values.subspan(static_cast<std::size_t>(index * features), static_cast<std::size_t>(features));
    }
};
// BadInput unless input 0 is numeric with one or two axes.
Result<FeatureRows> featureRows(KernelContext& context);

// N of input 0 (unknown without a shape); BadInput when it has neither one nor two axes or holds strings.
Result<ir::Dim> inferRows(const InferContext& context);

// Operator::products of `scores` weighted sums of every row of input 0.
Result<MatrixProducts> rowProduct(Types inputs, std::int64_t scores);

} // namespace edgewright::ops
