// SPDX-License-Identifier: GPL-3.0-or-later
// The roofline of a device with the operators that are shown, and the button that measures it there.
#pragma once

#include "core/device/operator_rows.h"
#include "views/session/measurements.h"
#include "views/support/figure/figure.h"
#include "views/support/selection.h"

#include <QWidget>

#include <optional>
#include <string>
#include <vector>

class QLabel;
class QToolButton;

namespace edgewright::views {

class RunChart;

class RoofPane final : public QWidget {
    Q_OBJECT
public:
    RoofPane(Measurements& measurements, Selection& selection, QThreadPool& pool, QWidget* parent = nullptr);
    // As the table has them, measured on so many threads of a device (Measurements::deviceOf).
    void setRows(const std::string& device, std::vector<device::OperatorRow> rows, int threads);
    std::optional<Figure> figure() const;

private:
    void draw(bool keepView);
    void showState();
    QString nothingText() const;  // in place of a roof
    bool isOfUnknownRoof() const; // of a device that no roof can be measured of: its points are shown alone

    Measurements& m_measurements;
    Selection& m_selection;
    std::vector<device::OperatorRow> m_rows;
    std::string m_device;
    int m_threads = 1;
    RunChart* m_chart;
    QLabel* m_text;
    QToolButton* m_button;
};

} // namespace edgewright::views
