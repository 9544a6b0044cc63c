// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/charts/layer_grid.h"

#include "views/support/quantity.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace edgewright::views {

namespace {

struct GridWords {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::ComparedTensor)
};

} // namespace

CellGrid gridOf(const pipeline::ComparedTensor& tensor, std::optional<std::int64_t> channel) {
    CellGrid grid;
    const ir::Dims& dims = tensor.dims();
    const std::size_t rank = dims.size();
    const bool isConvolution = tensor.isConvolution();
    if (!isConvolution || rank == 3) {
        // Rows and columns as they lie in memory; a convolution over time has channels as rows.
        grid.tileColumns = grid.rowStride = rank == 0 ? 1 : dims.back();
        grid.tileRows = 1;
        for (std::size_t axis = isConvolution ? 1 : 0; axis + 1 < rank; ++axis)
            grid.tileRows *= dims[axis];
        if (channel && isConvolution) {
            grid.first = *channel * grid.rowStride;
            grid.tileRows = 1;
        } else if (channel) {
            grid.first = *channel;
            grid.tileColumns = 1;
        }
    } else {
        // Images; further spatial axes are stacked below one another.
        grid.square = true;
        grid.tileColumns = grid.rowStride = dims.back();
        grid.tileRows = 1;
        for (std::size_t axis = 2; axis + 1 < rank; ++axis)
            grid.tileRows *= dims[axis];
        grid.tileStride = grid.tileColumns * grid.tileRows;
        if (channel) {
            grid.first = *channel * grid.tileStride;
        } else {
            grid.tiles = tensor.channels();
            grid.gap = 1;
        }
    }
    // The whole about as wide as high.
    double best = 0;
    for (std::int64_t n = 1; n <= grid.tiles; ++n) {
        const std::int64_t down = (grid.tiles + n - 1) / n;
        const double w = static_cast<double>(n * (grid.tileColumns + 1)),
                     h = static_cast<double>(down * (grid.tileRows + 1));
        const double score = std::min(w, h) / std::max(w, h);
        if (score > best) {
            best = score;
            grid.across = n;
        }
    }
    const std::int64_t down = (grid.tiles + grid.across - 1) / grid.across;
    grid.columns = static_cast<int>(grid.across * (grid.tileColumns + grid.gap) - grid.gap);
    grid.rows = static_cast<int>(down * (grid.tileRows + grid.gap) - grid.gap);
    return grid;
}

std::int64_t CellGrid::at(std::int64_t column, std::int64_t row) const {
    const std::int64_t x = column % (tileColumns + gap), y = row % (tileRows + gap);
    const std::int64_t tile = row / (tileRows + gap) * across + column / (tileColumns + gap);
    if (x >= tileColumns || y >= tileRows || tile >= tiles) return -1;
    return first + tile * tileStride + y * rowStride + x;
}

std::optional<QPoint> CellGrid::cellOf(std::int64_t element) const {
    const std::int64_t from = element - first;
    const std::int64_t tile = tiles > 1 ? from / tileStride : 0, rest = from - tile * tileStride;
    if (from < 0 || tile >= tiles || rowStride < 1) return std::nullopt;
    const std::int64_t x = rest % rowStride, y = rest / rowStride;
    if (x >= tileColumns || y >= tileRows) return std::nullopt;
    return QPoint(static_cast<int>(tile % across * (tileColumns + gap) + x),
                  static_cast<int>(tile / across * (tileRows + gap) + y));
}

QString elementText(const pipeline::ComparedTensor& tensor, std::int64_t index) {
    QStringList parts;
    for (std::size_t axis = tensor.dims().size(); axis-- > 0;) {
        const std::int64_t extent = std::max<std::int64_t>(tensor.dims()[axis], 1);
        parts.prepend(integerText(index % extent));
        index /= extent;
    }
    return QLatin1Char('[') + parts.join(QStringLiteral(", ")) + QLatin1Char(']');
}

QString elementTip(const pipeline::ComparedTensor& tensor, std::int64_t index) {
    const double error = static_cast<double>(tensor.study().error.as<float>()[static_cast<std::size_t>(index)]);
    return elementText(tensor, index) + QLatin1Char('\n') +
           GridWords::tr("FP32 %1").arg(significant(static_cast<double>(tensor.reference(index)), 5)) +
           QLatin1Char('\n') +
           GridWords::tr("INT8 %1").arg(significant(static_cast<double>(tensor.dequantized(index)), 5)) +
           QLatin1Char('\n') +
           GridWords::tr("Error %1, %2 steps")
               .arg(significant(error), significant(error / static_cast<double>(tensor.study().output.scale)));
}

QString referenceTitle(const pipeline::ComparedTensor& tensor) {
    return tensor.kind() == pipeline::ComparedTensor::Kind::Outputs ? GridWords::tr("FP32 output")
                                                                    : GridWords::tr("FP32 weights");
}

QString quantizedTitle(const pipeline::ComparedTensor& tensor) {
    return tensor.kind() == pipeline::ComparedTensor::Kind::Outputs
               ? GridWords::tr("INT8 output, dequantized")
               : GridWords::tr("Codes of weights, dequantized");
}

QString unitText(const pipeline::ComparedTensor& tensor) {
    if (tensor.kind() == pipeline::ComparedTensor::Kind::Weights && tensor.study().weights.size() > 1)
        return GridWords::tr("values as in FP32; a step for each output channel");
    return GridWords::tr("values as in FP32; one step of INT8 is %1")
        .arg(significant(static_cast<double>(tensor.study().output.scale)));
}

QString errorTitle(const pipeline::ComparedTensor& tensor) {
    return tensor.isInSteps() ? GridWords::tr("Error in steps, INT8 − FP32")
                              : GridWords::tr("Error, INT8 − FP32");
}

} // namespace edgewright::views
