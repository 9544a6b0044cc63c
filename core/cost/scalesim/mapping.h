// SPDX-License-Identifier: GPL-3.0-or-later
// A layer laid out on the array: folds, lines, and who asks for what. Names follow SCALE-Sim's model:
//   Sr x Sc elements are spread over rows and columns, T are streamed; a fold is one array load; a line is one
//   cycle.
#pragma once

#include "core/base/result.h"
#include "core/cost/accelerator.h"
#include "core/cost/workload.h"

#include <algorithm>

namespace edgewright::cost {

struct Mapping {
    Dataflow dataflow = Dataflow::OutputStationary;
    std::int64_t rows = 1, cols = 1; // of the array
    std::int64_t sr = 0, sc = 0, t = 0;
    std::int64_t rowFolds = 0, colFolds = 0;
    std::int64_t lines = 0; // cycles of one fold

    std::int64_t folds() const { return rowFolds * colFolds; }
    std::int64_t demandLines() const { return folds() * lines; }
    std::int64_t rowsUsed(std::int64_t rowFold) const { return std::min(rows, sr - rowFold * rows); }
    std::int64_t colsUsed(std::int64_t colFold) const { return std::min(cols, sc - colFold * cols); }
    // True if the operand moves through the array; else it is loaded row by row before a fold and stays.
    bool streams(Operand operand) const {
        return dataflow == Dataflow::OutputStationary ||
               (dataflow == Dataflow::WeightStationary) == (operand == Operand::Ifmap);
    }
    // True if the operand has a block for each row fold, as wide as a column of the array is high; else for
    // each column fold.
    bool entersAtRows(Operand operand) const {
        return dataflow == Dataflow::OutputStationary ? operand == Operand::Ifmap : streams(operand);
    }
    // Words that the array writes: partial sums leave once per row fold.
    std::int64_t ofmapWords() const {
        return dataflow == Dataflow::OutputStationary ? sr * sc : rowFolds * sc * t;
    }
    // The first line of a fold with so many rows in which an output leaves, bottom edge first.
    std::int64_t firstOfmapLine(std::int64_t usedRows) const {
        return dataflow == Dataflow::OutputStationary ? t - 1 + rows - usedRows : 2 * rows - 1;
    }
    // Output words in line `line` of a fold that uses so many rows and columns.
    std::int64_t ofmapWordsIn(std::int64_t line, std::int64_t usedRows, std::int64_t usedCols) const {
        const bool os = dataflow == Dataflow::OutputStationary;
        // Column q writes in the lines [first + q, last + q].
        const std::int64_t first = firstOfmapLine(usedRows);
        const std::int64_t last = os ? t - 1 + rows - 1 : 2 * rows - 2 + t;
        const std::int64_t from = std::max<std::int64_t>(0, line - last);
        const std::int64_t to = std::min(usedCols - 1, line - first);
        return std::max<std::int64_t>(0, to - from + 1);
    }
};

Mapping mappingOf(const Layer& layer, const Accelerator& accelerator);

} // namespace edgewright::cost
