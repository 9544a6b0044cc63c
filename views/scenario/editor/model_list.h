// SPDX-License-Identifier: GPL-3.0-or-later
// The models of a scenario: one is chosen, others are added, copied and removed.
#pragma once

#include "views/session/scenario/scenario_draft.h"

#include <QWidget>

class QAction;
class QListWidget;
class QMenu;
class QToolButton;

namespace edgewright::views {

class ModelList final : public QWidget {
    Q_OBJECT
public:
    explicit ModelList(ScenarioDraft& draft, QWidget* parent = nullptr);
    void setOpenModel(const QString& file); // offered first; empty: none is open
    std::size_t chosen() const;             // 0 of an empty list
    void choose(std::size_t model);
    void add(const QString& file);

signals:
    void modelChosen(std::size_t model);

private:
    void fillPresets(QMenu& menu);
    void showModels();
    bool isFaulty(std::size_t model) const;
    void showButtons();
    void askFile();
    void duplicate();
    void remove();

    ScenarioDraft& m_draft;
    QString m_open;
    QListWidget* m_list;
    QToolButton *m_add, *m_copy, *m_remove, *m_presets;
    QAction* m_addOpen;
};

} // namespace edgewright::views
