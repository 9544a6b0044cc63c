// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers that should be alike.
#pragma once

#include "core/ir/tensor.h"

#include <QTest>

#include <cmath>
#include <vector>

namespace edgewright::test {

// True if the tensor's elements, in row-major order, are these up to `tolerance`; says which are not.
inline bool near(const ir::Tensor& tensor, const std::vector<double>& expected, double tolerance = 1e-5) {
    if (tensor.elements() != static_cast<std::int64_t>(expected.size())) {
        qWarning("%lld elements, not %zu", static_cast<long long>(tensor.elements()), expected.size());
        return false;
    }
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const double actual = ir::elementAsDouble(tensor, static_cast<std::int64_t>(i));
        if (!(std::abs(actual - expected[i]) <= tolerance)) {
            qWarning("element %zu is %g, not %g", i, actual, expected[i]);
            return false;
        }
    }
    return true;
}

} // namespace edgewright::test
