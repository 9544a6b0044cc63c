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
#include "app/workbench/session.h"
#include "app/workbench/top_bar.h"
#include "views/inspector/inspector.h"
#include "views/support/view.h"

#include <QMainWindow>
#include <QStackedWidget>
#include <QTimer>

#include <filesystem>

namespace edgewright::workbench {

class MainWindow final : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(std::filesystem::path layoutHelper, QWidget* parent = nullptr);
    ~MainWindow() override;

    void open(const QString& file) { m_session.open(file); }
    // False when no page has this id.
    bool showPage(const QString& id);
    Session& session() { return m_session; }
    views::Selection& selection() { return m_selection; }
    views::SettingsModel& settings() { return m_settings; }
    views::JobBoard& jobs() { return m_jobs; }
    // "light", "dark" or "system".
    void setTheme(const QString& name);
    void exportFigures();

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    QMenu* makeMenu();
    void makeLayout(QMenu* menu);
    void chooseFile();
    void saveFused();
    void saveStudy();
    void showKeys();
    void deliver();            // the newest analysis to the frame and to the visible page
    bool awaitsHidden() const; // a stage that a page asked for runs
    void showExport();
    void leaveOutHidden();      // stages that only hidden pages show
    void forgetOnHiddenPages(); // the model before
    void runMainAction();
    void updateMainAction();
    views::View* page(int index) const;
    void remember(const QString& file);
    void fillCommands();
    std::vector<CommandEntry> recentFiles(); // that are still there
    std::vector<CommandEntry> landmarkCommands();

    views::JobBoard m_jobs; // before all that works on its threads
    views::SettingsModel m_settings;
    views::Selection m_selection;
    Session m_session;
    views::ViewContext m_context;
    FigureWriter m_figures;
    CommandPaletteIndex m_index;
    QTimer m_delivery; // merges what comes in one turn of the event loop
    bool m_exportWaits = false;

    QAction *m_open, *m_save, *m_saveStudy, *m_export, *m_undo, *m_redo, *m_main;
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
