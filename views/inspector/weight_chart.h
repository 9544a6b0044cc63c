// SPDX-License-Identifier: GPL-3.0-or-later
// The histogram of a weight tensor and the range of each output channel, small, for the inspector.
#pragma once

#include "core/pipeline/weight_stats.h"

#include <QWidget>

namespace edgewright::views {

class WeightChart final : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    void show(const pipeline::WeightStats& stats);
    QSize sizeHint() const override { return {240, m_stats.channels.empty() ? 96 : 176}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    pipeline::WeightStats m_stats;
};

} // namespace edgewright::views
