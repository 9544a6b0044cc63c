// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/main_window.h"

#include "app/workbench/bars/activity_bar.h"
#include "app/workbench/bars/banner.h"
#include "app/workbench/bars/drawer.h"
#include "app/workbench/bars/hairline_splitter.h"
#include "app/workbench/bars/metrics_status_bar.h"
#include "app/workbench/bars/page_stack.h"
#include "app/workbench/bars/tab_order.h"
#include "app/workbench/bars/top_bar.h"
#include "app/workbench/files/figure_export.h"
#include "app/workbench/files/frame_memory.h"
#include "app/workbench/files/model_memory.h"
#include "app/workbench/help/page_help.h"
#include "app/workbench/keys/focus_ring.h"
#include "app/workbench/keys/key_sheet.h"
#include "app/workbench/keys/landmarks.h"
#include "app/workbench/keys/window_keys.h"
#include "app/workbench/keys/window_menu.h"
#include "app/workbench/lessons/lessons.h"
#include "app/workbench/presentation.h"
#include "app/workbench/presenter/lesson_show.h"
#include "app/workbench/study/study_page.h"
#include "app/workbench/welcome/welcome.h"
#include "core/fusion/rule.h"
#include "views/inspector/inspector.h"
#include "views/support/shortcuts.h"
#include "views/support/table/data_table.h"
#include "views/support/theme.h"
#include "views/support/wheel_guard.h"

#include <QApplication>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QKeyEvent>
#include <QScreen>
#include <QSettings>
#include <QStandardPaths>
#include <QVBoxLayout>

#include <utility>

namespace edgewright::workbench {

using namespace Qt::StringLiterals;

MainWindow::MainWindow(std::shared_ptr<Workspace> work)
    : m_work(std::move(work)), m_jobs(m_work->jobs), m_settings(m_work->settings),
      m_selection(m_work->selection), m_session(m_work->session),
      m_menu(new WindowMenu(*this, m_settings, pin())), m_pages(new PageStack(m_work->context, this)),
      m_export(new FigureExport(m_session, m_settings, *m_pages, m_jobs.writes(), *this)),
      m_lessons(new Lessons(m_session, m_settings, m_selection, m_jobs.pool(), *m_pages, *this)),
      m_show(new LessonShow(*m_lessons, *this)), m_activity(new ActivityBar(pages(), this)),
      m_top(new TopBar(m_settings, m_jobs.pool(), m_index, m_menu, m_menu->undoAction(), m_menu->redoAction(),
                       this)),
      m_banner(new Banner(this)), m_inspector(new views::Inspector(m_work->context, this)),
      m_drawer(new Drawer(m_selection, m_jobs, this)), m_status(new MetricsStatusBar(this)) {
    setObjectName(u"mainWindow"_s);
    setWindowTitle(tr("Edgewright"));
    setWindowIcon(QIcon(u":/icons/edgewright.svg"_s));
    setAcceptDrops(true);
    resize(1360, 860);
    followSession();
    m_files = new ModelFiles(m_session, m_settings, *m_pages, dataFolder(u"/models"_s), *this);
    makeLayout();
    connectMenu();
    connectParts();
    connectLessons();
    fillCommands();
    qApp->installEventFilter(new views::WheelGuard(this));
    new WindowKeys(*this);
    new FocusRing(*this);
    m_activity->setCurrent(0);
    m_top->setMainAction(m_pages->mainAction());
    restoreFrame(*this, *m_drawer, m_menu->inspectorAction());
    m_export->leaveOutHidden();
    deliver();
}

MainWindow::~MainWindow() {
    // Jobs hold copies of all they need; slots stop theirs when they go, and the pools wait for their threads.
    delete m_export;
    delete std::exchange(m_pages, nullptr); // whose parts that hide pass the focus on
    delete m_inspector;
}

// Before the files do, which give the pages of a model their look.
void MainWindow::followSession() {
    m_delivery.setSingleShot(true);
    m_delivery.setInterval(0);
    connect(&m_delivery, &QTimer::timeout, this, &MainWindow::deliver);
    connect(&m_session, &views::Session::changed, &m_delivery, qOverload<>(&QTimer::start));
    connect(&m_session.stages(), &views::StageJobs::grew, this,
            [this] { m_pages->deliver(m_session.analysis()); });
    connect(&m_session, &views::Session::opened, this, [this] {
        m_selection.clear();
        for (views::DataTable* each : m_pages->findChildren<views::DataTable*>())
            each->filterField().clear(); // of rows of the model before
        m_pages->forgetHidden();
        m_banner->hide();
    });
    connect(&m_session, &views::Session::restored, this, [this] {
        m_banner->offer(tr("The settings of this model are those of last time."), tr("Reset"),
                        [this] { m_session.resetSettings(); });
    });
    const auto tell = [this](const QString& message) { m_banner->showMessage(message); };
    connect(&m_session, &views::Session::failed, m_banner, tell);
    connect(&m_session, &views::Session::noted, m_banner, tell);
    connect(&m_session.measurements(), &views::Measurements::failed, m_banner, tell);
    connect(&m_session.experiments(), &views::Experiments::failed, m_banner, tell);
    connect(m_export, &FigureExport::failed, m_banner, tell);
}

void MainWindow::connectMenu() {
    connect(m_menu, &WindowMenu::openRequested, m_files, &ModelFiles::choose);
    connect(m_menu, &WindowMenu::fileRequested, this, [this](const QString& file) { requestOpen({file}); });
    connect(m_menu, &WindowMenu::saveStudyRequested, m_files, &ModelFiles::saveStudy);
    connect(m_menu, &WindowMenu::saveStudyAsRequested, m_files, &ModelFiles::saveStudyAs);
    connect(m_menu, &WindowMenu::saveFusedRequested, m_files, &ModelFiles::saveFused);
    connect(m_menu, &WindowMenu::saveQuantizedRequested, m_files, &ModelFiles::saveQuantized);
    connect(m_menu, &WindowMenu::exportRequested, m_export, &FigureExport::start);
    connect(m_menu, &WindowMenu::drawerRequested, m_drawer, &Drawer::toggle);
    connect(m_menu, &WindowMenu::inspectorRequested, this, &MainWindow::foldInspector);
    connect(m_menu, &WindowMenu::findRequested, this,
            [this] { m_top->commandPalette()->setFocus(Qt::ShortcutFocusReason); });
    connect(m_menu, &WindowMenu::presentRequested, this, &MainWindow::present);
    connect(m_menu, &WindowMenu::themeRequested, this, [this](const QString& name) {
        setTheme(name);
        QSettings().setValue(u"theme"_s, name);
    });
    connect(m_menu, &WindowMenu::languageRequested, this, &MainWindow::languageRequested);
    connect(m_menu, &WindowMenu::keysRequested, this, &MainWindow::showKeys);
    connect(m_menu, &WindowMenu::helpRequested, this, [this] {
        auto* open = findChild<PageHelp*>();
        (open ? open : new PageHelp(this))->showPage(m_pages->currentId());
    });
}

void MainWindow::connectParts() {
    connect(m_files, &ModelFiles::said, m_status, &MetricsStatusBar::say);
    connect(m_files, &ModelFiles::offered, m_banner, &Banner::offer);
    connect(&measurements(), &views::Measurements::changed, m_files, &ModelFiles::rememberSoon);
    connect(m_export, &FigureExport::said, m_status, &MetricsStatusBar::say);
    connect(m_pages, &PageStack::retryRequested, &m_session, &views::Session::retry);
    connect(m_pages, &PageStack::message, m_status, &MetricsStatusBar::say);
    connect(m_pages, &QStackedWidget::currentChanged, this, &MainWindow::followPage);
    connect(m_activity, &ActivityBar::chosen, this, [this](int page) {
        m_pages->setCurrentIndex(page);
        m_pages->focusMain(); // of the same page, too
    });
    connect(&m_selection, &views::Selection::changed, this, &MainWindow::foldInspector);
    connect(m_status, &MetricsStatusBar::pageRequested, m_pages, &PageStack::showPage);
    connect(m_status, &MetricsStatusBar::problemsRequested, this,
            [this] { m_drawer->toggle(Drawer::Problems); });
    connect(m_status, &MetricsStatusBar::jobsRequested, this, [this] { m_drawer->toggle(Drawer::Jobs); });
    connect(m_drawer, &Drawer::countsChanged, this,
            [this] { m_status->updateDrawer(m_drawer->problemCount(), m_drawer->runningJobs()); });
    connect(m_top->commandPalette(), &CommandPalette::chosen, this,
            [this](const views::Item& item) { m_selection.select(item); });
    m_pages->findChild<StudyPage*>()->follow(*m_pages, m_session);
    new Welcome(m_session, *m_menu, *m_lessons, m_jobs.pool(), *m_pages);
    connect(m_activity, &ActivityBar::chosen, m_pages, &PageStack::uncover);
    connect(m_pages, &PageStack::covered, this,
            [this](bool on) { m_activity->setCurrent(on ? -1 : m_pages->currentIndex()); });
}

void MainWindow::connectLessons() {
    LessonPlayer& player = m_lessons->player();
    connect(&m_menu->lessonsMenu(), &QMenu::aboutToShow, this,
            [this] { m_lessons->fillMenu(m_menu->lessonsMenu()); });
    connect(&player, &LessonPlayer::failed, m_banner,
            [this](const QString& why) { m_banner->showMessage(why); });
    connect(&player, &LessonPlayer::fileRequested, this, [this](const QString& file) { requestOpen({file}); });
    connect(m_lessons, &Lessons::opened, this, &MainWindow::foldInspector);
    connect(m_show, &LessonShow::failed, m_banner, [this](const QString& why) { m_banner->showMessage(why); });
}

void MainWindow::makeLayout() {
    m_inspector->setMinimumWidth(240);
    setStatusBar(m_status);
    auto* upper = new HairlineSplitter(Qt::Horizontal, this);
    upper->setObjectName(u"pagesAndInspector"_s);
    upper->addWidget(m_pages);
    upper->addWidget(m_inspector);
    upper->setStretchFactor(0, 1);
    upper->setSizes({1000, 300});
    auto* centre = new HairlineSplitter(Qt::Vertical, this);
    centre->setObjectName(u"pagesAndDrawer"_s);
    centre->addWidget(upper);
    centre->addWidget(m_drawer);
    centre->setStretchFactor(0, 1);
    centre->setSizes({600, 200});

    const auto tight = [](QBoxLayout* layout) {
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(0);
        return layout;
    };
    auto* right = tight(new QVBoxLayout);
    right->addWidget(centre, 1);
    auto* below = tight(new QHBoxLayout);
    below->addWidget(m_activity);
    below->addWidget(&m_lessons->pane());
    below->addLayout(right, 1);
    auto* all = new QWidget(this);
    auto* column = tight(new QVBoxLayout(all));
    column->addWidget(m_top);
    column->addLayout(below, 1);
    setCentralWidget(all);
    m_lessons->lieOver(upper, all);
    m_banner->setParent(all);
    m_banner->lieOver(upper);
}

void MainWindow::fillCommands() {
    std::vector<CommandEntry> commands;
    for (const views::ViewEntry* entry : pages()) {
        const QString id = QString::fromLatin1(entry->id);
        commands.push_back(
            {tr("Go to page %1").arg(entry->titleText()), tr("command"), {}, [this, id] { showPage(id); }});
    }
    for (QAction* action : views::listedActions(this))
        commands.push_back({action->text(), tr("command"), {}, [action] { action->trigger(); }});
    for (QAction* sample : m_menu->sampleActions())
        commands.push_back(
            {tr("Open sample %1").arg(sample->text()), tr("command"), {}, [sample] { sample->trigger(); }});
    for (const fusion::Rule* rule : fusion::rules()) {
        const std::string name(rule->name);
        commands.push_back({tr("Switch fusion rule %1 on or off").arg(QString::fromStdString(name)),
                            tr("setting"),
                            {},
                            [this, name] {
                                m_settings.change(tr("Rule %1").arg(QString::fromStdString(name)),
                                                  [&](pipeline::Settings& s) {
                                                      if (!s.fusion.without.erase(name))
                                                          s.fusion.without.insert(name);
                                                  });
                            }});
    }
    m_index.setCommands(std::move(commands));
    m_index.setSources([this] { return landmarkCommands(); }, [this] { return recentCommands(); });
}

std::vector<CommandEntry> MainWindow::landmarkCommands() {
    std::vector<CommandEntry> commands;
    for (Landmark& mark : landmarks(*m_session.analysis()))
        commands.push_back({mark.text,
                            tr("answer"),
                            {},
                            [this, item = mark.item, page = QString::fromLatin1(mark.page)] {
                                showPage(page);
                                m_selection.select(item);
                            },
                            mark.keywords});
    return commands;
}

std::vector<CommandEntry> MainWindow::recentCommands() {
    std::vector<CommandEntry> recent;
    for (const QString& file : recentFiles())
        recent.push_back(
            {QFileInfo::exists(file) ? tr("Open %1").arg(file) : tr("Open %1 (not there any more)").arg(file),
             tr("recent"),
             {},
             [this, file] { requestOpen({file}); }});
    return recent;
}

void MainWindow::deliver() {
    const auto analysis = m_session.analysis();
    foldInspector();
    m_top->setAnalysis(*analysis);
    m_status->setAnalysis(*analysis);
    m_drawer->setAnalysis(*analysis);
    m_inspector->setAnalysis(analysis);
    m_menu->setAnalysis(*analysis, m_pages->currentEntry().needsModel);
    m_index.setGraph(analysis->typed ? analysis->typed->graph : nullptr);
    m_pages->deliver(analysis);
    m_export->advance();
}

void MainWindow::followPage() {
    m_activity->setCurrent(m_pages->currentIndex());
    m_top->setMainAction(m_pages->mainAction());
    m_export->leaveOutHidden();
    deliver();
    m_pages->focusMain();
    m_files->rememberSoon();
}

// Pages have its width as long as there is nothing to inspect, or nobody wants to.
void MainWindow::foldInspector() {
    m_inspector->setVisible(m_menu->inspectorAction().isChecked() && m_session.analysis()->opened &&
                            !m_selection.empty() && !m_lessons->isOpen());
}

void MainWindow::leaveFrame() {
    for (QWidget* each : std::initializer_list<QWidget*>{m_activity, m_top, m_drawer, m_status})
        each->hide();
}

std::unique_ptr<MainWindow> MainWindow::again(MainWindow& before) {
    rememberFrame(before, *before.m_drawer, before.m_menu->inspectorAction());
    before.pin().nameActions();
    auto made = std::make_unique<MainWindow>(before.m_work);
    made->setGeometry(before.geometry());
    made->m_theme = before.m_theme;
    made->m_files->takeOver(*before.m_files);
    made->m_pages->restoreStates(before.m_pages->saveStates());
    made->m_pages->showPage(before.m_pages->currentId());
    made->m_lessons->player().takeOver(before.m_lessons->player());
    if (!made->m_session.analysis()->opened && !made->m_lessons->isOpen())
        made->findChild<Welcome*>()->openIfEmpty();
    return made;
}

void MainWindow::present() {
    if (m_lessons->isOpen()) return m_show->start(m_theme);
    std::vector<views::Slide> slides = m_pages->current().slides();
    if (slides.empty()) return m_status->say(tr("This page has no pictures to present yet."));
    const std::size_t first = m_pages->current().currentSlide();
    auto* presentation = new Presentation(std::move(slides), first, m_jobs.pool(), this);
    presentation->setGeometry(screen()->geometry()); // also where nobody manages windows
    presentation->showFullScreen();
    presentation->activateWindow();
}

void MainWindow::showKeys() {
    if (auto* open = findChild<KeySheet*>()) return open->raise();
    (new KeySheet(this))->show();
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && event->modifiers() == Qt::NoModifier) {
        if (m_banner->isVisible()) return m_banner->hide();
        if (m_selection.clear()) return; // of a table, say; pictures do so by themselves
    }
    QMainWindow::keyPressEvent(event);
}

bool MainWindow::event(QEvent* event) {
    // Who had the focus may have disappeared while another window had it.
    if (event->type() == QEvent::WindowActivate && !(focusWidget() && focusWidget()->isVisible()))
        m_pages->focusMain();
    // The desktop's colours have changed.
    if (event->type() == QEvent::ThemeChange && m_theme == u"system"_s)
        QMetaObject::invokeMethod(
            this, [this] { setTheme(m_theme); }, Qt::QueuedConnection);
    if (event->type() == QEvent::PaletteChange) m_activity->tint();
    return QMainWindow::event(event);
}

// Also asked when who has the focus disappears: no field has it then without being asked for.
bool MainWindow::focusNextPrevChild(bool next) {
    const QWidget* from = focusWidget();
    QWidget* stop = nextTabStop(*this, from, next);
    if (!stop) return false;
    const bool isByKey = !from || (from->isVisible() && from->isEnabled());
    if (!isByKey && m_pages && (isField(*stop) || isContent(*from))) {
        m_pages->focusMain();
        return true;
    }
    stop->setFocus(!isByKey ? Qt::OtherFocusReason : next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    bringIntoView(*stop);
    return true;
}

void MainWindow::setTheme(const QString& name) {
    m_theme = name;
    if (name != u"dark"_s && name != u"light"_s) QApplication::setPalette(QPalette()); // the desktop's
    const views::Theme& theme = name == u"dark"_s    ? views::Theme::darkTheme()
                                : name == u"light"_s ? views::Theme::light()
                                                     : views::Theme::forPalette(QApplication::palette());
    theme.paintApplication();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (!ModelFiles::modelsAmong(*event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    const QStringList files = ModelFiles::modelsAmong(*event->mimeData());
    if (files.isEmpty()) return;
    event->acceptProposedAction();
    requestOpen(files);
}

void MainWindow::rememberAll() {
    m_files->rememberAll();
    rememberFrame(*this, *m_drawer, m_menu->inspectorAction());
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!m_files->mayClose()) return event->ignore();
    m_export->finishCharts();
    rememberFrame(*this, *m_drawer, m_menu->inspectorAction());
    QMainWindow::closeEvent(event);
}

} // namespace edgewright::workbench
