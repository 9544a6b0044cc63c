// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/layer_grid.h"

#include "views/support/quantity.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

std::shared_ptr<const LayerPictures> LayerPictures::make(std::shared_ptr<const quant::LayerStudy> study,
                                                         PicturesOf what) {
    if (!study) return nullptr;
    for (const ir::Tensor* tensor : {&study->reference, &study->dequantized, &study->error})
        if (tensor->dtype() != ir::DataType::Float32 || !tensor->hasData() || tensor->elements() < 1 ||
            tensor->dims() != study->reference.dims())
            return nullptr;
    std::shared_ptr<LayerPictures> result(new LayerPictures);
    result->m_what = what;
    result->m_reference = study->reference.as<float>();
    result->m_dequantized = study->dequantized.as<float>();
    result->m_error = study->error.as<float>();
    result->m_dims = study->reference.dims();
    result->m_channels = result->m_dims.size() >= 2 ? result->m_dims[1] : 1;
    // A matrix product over several positions: features are the last axis, positions the one before.
    result->m_convolution = result->m_dims.size() > 2 && study->op.find("Gemm") == std::string::npos &&
                            study->op.find("MatMul") == std::string::npos;
    if (!result->m_convolution && result->m_dims.size() > 2) result->m_channels = result->m_dims.back();
    if (result->m_convolution)
        for (std::size_t axis = 2; axis < result->m_dims.size(); ++axis)
            result->m_positions *= result->m_dims[axis];
    result->m_high = static_cast<double>(study->outputs.high);
    if (!(study->outputs.high > study->outputs.low))
        result->m_high = static_cast<double>(study->outputs.low) + 1;
    result->m_study = std::move(study);
    return result;
}

CellGrid LayerPictures::grid(std::optional<std::int64_t> channel) const {
    CellGrid grid;
    const std::size_t rank = m_dims.size();
    if (!m_convolution || rank == 3) {
        // Rows and columns as they lie in memory; a convolution over time has channels as rows.
        grid.tileColumns = grid.rowStride = rank == 0 ? 1 : m_dims.back();
        grid.tileRows = 1;
        for (std::size_t axis = m_convolution ? 1 : 0; axis + 1 < rank; ++axis)
            grid.tileRows *= m_dims[axis];
        if (channel && m_convolution) {
            grid.first = *channel * grid.rowStride;
            grid.tileRows = 1;
        } else if (channel) {
            grid.first = *channel;
            grid.tileColumns = 1;
        }
    } else {
        // Images; further spatial axes are stacked below one another.
        grid.square = true;
        grid.tileColumns = grid.rowStride = m_dims.back();
        grid.tileRows = 1;
        for (std::size_t axis = 2; axis + 1 < rank; ++axis)
            grid.tileRows *= m_dims[axis];
        grid.tileStride = grid.tileColumns * grid.tileRows;
        if (channel) {
            grid.first = *channel * grid.tileStride;
        } else {
            grid.tiles = m_channels;
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

QString LayerPictures::indexText(std::int64_t index) const {
    QStringList parts;
    for (std::size_t axis = m_dims.size(); axis-- > 0;) {
        const std::int64_t extent = std::max<std::int64_t>(m_dims[axis], 1);
        parts.prepend(integerText(index % extent));
        index /= extent;
    }
    return QLatin1Char('[') + parts.join(QStringLiteral(", ")) + QLatin1Char(']');
}

QString LayerPictures::tooltip(std::int64_t index) const {
    return indexText(index) + QLatin1Char('\n') +
           tr("FP32 %1").arg(significant(static_cast<double>(reference(index)), 5)) + QLatin1Char('\n') +
           tr("INT8 %1").arg(significant(static_cast<double>(dequantized(index)), 5)) + QLatin1Char('\n') +
           tr("Error %1, %2 steps")
               .arg(significant(static_cast<double>(m_error[static_cast<std::size_t>(index)])),
                    significant(static_cast<double>(m_error[static_cast<std::size_t>(index)]) /
                                static_cast<double>(m_study->output.scale)));
}

std::shared_ptr<const LayerPictures> LayerPictures::inSteps() const {
    auto pictures = std::shared_ptr<LayerPictures>(new LayerPictures(*this));
    pictures->m_isInSteps = true;
    pictures->m_perUnit = 1 / m_study->output.scale;
    return pictures;
}

QString LayerPictures::referenceTitle() const {
    return m_what == PicturesOf::Outputs ? tr("FP32 output") : tr("FP32 weights");
}

QString LayerPictures::quantizedTitle() const {
    return m_what == PicturesOf::Outputs ? tr("INT8 output, dequantized") : tr("Codes of weights, dequantized");
}

QString LayerPictures::unitText() const {
    if (m_what == PicturesOf::Weights && m_study->weights.size() > 1)
        return tr("values as in FP32; a step for each output channel");
    return tr("values as in FP32; one step of INT8 is %1")
        .arg(significant(static_cast<double>(m_study->output.scale)));
}

QString LayerPictures::errorTitle() const {
    return m_isInSteps ? tr("Error in steps, INT8 − FP32") : tr("Error, INT8 − FP32");
}

} // namespace edgewright::views
