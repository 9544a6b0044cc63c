// SPDX-License-Identifier: GPL-3.0-or-later
// One rule: its switch, what it does as a sketch, how often it applied, was refused or could apply, what it
// saved.
#pragma once

#include <QWidget>

#include "core/fusion/fuse.h"

class QCheckBox;
class QLabel;

namespace edgewright::views {

struct RuleCounts {
    int applied = 0, refused = 0, possible = 0;
    int fusedOtherwise = 0; // what the rule would make of operators that are in groups: Refusal::isFused
    fusion::Benefit benefit;
    bool any() const { return applied + refused + possible + fusedOtherwise > 0; }
};

class RuleRow final : public QWidget {
    Q_OBJECT
public:
    explicit RuleRow(const fusion::Rule& rule, QWidget* parent = nullptr);
    void setOn(bool on);        // announces nothing
    bool isAsByDefault() const; // on or off
    void setCounts(const RuleCounts& counts, bool known);
    void setBroken(bool is); // it made the step that breaks the results: marked
    const RuleCounts& counts() const { return m_counts; }

signals:
    void toggled(bool on);
    void clicked(); // beside the switch

protected:
    void mouseReleaseEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void write();

    RuleCounts m_counts;
    bool m_known = false, m_isBroken = false;
    QCheckBox* m_box;
    QLabel *m_summary, *m_numbers, *m_sketch;
    QString m_sketchText;
    bool m_onByDefault;
};

} // namespace edgewright::views
