// SPDX-License-Identifier: GPL-3.0-or-later
// The frame: activity bar, top bar, pages, inspector, drawer, status bar. Knows the pages only through
// views::View.
#pragma once

#include "app/workbench/activity_bar.h"
#include "app/workbench/banner.h"
#include "app/workbench/command_palette_index.h"
#include "app/workbench/drawer.h"
#include "app/workbench/figure_writer.h"
#include "app/workbench/metrics_status_bar.h"
#include "app/workbench/model_memory.h"
#include "app/workbench/session.h"
#include "app/workbench/top_bar.h"
#include "views/inspector/inspector.h"
#include "views/support/pin/pin.h"
#include "views/support/view.h"

#include <QMainWindow>
#include <QStackedWidget>
#include <QTimer>

#include <filesystem>

namespace edgewright::workbench {

class MainWindow final : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;

    // A model, a study, or a folder with a model; without a question about what is not saved.
    void open(const QString& file);
    // The first of them, after that question; the others become recent ones.
    void requestOpen(const QStringList& files);
    // Opens what the last session ended with, or offers it where the program ended while it was opened. False:
    // there is none.
    bool openLast();
    // The next model opens at the page at which it was left.
    void restorePage() { m_restorePage = true; }
    // False when no page has this id.
    bool showPage(const QString& id);
    Session& session() { return m_session; }
    views::Selection& selection() { return m_selection; }
    views::SettingsModel& settings() { return m_settings; }
    const views::Pin& pin() const { return m_pin; }
    views::Measurements& measurements() { return m_measurements; }
    views::JobBoard& jobs() { return m_jobs; }
    // "light", "dark" or "system".
    void setTheme(const QString& name);
    void exportFigures();

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    bool event(QEvent* event) override;

private:
    QMenu* makeMenu();
    void makeLayout(QMenu* menu);
    void chooseFile();
    void saveFused();
    void saveStudy();
    void saveStudyAs();
    // Asks what is to be done with changed settings, then goes on or not.
    void leaveModel(std::function<void()> next);
    void rememberModel(bool newest); // the settings that are not saved, too?
    void rememberFrame();
    void restoreFrame();
    void restoreLook();
    void updateTitle();
    void showKeys();
    void present();
    void deliver();            // the newest analysis to the frame and to the visible page
    void deliverToPage();
    bool awaitsHidden() const; // a stage that a page asked for runs
    void showExport();
    void foldInspector();
    void leaveOutHidden();      // stages that only hidden pages show
    void forgetOnHiddenPages(); // the model before
    void updateMainAction();
    views::View* page(int index) const;
    void remember(const QString& file);
    void fillCommands();
    std::vector<CommandEntry> recentFiles(); // those that are gone say so
    std::vector<CommandEntry> landmarkCommands();

    views::JobBoard m_jobs; // before all that works on its threads
    views::SettingsModel m_settings;
    views::Selection m_selection;
    views::Measurements m_measurements;
    Session m_session;
    views::Pin m_pin;
    views::ViewContext m_context;
    FigureWriter m_figures;
    CommandPaletteIndex m_index;
    QTimer m_delivery; // merges what comes in one turn of the event loop
    bool m_exportWaits = false;
    ModelMemory m_memory;
    QTimer m_remember; // merges what is remembered while the window is used
    bool m_leaving = false, m_restorePage = false;
    bool m_discarded = false; // the settings of the model that is open still
    QString m_theme = QStringLiteral("system");
    QString m_file; // that was opened: a model or a study
    std::function<void()> m_whenSaved;

    QAction *m_open, *m_save, *m_saveStudy, *m_saveStudyAs, *m_export, *m_undo, *m_redo;
    QMenu* m_recent;
    ActivityBar* m_activity;
    TopBar* m_top;
    Banner* m_banner;
    QStackedWidget* m_pages;
    std::vector<std::shared_ptr<const pipeline::Analysis>> m_shown; // by page
    views::Inspector* m_inspector;
    Drawer* m_drawer;
    MetricsStatusBar* m_status;
};

} // namespace edgewright::workbench
