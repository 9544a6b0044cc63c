// SPDX-License-Identifier: GPL-3.0-or-later
// The choice of a quantization: strategies tried one after the other on the samples of the model.
#pragma once

#include "core/pipeline/quantization/strategies/strategies.h"
#include "views/int8/experiments/strategy_scatter.h"
#include "views/support/page/view.h"

class QCheckBox;
class QComboBox;

namespace edgewright::views {

class ExperimentFrame;
class RowTable;

class StrategiesPane final : public QWidget {
    Q_OBJECT
public:
    explicit StrategiesPane(ViewContext& context, QWidget* parent = nullptr);
    void setAnalysis(const std::shared_ptr<const pipeline::Analysis>& analysis);
    std::optional<Figure> figure() const;

private:
    std::shared_ptr<const pipeline::StrategyComparison> comparison() const; // null: none
    void showComparison(bool isFirst);
    void draw();
    void adopt(int row);
    std::optional<std::size_t> chosen() const; // the row that the settings have

    ViewContext& m_context;
    RowTable* m_table;
    ExperimentFrame* m_frame;
    QComboBox* m_scale;
    QCheckBox *m_remedies, *m_times;
};

} // namespace edgewright::views
