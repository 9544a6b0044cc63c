// SPDX-License-Identifier: GPL-3.0-or-later
// The width that the accumulators need: the whole model with one width after the other.
#pragma once

#include "core/pipeline/quantization/simulation/accumulator_experiment.h"
#include "views/support/page/view.h"

namespace edgewright::views {

class ExperimentFrame;
class RowTable;

class AccumulatorsPane final : public QWidget {
    Q_OBJECT
public:
    explicit AccumulatorsPane(ViewContext& context, QWidget* parent = nullptr);
    void setAnalysis(const std::shared_ptr<const pipeline::Analysis>& analysis);
    std::optional<Figure> figure() const;

private:
    void adopt(int row);
    std::shared_ptr<const pipeline::AccumulatorExperiment> experiment() const; // null: none
    void showExperiment();

    ViewContext& m_context;
    RowTable* m_table;
    ExperimentFrame* m_frame;
};

} // namespace edgewright::views
