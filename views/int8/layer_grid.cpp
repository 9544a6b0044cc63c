// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/layer_grid.h"

#include "views/support/quantity.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

std::shared_ptr<const LayerPictures> LayerPictures::make(std::shared_ptr<const quant::LayerStudy> study) {
    if (!study) return nullptr;
    for (const ir::Tensor* tensor : {&study->reference, &study->dequantized, &study->error})
        if (tensor->dtype() != ir::DataType::Float32 || !tensor->hasData() || tensor->elements() < 1 ||
            tensor->dims() != study->reference.dims())
            return nullptr;
    std::shared_ptr<LayerPictures> result(new LayerPictures);
    result->m_reference = study->reference.as<float>();
    result->m_dequantized = study->dequantized.as<float>();
    result->m_error = study->error.as<float>();
    result->m_dims = study->reference.dims();
    result->m_channels = result->m_dims.size() >= 2 ? result->m_dims[1] : 1;
    // A matrix product over several positions: features are the last axis, positions the one before.
    result->m_convolution = result->m_dims.size() > 2 && study->op.find("Gemm") == std::string::npos &&
                            study->op.find("MatMul") == std::string::npos;
    if (!result->m_convolution && result->m_dims.size() > 2) result->m_channels = result->m_dims.back();
    for (const auto values : {result->m_reference, result->m_dequantized})
        for (const float value : values)
            if (std::isfinite(value)) {
                result->m_low = std::min(result->m_low, static_cast<double>(value));
                result->m_high = std::max(result->m_high, static_cast<double>(value));
            }
    for (const float value : result->m_error)
        if (std::isfinite(value))
            result->m_maxAbsError = std::max(result->m_maxAbsError, std::abs(static_cast<double>(value)));
    if (!(result->m_high > result->m_low)) result->m_high = result->m_low + 1;
    result->m_study = std::move(study);
    return result;
}

CellGrid LayerPictures::grid(std::optional<std::int64_t> channel) const {
    CellGrid grid;
    const std::size_t rank = m_dims.size();
    if (!m_convolution || rank == 3) {
        // Rows and columns as they lie in memory; a convolution over time has channels as rows.
        std::int64_t columns = rank == 0 ? 1 : m_dims.back();
        std::int64_t rows = 1;
        for (std::size_t axis = m_convolution ? 1 : 0; axis + 1 < rank; ++axis)
            rows *= m_dims[axis];
        std::int64_t firstRow = 0, firstColumn = 0;
        const std::int64_t stride = columns;
        if (channel && m_convolution) {
            firstRow = *channel;
            rows = 1;
        } else if (channel) {
            firstColumn = *channel;
            columns = 1;
        }
        grid.columns = static_cast<int>(columns);
        grid.rows = static_cast<int>(rows);
        grid.cells.reserve(static_cast<std::size_t>(columns * rows));
        for (std::int64_t row = 0; row < rows; ++row)
            for (std::int64_t column = 0; column < columns; ++column)
                grid.cells.push_back((firstRow + row) * stride + firstColumn + column);
        return grid;
    }
    // Images; further spatial axes are stacked below one another.
    const std::int64_t width = m_dims.back();
    std::int64_t height = 1;
    for (std::size_t axis = 2; axis + 1 < rank; ++axis)
        height *= m_dims[axis];
    grid.square = true;
    if (channel) {
        grid.columns = static_cast<int>(width);
        grid.rows = static_cast<int>(height);
        for (std::int64_t i = 0; i < width * height; ++i)
            grid.cells.push_back(*channel * width * height + i);
        return grid;
    }
    // Tiles with one cell between them, the whole about as wide as high.
    std::int64_t across = 1;
    double best = 0;
    for (std::int64_t n = 1; n <= m_channels; ++n) {
        const std::int64_t down = (m_channels + n - 1) / n;
        const double w = static_cast<double>(n * (width + 1)), h = static_cast<double>(down * (height + 1));
        const double score = std::min(w, h) / std::max(w, h);
        if (score > best) {
            best = score;
            across = n;
        }
    }
    const std::int64_t down = (m_channels + across - 1) / across;
    grid.columns = static_cast<int>(across * (width + 1) - 1);
    grid.rows = static_cast<int>(down * (height + 1) - 1);
    grid.cells.assign(static_cast<std::size_t>(grid.columns) * static_cast<std::size_t>(grid.rows), -1);
    for (std::int64_t c = 0; c < m_channels; ++c)
        for (std::int64_t y = 0; y < height; ++y)
            for (std::int64_t x = 0; x < width; ++x) {
                const std::int64_t row = c / across * (height + 1) + y, column = c % across * (width + 1) + x;
                grid.cells[static_cast<std::size_t>(row * grid.columns + column)] =
                    (c * height + y) * width + x;
            }
    return grid;
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
               .arg(
                   significant(static_cast<double>(error(index))),
                   significant(static_cast<double>(error(index)) / static_cast<double>(m_study->output.scale)));
}

double roundedScale(double value) {
    if (!(value > 0) || !std::isfinite(value)) return 1;
    const double decade = std::pow(10.0, std::floor(std::log10(value)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * decade >= value * (1 - 1e-6)) return factor * decade;
    return 10 * decade;
}

} // namespace edgewright::views
