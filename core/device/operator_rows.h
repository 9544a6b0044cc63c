// SPDX-License-Identifier: GPL-3.0-or-later
// The operators of a variant beside another variant and beside what is predicted: the table of a measurement.
#pragma once

#include "core/cost/processor/processor.h"
#include "core/device/record/record.h"
#include "core/table/column.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::device {

// One of the smallest parts that both variants have as a whole: mostly one operator of the shown one, and those
// that it was fused of. Copies of a tensor the same way are a part as well.
struct OperatorRow {
    NodeId node;          // of the operator of the part that takes longest
    std::string name, op; // likewise
    std::vector<NodeId> origins;
    std::size_t operators = 0; // of the shown variant in this part; 0: it has none, `name` is of the other
    double seconds = 0;        // of them
    double share = 0;          // of all operators of the variant
    double before = 0;         // seconds of the part in the other variant; 0: it has none, or there is no other
    double predicted = 0;      // seconds of `operators`, as predictedSeconds()
    std::int64_t macs = 0, bytes = 0;
    bool tellsChange = true; // false: whether the variants differ cannot be said of these runs
    bool tellsError = true;  // false: too few runs to hold a prediction against
    Arithmetic arithmetic = Arithmetic::Float32; // of the operator of the part that takes longest
    RanBy ranBy = RanBy::Target;                 // likewise

    double macsPerSecond() const { return seconds > 0 ? static_cast<double>(macs) / seconds : 0; }
};

// The predicted time of all operators of a variant; 0 where that cannot be told
// (VariantRecord::isPredictable).
double predictedSeconds(const VariantRecord& record, const cost::Processor& processor);

// The longest first. Every operator of both variants is in one row: the rows sum up to operatorSeconds().
// `before` may be null.
std::vector<OperatorRow> operatorRows(const VariantRecord& shown, const VariantRecord* before,
                                      const cost::Processor& processor);
// One row for each name that `nameOf` gives; no node, the op only where all have it.
std::vector<OperatorRow> grouped(const std::vector<OperatorRow>& rows,
                                 const std::function<std::string(const OperatorRow&)>& nameOf);

// The error of the prediction of these rows; zeros where there is none.
struct PredictionError {
    double total = 0;    // predicted / measured of the sum, less 1
    double weighted = 0; // sum of |predicted − measured| / sum of measured
};
PredictionError predictionError(const std::vector<OperatorRow>& rows);

struct OperatorRows {
    std::vector<OperatorRow> rows;
    std::vector<std::optional<double>> roof; // by row: the share of the device's roof that it reaches
};
table::Table operatorTable(std::shared_ptr<const OperatorRows> operators);

} // namespace edgewright::device
