// SPDX-License-Identifier: GPL-3.0-or-later
// The choice of a quantization: strategies tried one after the other on the samples of the model.
#pragma once

#include "core/pipeline/quantization/strategies/strategies.h"
#include "views/int8/experiments/experiment_frame.h"

class QCheckBox;
class QComboBox;

namespace edgewright::views {

class StrategiesPane final : public ExperimentFrame {
    Q_OBJECT
public:
    explicit StrategiesPane(ViewContext& context, QWidget* parent = nullptr);
    void setAnalysis(const std::shared_ptr<const pipeline::Analysis>& analysis);

private:
    void start() override;
    void adopt(int row) override;
    bool isAdopted(int row) const override { return chosen() == static_cast<std::size_t>(row); }
    std::shared_ptr<const pipeline::StrategyComparison> comparison() const; // null: none
    void showComparison(bool isFirst);
    void draw();
    std::optional<std::size_t> chosen() const; // the row that the settings have

    QComboBox* m_scale;
    QCheckBox *m_remedies, *m_times;
};

} // namespace edgewright::views
