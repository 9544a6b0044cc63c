// SPDX-License-Identifier: GPL-3.0-or-later
// How wide the accumulators have to be: the whole model with one width after the other.
#pragma once

#include "core/pipeline/quantization/simulation/accumulator_experiment.h"
#include "views/support/job/job_slot.h"
#include "views/support/view.h"

namespace edgewright::views {

class AccumulatorTable;
class ExperimentFrame;

class AccumulatorsPane final : public QWidget {
    Q_OBJECT
public:
    explicit AccumulatorsPane(ViewContext& context, QWidget* parent = nullptr);
    void setAnalysis(const std::shared_ptr<const pipeline::Analysis>& analysis);
    std::optional<Figure> figure() const;
    const pipeline::AccumulatorExperiment* experiment() const { return m_experiment.get(); }

private:
    void start();
    void adopt(int row);
    void showExperiment(std::shared_ptr<const pipeline::AccumulatorExperiment> experiment);

    ViewContext& m_context;
    std::shared_ptr<const pipeline::QuantizedModel> m_model; // whose samples and codes it is run with
    std::shared_ptr<const pipeline::AccumulatorExperiment> m_experiment;
    AccumulatorTable* m_table;
    ExperimentFrame* m_frame;
    JobSlot m_job;
};

} // namespace edgewright::views
