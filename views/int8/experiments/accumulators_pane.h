// SPDX-License-Identifier: GPL-3.0-or-later
// The width that the accumulators need: the whole model with one width after the other; behind a fold, the way
// from products to codes in fixed point.
#pragma once

#include "core/pipeline/quantization/simulation/accumulator_experiment.h"
#include "views/int8/experiments/experiment_frame.h"

class QScrollArea;
class QToolButton;

namespace edgewright::views {

class AnswerLine;

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
    void makeNote();
    void showNote();
    QString noteText() const; // rich

    QToolButton* m_fold; // of the note
    QScrollArea* m_note; // on the model in fixed point
    AnswerLine* m_sentences;
};

} // namespace edgewright::views
