// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/tensor_slice.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace edgewright::views {

SliceAxes defaultAxes(const ir::Dims& dims) {
    SliceAxes axes;
    axes.at.assign(dims.size(), 0);
    for (int axis = static_cast<int>(dims.size()) - 1; axis >= 0; --axis) {
        if (dims[static_cast<std::size_t>(axis)] <= 1) continue;
        if (axes.columns < 0)
            axes.columns = axis;
        else if (axes.rows < 0)
            axes.rows = axis;
    }
    if (axes.columns < 0 && !dims.empty()) axes.columns = static_cast<int>(dims.size()) - 1;
    return axes;
}

Result<TensorSlice> sliceOf(const ir::Tensor& tensor, const SliceAxes& axes, const RunContext& run,
                            std::int64_t mostCells) {
    if (!tensor.hasData() || !tensor.isTensor() || tensor.dtype() == ir::DataType::String)
        return unsupported(QCoreApplication::translate("edgewright::views::TensorView", "no numbers to look at")
                               .toStdString());
    const ir::Dims& dims = tensor.dims();
    const auto rank = static_cast<int>(dims.size());
    if (axes.rows >= rank || axes.columns >= rank || (axes.rows >= 0 && axes.rows == axes.columns) ||
        static_cast<int>(axes.at.size()) != rank)
        return badInput(QCoreApplication::translate("edgewright::views::TensorView",
                                                    "the axes of a slice must be two different ones of %1")
                            .arg(rank)
                            .toStdString());
    TensorSlice slice;
    if (tensor.elements() == 0) {
        slice.rows = slice.columns = slice.height = slice.width = 0;
        return slice;
    }
    std::int64_t offset = 0, stride = 1, rowStride = 0, columnStride = 0;
    for (int axis = rank - 1; axis >= 0; --axis) {
        const auto a = static_cast<std::size_t>(axis);
        if (axis == axes.rows) {
            rowStride = stride;
            slice.rows = dims[a];
        } else if (axis == axes.columns) {
            columnStride = stride;
            slice.columns = dims[a];
        } else {
            if (axes.at[a] < 0 || axes.at[a] >= dims[a])
                return badInput(
                    QCoreApplication::translate("edgewright::views::TensorView", "index %1 is outside axis %2")
                        .arg(axes.at[a])
                        .arg(axis)
                        .toStdString());
            offset += axes.at[a] * stride;
        }
        stride *= dims[a];
    }
    const std::int64_t blockRows = (slice.rows + mostCells - 1) / mostCells,
                       blockColumns = (slice.columns + mostCells - 1) / mostCells;
    slice.height = (slice.rows + blockRows - 1) / blockRows;
    slice.width = (slice.columns + blockColumns - 1) / blockColumns;
    slice.values.assign(static_cast<std::size_t>(slice.height * slice.width), 0.f);
    slice.low = std::numeric_limits<double>::infinity();
    slice.high = -slice.low;
    for (std::int64_t row = 0; row < slice.rows; ++row) {
        if (run.stopped()) return cancelled();
        for (std::int64_t column = 0; column < slice.columns; ++column) {
            const double value = ir::elementAsDouble(tensor, offset + row * rowStride + column * columnStride);
            const auto cell = static_cast<std::size_t>(row / blockRows * slice.width + column / blockColumns);
            float& shown = slice.values[cell];
            if (std::isfinite(value)) {
                slice.low = std::min(slice.low, value);
                slice.high = std::max(slice.high, value);
                if (std::abs(value) > std::abs(static_cast<double>(shown))) shown = static_cast<float>(value);
            } else {
                ++slice.nonFinite;
                shown = std::numeric_limits<float>::quiet_NaN();
            }
        }
    }
    if (slice.low > slice.high) slice.low = slice.high = 0;
    return slice;
}

} // namespace edgewright::views
