// SPDX-License-Identifier: GPL-3.0-or-later
// The axes of a design space: a row for each, with its values as a list or a range. An error is told
// where it stands, and changes nothing. Below them the bounds that points have to meet.
#pragma once

#include "core/cost/explore/design_space.h"

#include <QWidget>

#include <array>
#include <vector>

class QCheckBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace edgewright::views {

class FieldEditor;

class AxesEditor final : public QWidget {
    Q_OBJECT
public:
    explicit AxesEditor(QWidget* parent = nullptr);
    const cost::SpaceChoice& choice() const { return m_choice; } // the last one that was good
    void setChoice(const cost::SpaceChoice& choice);             // nothing where it is this one already

signals:
    void changed(); // a person made choice() another one

private:
    struct Row {
        QCheckBox* isVaried = nullptr;
        QLineEdit* values = nullptr;
        QLabel* error = nullptr;
    };
    int addConstraints(QGridLayout& grid, int line); // the line behind them
    void toggled(std::size_t axis, bool on);
    void read(); // shows what is wrong, or takes what is chosen
    void show(const cost::SpaceChoice& choice);
    QString errorOf(std::size_t axis) const; // empty: none

    std::array<Row, cost::AxisCount> m_rows;
    QCheckBox* m_isSample;
    QSpinBox* m_sample;
    QLabel *m_total, *m_totalError;
    std::vector<FieldEditor*> m_bounds; // by cost::constraintTable()
    cost::Constraints m_constraints;    // that they show
    cost::SpaceChoice m_choice;
    bool m_isShowing = false;
};

} // namespace edgewright::views
