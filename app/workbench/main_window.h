// SPDX-License-Identifier: GPL-3.0-or-later
// The frame: activity bar, top bar, pages, inspector, drawer, status bar. Knows the pages only through
// views::View.
#pragma once

#include "app/workbench/bars/command_palette_index.h"
#include "app/workbench/files/model_files.h"
#include "app/workbench/workspace.h"
#include "views/support/page/view.h"

#include <QMainWindow>
#include <QTimer>

#include <memory>

namespace edgewright::views {
class Inspector;
}

namespace edgewright::workbench {

class ActivityBar;
class Banner;
class Drawer;
class FigureExport;
class Lessons;
class LessonShow;
class MetricsStatusBar;
class TopBar;
class WindowMenu;

class MainWindow final : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(std::shared_ptr<Workspace> work = std::make_shared<Workspace>());
    ~MainWindow() override;
    // The same work in a window that is made anew, in the language of now; `before` is of no more use.
    static std::unique_ptr<MainWindow> again(MainWindow& before);

    // As ModelFiles has them.
    void open(const QString& file) { m_files->open(file); }
    void requestOpen(const QStringList& files) { m_files->requestOpen(files); }
    bool openLast() { return m_files->openLast(); }
    void restorePage() { m_files->restorePage(); }
    // False when no page has this id.
    bool showPage(const QString& id) { return m_pages->showPage(id); }
    views::Session& session() { return m_session; }
    views::Selection& selection() { return m_selection; }
    views::SettingsModel& settings() { return m_settings; }
    views::Pin& pin() { return m_session.pin(); }
    views::Measurements& measurements() { return m_session.measurements(); }
    views::JobBoard& jobs() { return m_jobs; }
    Lessons& lessons() { return *m_lessons; }
    // For an end without a question: the next session offers what is not saved.
    void rememberAll();
    void leaveFrame(); // for good: the page alone, with the words of a lesson
    // "light", "dark" or "system".
    void setTheme(const QString& name);

signals:
    void languageRequested(const QString& name); // empty: that of the desktop

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override; // that nothing in the window uses
    bool event(QEvent* event) override;
    bool focusNextPrevChild(bool next) override; // as one reads

private:
    void followSession();
    void connectMenu();
    void connectParts();
    void connectLessons();
    void makeLayout();
    void fillCommands();
    std::vector<CommandEntry> landmarkCommands();
    std::vector<CommandEntry> recentCommands(); // those that are gone say so
    void showKeys();
    void present();
    void deliver(); // the newest analysis to the frame and to the visible page
    void followPage();
    void foldInspector();

    std::shared_ptr<Workspace> m_work; // not null
    views::JobBoard& m_jobs;
    views::SettingsModel& m_settings;
    views::Selection& m_selection;
    views::Session& m_session;
    CommandPaletteIndex m_index;
    QTimer m_delivery; // merges what comes in one turn of the event loop
    QString m_theme = QStringLiteral("system");
    WindowMenu* m_menu;
    PageStack* m_pages;
    ModelFiles* m_files;
    FigureExport* m_export;
    Lessons* m_lessons;
    LessonShow* m_show;
    ActivityBar* m_activity;
    TopBar* m_top;
    Banner* m_banner;
    views::Inspector* m_inspector;
    Drawer* m_drawer;
    MetricsStatusBar* m_status;
};

} // namespace edgewright::workbench
