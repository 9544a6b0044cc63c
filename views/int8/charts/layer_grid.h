// SPDX-License-Identifier: GPL-3.0-or-later
// The elements of a layer's output laid out as cells of a picture, and the words for what is shown.
#pragma once

#include "core/pipeline/quantization/layer/compared_tensor.h"

#include <QPoint>
#include <QString>

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

// No channel: all of them.
CellGrid gridOf(const pipeline::ComparedTensor& tensor, std::optional<std::int64_t> channel);

QString referenceTitle(const pipeline::ComparedTensor& tensor); // "FP32 output"
QString quantizedTitle(const pipeline::ComparedTensor& tensor);
QString errorTitle(const pipeline::ComparedTensor& tensor);                      // "Error, INT8 − FP32"
QString unitText(const pipeline::ComparedTensor& tensor);                        // what the numbers count
QString elementText(const pipeline::ComparedTensor& tensor, std::int64_t index); // "[0, 3, 12, 7]"
// Index, FP32, INT8, error; several lines.
QString elementTip(const pipeline::ComparedTensor& tensor, std::int64_t index);

} // namespace edgewright::views
