// SPDX-License-Identifier: GPL-3.0-or-later
// The accuracy of the predictions: every operator as a point, the longest ones as bars.
#pragma once

#include "core/device/operator_rows.h"
#include "views/support/figure/figure.h"
#include "views/support/selection.h"

#include <QThreadPool>
#include <QWidget>

#include <vector>

namespace edgewright::views {

class RunChart;

class PredictionPane final : public QWidget {
    Q_OBJECT
public:
    PredictionPane(Selection& selection, QThreadPool& pool, QWidget* parent = nullptr);
    void setRows(std::vector<device::OperatorRow> rows); // as the table has them
    std::vector<Figure> figures() const;

private:
    void draw(bool keepView);

    Selection& m_selection;
    std::vector<device::OperatorRow> m_rows;
    RunChart *m_points, *m_bars;
};

} // namespace edgewright::views
