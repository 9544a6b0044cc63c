// SPDX-License-Identifier: GPL-3.0-or-later
// The column in which a scenario is put together: its models, its core sets, how it is run.
#pragma once

#include "views/session/scenario/scenario_draft.h"

#include <QWidget>

class QToolButton;

namespace edgewright::views {

class CoreSetRows;
class ModelForm;
class ModelList;
class ScenarioForm;

class ScenarioEditor final : public QWidget {
    Q_OBJECT
public:
    explicit ScenarioEditor(ScenarioDraft& draft, QWidget* parent = nullptr);
    void setOpenModel(const QString& file); // empty: none is open
    std::size_t model() const;              // that is chosen
    void chooseModel(std::size_t model);

signals:
    void modelChosen(std::size_t model);

protected:
    void changeEvent(QEvent* event) override;

private:
    void tint();
    QWidget* makeFileRow();
    void makeScenarioRows();
    void showSteps();
    void showFault();
    void askOpen();
    void askSave();

    ScenarioDraft& m_draft;
    QToolButton *m_undo = nullptr, *m_redo = nullptr, *m_save = nullptr;
    ModelList* m_models;
    ModelForm* m_model;
    CoreSetRows* m_sets;
    ScenarioForm* m_scenario;
};

} // namespace edgewright::views
