// SPDX-License-Identifier: GPL-3.0-or-later
// The work of fusion: the balance, the numeric check, how candidates are chosen, and the rules with their
// switches.
#pragma once

#include <QWidget>

#include "views/support/page/view.h"

#include <map>
#include <memory>
#include <string>

class QComboBox;
class QLabel;
class QToolButton;

namespace edgewright::views {

class RuleRow;

class RulesPanel final : public QWidget {
    Q_OBJECT
public:
    RulesPanel(ViewContext& context, QWidget* parent = nullptr);
    void setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis);
    void showMeasured() { writeBenefits(); } // another measurement is of the present graph
    QSize sizeHint() const override { return {280, 480}; }

signals:
    void ruleChosen(const std::string& rule); // its steps are wanted

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeRules();
    QWidget* makeOptions();
    void readSettings();
    void writeCounts();
    void writeBenefits();
    void writeCheck();
    QString codesLine(const pipeline::Check& check) const;
    QString chosenExtents() const;
    void writeRules();
    void writeOpset();
    void filterRules();

    ViewContext& m_context;
    std::shared_ptr<const pipeline::Analysis> m_analysis;
    std::shared_ptr<const fusion::History> m_counted; // that the rules' counts are of
    QLabel *m_counts, *m_benefits, *m_check, *m_opsetHint, *m_hidden;
    QWidget* m_seed = nullptr;
    QComboBox* m_opset;
    QToolButton* m_all;
    std::map<std::string, RuleRow*, std::less<>> m_rules;
};

} // namespace edgewright::views
