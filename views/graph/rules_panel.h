// SPDX-License-Identifier: GPL-3.0-or-later
// What fusion does: the balance, the numeric check, the switches of the rules, and every step and refusal.
#pragma once

#include <QWidget>

#include "views/support/view.h"

#include <map>
#include <memory>
#include <string>

class QCheckBox;
class QLabel;
class QSpinBox;
class QModelIndex;
class QTreeView;

namespace edgewright::views {

class StepsModel;

class RulesPanel final : public QWidget {
    Q_OBJECT
public:
    RulesPanel(ViewContext& context, QWidget* parent = nullptr);
    void setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis);
    QSize sizeHint() const override { return {256, 480}; }

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Row {
        QCheckBox* box = nullptr;
        QLabel* summary = nullptr;
        QLabel* counts = nullptr;
    };
    QWidget* makeRules();
    void readSettings();
    void writeCounts();
    void writeCheck();
    QString codesLine(const pipeline::Check& check) const;
    void writeRules();
    void writeSteps();
    void pick(const QModelIndex& index);

    ViewContext& m_context;
    std::shared_ptr<const pipeline::Analysis> m_analysis;
    std::shared_ptr<const fusion::History> m_counted; // that the rules' counts are of
    QLabel* m_counts;
    QLabel* m_check;
    QSpinBox* m_seed;
    std::map<std::string, Row, std::less<>> m_rules;
    StepsModel* m_model;
    QTreeView* m_steps;
};

} // namespace edgewright::views
