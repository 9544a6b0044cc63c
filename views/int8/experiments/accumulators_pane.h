// SPDX-License-Identifier: GPL-3.0-or-later
// The width that the accumulators need: the whole model with one width after the other.
#pragma once

#include "core/pipeline/quantization/simulation/accumulator_experiment.h"
#include "views/int8/experiments/experiment_frame.h"

namespace edgewright::views {

class AccumulatorsPane final : public ExperimentFrame {
    Q_OBJECT
public:
    explicit AccumulatorsPane(ViewContext& context, QWidget* parent = nullptr);
    void setAnalysis(const std::shared_ptr<const pipeline::Analysis>& analysis);

private:
    void start() override;
    void adopt(int row) override;
    bool isAdopted(int row) const override;
    std::shared_ptr<const pipeline::AccumulatorExperiment> experiment() const; // null: none
    void showExperiment();
};

} // namespace edgewright::views
