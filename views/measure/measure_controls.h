// SPDX-License-Identifier: GPL-3.0-or-later
// What is to be measured, for how long, and the button that starts and stops it.
#pragma once

#include "views/support/measurement/measurements.h"

#include <QJsonObject>
#include <QWidget>

#include <array>

class QAction;
class QComboBox;
class QDoubleSpinBox;
class QToolButton;

namespace edgewright::views {

class MeasureControls final : public QWidget {
    Q_OBJECT
public:
    explicit MeasureControls(Measurements& measurements, QWidget* parent = nullptr);
    MeasurePlan plan() const;
    void setReady(bool ready); // whether there is a model
    // Starts, or stops what runs.
    void toggle();
    QAction& action() { return *m_action; }
    void addEnd(QWidget* widget); // at the right end of the row

    QJsonObject save() const;
    void restore(const QJsonObject& state);

private:
    void showState();

    Measurements& m_measurements;
    std::array<QAction*, 4> m_variants{};
    QToolButton *m_which = nullptr, *m_button = nullptr;
    QComboBox* m_threads = nullptr;
    QDoubleSpinBox* m_seconds = nullptr;
    QAction* m_action = nullptr;
    bool m_ready = false;
};

} // namespace edgewright::views
