// SPDX-License-Identifier: GPL-3.0-or-later
// What a design space varies: a row for each axis, with its values as a list or a range. What is wrong is said
// where it stands, and changes nothing.
#pragma once

#include "core/cost/explore/design_space.h"

#include <QJsonObject>
#include <QStringList>
#include <QWidget>

#include <array>

class QCheckBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace edgewright::views {

struct SpaceChoice {
    QStringList axes;         // as cost::readAxis reads them: "size=4..128"
    std::uint64_t sample = 0; // 0: all points
    friend bool operator==(const SpaceChoice&, const SpaceChoice&) = default;
    // pipeline::arraySizes().
    static SpaceChoice standard();
    // The axes on `base`; axes are those of an editor, which can be read.
    cost::DesignSpace on(const cost::Accelerator& base) const;
};

class AxesEditor final : public QWidget {
    Q_OBJECT
public:
    explicit AxesEditor(QWidget* parent = nullptr);
    const SpaceChoice& choice() const { return m_choice; } // the last one that was good
    // Anything may be in what comes back; what is no axis is left out.
    QJsonObject saveState() const;
    void restoreState(const QJsonObject& state);

signals:
    void changed(); // choice() is another one

private:
    struct Row {
        QCheckBox* isVaried = nullptr;
        QLineEdit* values = nullptr;
        QLabel* error = nullptr;
    };
    void toggled(std::size_t axis, bool on);
    void read(); // shows what is wrong, or takes what is chosen
    void show(const SpaceChoice& choice);
    QString errorOf(std::size_t axis) const; // empty: none

    std::array<Row, cost::AxisCount> m_rows;
    QCheckBox* m_isSample;
    QSpinBox* m_sample;
    QLabel *m_total, *m_totalError;
    SpaceChoice m_choice = SpaceChoice::standard();
    bool m_isShowing = false;
};

} // namespace edgewright::views
