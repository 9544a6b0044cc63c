// SPDX-License-Identifier: GPL-3.0-or-later
// The choice of what is measured, and for how long, and the button that starts and stops it.
#pragma once

#include "views/session/measurements.h"

#include <QJsonObject>
#include <QWidget>

#include <optional>
#include <string>
#include <vector>

class QAction;
class QComboBox;
class QDoubleSpinBox;
class QLineEdit;
class QToolButton;

namespace edgewright::views {

// "0-3,6" -> 0, 1, 2, 3, 6; empty text: empty. Nothing where it is no such list, or names more than 1024.
std::optional<std::vector<int>> coresOf(const QString& text);

class MeasureControls final : public QWidget {
    Q_OBJECT
public:
    explicit MeasureControls(Measurements& measurements, QWidget* parent = nullptr);
    MeasurePlan plan() const;
    // `ready`: there is a model; `obstacle`: why it cannot be measured.
    void setReady(bool ready, const QString& obstacle = {});
    // The device that is measured on: as Measurements::deviceOf, "pi"; with so many threads, 0: not known.
    void setDevice(const std::string& device, int threads);
    // Measures the kernels that were tuned for so many threads beside those that were not.
    void measureTuned(int threads);
    // Starts, or stops what runs.
    void toggle();
    QAction& action() { return *m_action; }
    void addEnd(QWidget* widget); // at the right end of the row

    QJsonObject save() const;
    void restore(const QJsonObject& state);

private:
    void showState();
    void fillThreads(int most);
    QAction* addVariant(const QString& title, const QString& tip, bool isChosen);
    bool hasTuned() const;            // kernels for the device and one of the chosen numbers of threads
    std::vector<int> threads() const; // that are chosen

    Measurements& m_measurements;
    std::vector<QAction*> m_variants; // by device::standardVariants()
    QAction* m_tuned = nullptr;       // beside them, where kernels were tuned
    QAction* m_halves = nullptr;      // likewise, on a GPU
    QToolButton *m_which = nullptr, *m_button = nullptr;
    QComboBox* m_threads = nullptr;
    QDoubleSpinBox* m_seconds = nullptr;
    QLineEdit* m_cores = nullptr;
    std::string m_device;
    int m_mostThreads = 0; // that m_threads offers
    QAction* m_action = nullptr;
    bool m_ready = false;
    QString m_obstacle;
};

} // namespace edgewright::views
