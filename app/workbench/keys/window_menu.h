// SPDX-License-Identifier: GPL-3.0-or-later
// The menu of the window, whose actions are those of its keys and of the command field, too.
#pragma once

#include "app/workbench/bars/drawer.h"
#include "views/session/pin.h"
#include "views/support/settings_model.h"

#include <QMenu>

#include <filesystem>

namespace edgewright::workbench {

class WindowMenu final : public QMenu {
    Q_OBJECT
public:
    WindowMenu(QWidget& window, views::SettingsModel& settings, views::Pin& pin);
    // They decide what can be saved; a page that needs no model has figures without one, too.
    void setAnalysis(const pipeline::Analysis& analysis, bool pageNeedsModel);
    QAction* openAction() const { return m_open; }
    QList<QAction*> sampleActions() const { return m_samples->actions(); }
    QMenu& lessonsMenu() const { return *m_lessons; } // filled by who has the lessons
    QAction* undoAction() const { return m_undo; }
    QAction* redoAction() const { return m_redo; }
    QAction& inspectorAction() const { return *m_inspector; } // checked: it is shown while there is something

signals:
    void openRequested();
    void welcomeRequested();
    void fileRequested(const QString& file);
    void saveStudyRequested();
    void saveStudyAsRequested();
    void saveFusedRequested();
    void saveQuantizedRequested();
    void exportRequested();
    void drawerRequested(edgewright::workbench::Drawer::Tab tab);
    void inspectorRequested(bool shown);
    void findRequested();
    void presentRequested();
    void languageRequested(const QString& name); // of windowTranslations(); empty: that of the desktop
    void themeRequested(const QString& name);    // "light", "dark" or "system"
    void keysRequested();
    void helpRequested(); // on the page

private:
    template <typename Receiver, typename Do>
    QAction* add(const QString& text, const QKeySequence& keys, Receiver* receiver, Do act);
    void fillRecent(QMenu& recent);
    void fillSamples();
    void fillLanguages(QMenu& languages);
    void nameUndo();

    QWidget& m_window;
    views::SettingsModel& m_settings;
    std::filesystem::path m_model; // empty: there is none
    QMenu *m_samples, *m_lessons;
    QAction *m_open, *m_saveStudy, *m_saveStudyAs, *m_saveFused, *m_saveQuantized, *m_exportFigures, *m_undo,
        *m_redo, *m_inspector;
};

} // namespace edgewright::workbench
