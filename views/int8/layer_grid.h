// SPDX-License-Identifier: GPL-3.0-or-later
// How the elements of a layer's output are laid out as cells of a picture, and the three tensors behind it.
#pragma once

#include "core/quant/layer_study.h"

#include <QCoreApplication>
#include <QPoint>
#include <QString>

#include <memory>
#include <optional>

namespace edgewright::views {

// The elements that one picture shows: a grid of cells, each an index into the tensors or -1 (a gap between
// tiles).
//   [N, C, H, W]  one channel: H x W; all channels: a mosaic of tiles
//   [N, C, L]     channels x time; [N, F] rows of features. One channel: that row.
// Of several batch items the first is shown.
struct CellGrid {
    int columns = 0, rows = 0;
    bool square = false; // cells keep their proportions; otherwise the grid fills the room
    // Tiles of one size, row by row from the left, with `gap` cells between them.
    std::int64_t tiles = 1, across = 1, gap = 0;
    std::int64_t tileColumns = 0, tileRows = 0;
    std::int64_t first = 0;                     // element in the upper left cell
    std::int64_t rowStride = 0, tileStride = 0; // elements from one row or tile to the next

    std::int64_t at(std::int64_t column, std::int64_t row) const;
    std::optional<QPoint> cellOf(std::int64_t element) const; // column and row
};

enum class PicturesOf { Outputs, Weights };

class LayerPictures {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::LayerPictures)
public:
    // Null when the study holds no float32 tensors of one shape.
    static std::shared_ptr<const LayerPictures> make(std::shared_ptr<const quant::LayerStudy> study,
                                                     PicturesOf what = PicturesOf::Outputs);

    const quant::LayerStudy& study() const { return *m_study; }
    std::int64_t channels() const { return m_channels; }
    bool isConvolution() const { return m_convolution; } // rows are channels; otherwise columns are
    std::int64_t channelOf(std::int64_t index) const { return index / m_positions % m_channels; }
    // No channel: all of them.
    CellGrid grid(std::optional<std::int64_t> channel) const;

    float reference(std::int64_t index) const { return m_reference[static_cast<std::size_t>(index)]; }
    float dequantized(std::int64_t index) const { return m_dequantized[static_cast<std::size_t>(index)]; }
    float error(std::int64_t index) const { return m_error[static_cast<std::size_t>(index)] * m_perUnit; }
    double largestError() const { return m_study->maxAbsError * static_cast<double>(m_perUnit); }
    // The same with errors in steps of the output's codes instead of its unit.
    std::shared_ptr<const LayerPictures> inSteps() const;
    QString referenceTitle() const; // "FP32 output"
    QString quantizedTitle() const;
    QString errorTitle() const;                                              // "Error, INT8 − FP32"
    QString unitText() const;                                                // what the numbers count
    double low() const { return static_cast<double>(m_study->outputs.low); } // range of both outputs
    double high() const { return m_high; }
    QString indexText(std::int64_t index) const; // "[0, 3, 12, 7]"
    // Index, FP32, INT8, error; several lines.
    QString tooltip(std::int64_t index) const;

private:
    LayerPictures() = default;

    std::shared_ptr<const quant::LayerStudy> m_study; // keeps the spans alive
    std::span<const float> m_reference, m_dequantized, m_error;
    ir::Dims m_dims;
    std::int64_t m_channels = 1, m_positions = 1; // of an image of a convolution; else features are neighbours
    bool m_convolution = false;                   // channels are axis 1; otherwise the last axis
    double m_high = 1;
    float m_perUnit = 1; // that errors are told in
    bool m_isInSteps = false;
    PicturesOf m_what = PicturesOf::Outputs;
};

} // namespace edgewright::views
