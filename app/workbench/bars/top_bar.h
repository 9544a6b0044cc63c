// SPDX-License-Identifier: GPL-3.0-or-later
// The slim bar at the top: menu, model name with its bindings, undo and redo, the command field, the main
// action.
#pragma once

#include "app/workbench/bars/binding_chips.h"
#include "app/workbench/bars/command_palette.h"

#include <QAction>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QWidget>

#include <vector>

namespace edgewright::workbench {

class TopBar final : public QWidget {
    Q_OBJECT
public:
    TopBar(views::SettingsModel& settings, QThreadPool& pool, CommandPaletteIndex& index, QMenu* menu,
           QAction* undo, QAction* redo, QWidget* parent = nullptr);
    void setAnalysis(const pipeline::Analysis& analysis);
    void setMainAction(QAction* action); // what the page is mostly for
    CommandPalette* commandPalette() const { return m_field; }

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QToolButton* button(const QString& icon, const QString& tip);
    void tint();

    QLabel* m_model;
    QToolButton* m_main;
    BindingChips* m_chips;
    CommandPalette* m_field;
    std::vector<std::pair<QToolButton*, QString>> m_icons;
};

} // namespace edgewright::workbench
