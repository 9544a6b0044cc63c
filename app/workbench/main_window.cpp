// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/main_window.h"

#include "app/workbench/hairline_splitter.h"
#include "app/workbench/key_sheet.h"
#include "app/workbench/landmarks.h"
#include "app/workbench/open_offer.h"
#include "app/workbench/pages.h"
#include "app/workbench/presentation.h"
#include "app/workbench/window_keys.h"
#include "views/support/shortcuts.h"
#include "views/support/wheel_guard.h"

#include <QApplication>
#include <QCloseEvent>
#include <QFileInfo>
#include <QScreen>
#include <QSettings>
#include <QStandardPaths>
#include <QVBoxLayout>

namespace edgewright::workbench {

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent), m_measurements(m_settings, m_jobs.searches(),
                                          QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) +
                                              QStringLiteral("/devices"),
                                          remote::hostsFile()),
      m_session(m_settings, m_jobs.pool(), &m_jobs.searches(), &m_jobs.writes()),
      m_pin(m_settings, this), m_context{m_selection,        m_settings, m_jobs.pool(),
                                         &m_jobs.searches(), &m_pin,     &m_measurements,
                                         &m_session.stages()},
      m_figures(m_jobs.writes()),
      m_memory(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/models")) {
    setObjectName(QStringLiteral("mainWindow"));
    setWindowTitle(tr("Edgewright"));
    setWindowIcon(QIcon(QStringLiteral(":/icons/edgewright.svg")));
    setAcceptDrops(true);
    resize(1360, 860);
    makeLayout(makeMenu());
    qApp->installEventFilter(new views::WheelGuard(this));
    new WindowKeys(*this);

    m_delivery.setSingleShot(true);
    m_delivery.setInterval(0);
    connect(&m_delivery, &QTimer::timeout, this, &MainWindow::deliver);
    connect(&m_session, &Session::changed, this, [this] {
        m_pin.setAnalysis(m_session.analysis());
        m_measurements.setAnalysis(m_session.analysis());
        m_delivery.start();
    });
    connect(&m_session.stages(), &views::StageJobs::grew, this, &MainWindow::deliverToPage);
    m_session.keep(m_measurements);
    connect(&m_measurements, &views::Measurements::changed, this, [this] { m_remember.start(); });
    const auto tell = [this](const QString& message) { m_banner->showMessage(message); };
    connect(&m_session, &Session::failed, m_banner, tell);
    connect(&m_session, &Session::saved, this, [this](const QString& file) {
        m_status->showMessage(tr("Wrote %1").arg(file), 6000);
        updateTitle();
        m_remember.start();
        if (file != m_session.studyFile()) return; // the fused model
        remember(file);
        if (const auto next = std::exchange(m_whenSaved, {})) next();
    });
    const auto stay = [this] {
        m_whenSaved = {};
        m_discarded = false;
    };
    connect(&m_session, &Session::failed, this, stay);
    connect(&m_session, &Session::notSaved, this, stay);
    connect(&m_session, &Session::opened, this, [this](const QString& file) {
        m_discarded = false;
        m_selection.clear();
        m_pin.setAnalysis(m_session.analysis()); // before the pages ask it
        forgetOnHiddenPages();
        m_banner->hide();
        m_file = file;
        remember(file);
        restoreLook();
    });
    connect(&m_session, &Session::restored, this, [this] {
        m_banner->showMessage(tr("The settings of this model are those of last time."), tr("Reset"),
                              [this] { m_session.resetSettings(); });
    });
    connect(&m_settings, &views::SettingsModel::changed, this, [this] {
        m_discarded = false;
        updateTitle();
        m_remember.start();
    });
    m_remember.setSingleShot(true);
    m_remember.setInterval(1000);
    connect(&m_remember, &QTimer::timeout, this, [this] { rememberModel(true); });
    connect(&m_figures, &FigureWriter::written, this, [this](const QStringList& files) {
        const QString folder = QFileInfo(files.front()).absolutePath();
        QSettings().setValue(QStringLiteral("figures"), folder);
        m_status->say(tr("Wrote %n files to %1", nullptr, static_cast<int>(files.size())).arg(folder));
    });
    connect(&m_figures, &FigureWriter::failed, m_banner, tell);
    connect(&m_session, &Session::noted, m_banner, tell);
    const auto undoState = [this] {
        const auto name = [](QAction& action, const QString& verb, const QString& what, bool can) {
            action.setEnabled(can);
            action.setText(what.isEmpty() ? verb : QStringLiteral("%1: %2").arg(verb, what));
            const QString keys = action.shortcut().toString(QKeySequence::NativeText);
            action.setToolTip(QStringLiteral("%1 (%2)").arg(action.text(), keys));
        };
        name(*m_undo, tr("Undo"), m_settings.undoText(), m_settings.canUndo());
        name(*m_redo, tr("Redo"), m_settings.redoText(), m_settings.canRedo());
    };
    connect(&m_settings, &views::SettingsModel::changed, this, undoState);
    undoState();
    restoreFrame();
    leaveOutHidden();
    deliver();
}

MainWindow::~MainWindow() {
    // Jobs hold copies of all they need; slots stop theirs when they go, and the pools wait for their threads.
    delete m_pages;
    delete m_inspector;
}

QMenu* MainWindow::makeMenu() {
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("mainMenu"));
    const auto action = [&](const QString& text, const QKeySequence& keys, auto slot) {
        auto* made = new QAction(text, this);
        made->setShortcut(keys);
        made->setToolTip(keys.isEmpty() ? text
                                        : text + QStringLiteral(" (") +
                                              keys.toString(QKeySequence::NativeText) + QLatin1Char(')'));
        connect(made, &QAction::triggered, this, slot);
        views::listShortcut(made, tr("Window"));
        addAction(made);
        menu->addAction(made);
        return made;
    };
    m_open = action(tr("Open model or study…"), QKeySequence::Open, &MainWindow::chooseFile);
    m_recent = menu->addMenu(tr("Open recent"));
    connect(m_recent, &QMenu::aboutToShow, this, [this] {
        m_recent->clear();
        const QStringList files = QSettings().value(QStringLiteral("recent")).toStringList();
        for (const QString& file : files) {
            const bool gone = !QFileInfo::exists(file);
            QAction* entry = m_recent->addAction(gone ? tr("%1 (not there any more)").arg(file) : file);
            entry->setEnabled(!gone);
            connect(entry, &QAction::triggered, this, [this, file] { requestOpen({file}); });
        }
        if (files.isEmpty()) m_recent->addAction(tr("Nothing opened yet"))->setEnabled(false);
    });
    menu->addSeparator();
    m_saveStudy = action(tr("Save study"), QKeySequence::Save, &MainWindow::saveStudy);
    m_saveStudyAs =
        action(tr("Save study as…"), QKeySequence(QStringLiteral("Ctrl+Shift+S")), &MainWindow::saveStudyAs);
    m_save =
        action(tr("Save fused model…"), QKeySequence(QStringLiteral("Ctrl+Shift+M")), &MainWindow::saveFused);
    m_save->setObjectName(QStringLiteral("saveFusedAction"));
    m_export =
        action(tr("Export figures…"), QKeySequence(QStringLiteral("Ctrl+E")), &MainWindow::exportFigures);
    m_export->setObjectName(QStringLiteral("exportFiguresAction"));
    menu->addSeparator();
    m_undo = action(tr("Undo"), QKeySequence::Undo, [this] { m_settings.undo(); });
    m_redo = action(tr("Redo"), QKeySequence::Redo, [this] { m_settings.redo(); });
    menu->addSeparator();
    for (QAction* each : {&m_pin.pinAction(), &m_pin.swapAction(), &m_pin.releaseAction()}) {
        addAction(each);
        menu->addAction(each);
    }
    menu->addSeparator();
    action(tr("Problems"), QKeySequence(QStringLiteral("Ctrl+Shift+P")),
           [this] { m_drawer->toggle(Drawer::Problems); });
    action(tr("Jobs"), QKeySequence(QStringLiteral("Ctrl+Shift+J")), [this] {
        m_drawer->toggle(Drawer::Jobs);
    })->setObjectName(QStringLiteral("jobsAction"));
    action(tr("History"), QKeySequence(QStringLiteral("Ctrl+Shift+H")),
           [this] { m_drawer->toggle(Drawer::History); });
    action(tr("Find…"), QKeySequence(QStringLiteral("Ctrl+K")),
           [this] { m_top->commandPalette()->setFocus(Qt::ShortcutFocusReason); });
    menu->addSeparator();
    action(tr("Present"), QKeySequence(Qt::Key_F11), &MainWindow::present)
        ->setObjectName(QStringLiteral("presentAction"));
    views::listShortcut(this, tr("Presentation"), tr("Next picture"),
                        tr("Right  Down  PageDown  Space  click"));
    views::listShortcut(this, tr("Presentation"), tr("Picture before"), tr("Left  Up  PageUp  right click"));
    views::listShortcut(this, tr("Presentation"), tr("First and last picture"), tr("Home  End"));
    views::listShortcut(this, tr("Presentation"), tr("Leave"), tr("Esc"));
    views::listShortcut(this, tr("Charts and heat maps"), tr("Next point, bar or cell"),
                        tr("Left, Right, Up, Down"));
    views::listShortcut(this, tr("Charts and heat maps"), tr("Choose it, as a click does"), tr("Enter"));
    views::listShortcut(this, tr("Charts and heat maps"), tr("Leave it, then the selection"), tr("Esc"));
    menu->addSeparator();
    for (const auto& [name, text] : {std::pair(QStringLiteral("light"), tr("Light theme")),
                                     std::pair(QStringLiteral("dark"), tr("Dark theme")),
                                     std::pair(QStringLiteral("system"), tr("Theme of the desktop"))})
        action(text, {}, [this, name = name] {
            setTheme(name);
            QSettings().setValue(QStringLiteral("theme"), name);
        });
    menu->addSeparator();
    QAction* keys = action(tr("Keys…"), QKeySequence(Qt::Key_F1), &MainWindow::showKeys);
    keys->setShortcuts({QKeySequence(Qt::Key_F1), QKeySequence(QStringLiteral("?"))});
    action(tr("Quit"), QKeySequence::Quit, &QWidget::close);
    return menu;
}

void MainWindow::makeLayout(QMenu* menu) {
    m_activity = new ActivityBar(pages(), this);
    m_top = new TopBar(m_settings, m_jobs.pool(), m_index, menu, m_undo, m_redo, this);
    m_banner = new Banner(this);
    m_pages = new QStackedWidget(this);
    m_pages->setObjectName(QStringLiteral("pages"));
    for (const views::ViewEntry* entry : pages()) {
        views::View* view = entry->make(m_context).release();
        view->setObjectName(QStringLiteral("view_") + QString::fromLatin1(entry->id));
        connect(view, &views::View::pageRequested, this, [this](const QString& id) { showPage(id); });
        connect(view, &views::View::retryRequested, &m_session, &Session::retry);
        connect(view, &views::View::message, this, [this](const QString& text) { m_status->say(text); });
        m_pages->addWidget(view);
    }
    m_shown.resize(pages().size());
    auto* open = new OpenOffer(m_open, m_pages);
    connect(&m_session, &Session::opened, open, &QWidget::hide);
    m_inspector = new views::Inspector(m_context, this);
    m_inspector->setMinimumWidth(240);
    m_drawer = new Drawer(m_selection, m_jobs, this);
    m_status = new MetricsStatusBar(this);
    setStatusBar(m_status);

    auto* upper = new HairlineSplitter(Qt::Horizontal, this);
    upper->setObjectName(QStringLiteral("pagesAndInspector"));
    upper->addWidget(m_pages);
    upper->addWidget(m_inspector);
    upper->setStretchFactor(0, 1);
    upper->setSizes({1000, 300});
    auto* centre = new HairlineSplitter(Qt::Vertical, this);
    centre->setObjectName(QStringLiteral("pagesAndDrawer"));
    centre->addWidget(upper);
    centre->addWidget(m_drawer);
    centre->setStretchFactor(0, 1);
    centre->setSizes({600, 200});

    auto* right = new QVBoxLayout;
    right->setContentsMargins(0, 0, 0, 0);
    right->setSpacing(0);
    right->addWidget(m_banner);
    right->addWidget(centre, 1);
    auto* below = new QHBoxLayout;
    below->setContentsMargins(0, 0, 0, 0);
    below->setSpacing(0);
    below->addWidget(m_activity);
    below->addLayout(right, 1);
    auto* all = new QWidget(this);
    auto* column = new QVBoxLayout(all);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_top);
    column->addLayout(below, 1);
    setCentralWidget(all);

    connect(m_activity, &ActivityBar::chosen, this, [this](int index) { m_pages->setCurrentIndex(index); });
    connect(m_pages, &QStackedWidget::currentChanged, this, [this, open](int index) {
        m_activity->setCurrent(index);
        open->placeSoon();
        updateMainAction();
        leaveOutHidden();
        foldInspector();
        deliver();
        m_remember.start();
    });
    connect(&m_selection, &views::Selection::changed, this, &MainWindow::foldInspector);
    foldInspector();
    connect(m_status, &MetricsStatusBar::pageRequested, this, &MainWindow::showPage);
    connect(m_drawer, &Drawer::countsChanged, this,
            [this] { m_status->updateDrawer(m_drawer->problemCount(), m_drawer->runningJobs()); });
    connect(m_status, &MetricsStatusBar::problemsRequested, this,
            [this] { m_drawer->toggle(Drawer::Problems); });
    connect(m_status, &MetricsStatusBar::jobsRequested, this, [this] { m_drawer->toggle(Drawer::Jobs); });
    connect(m_top->commandPalette(), &CommandPalette::chosen, this,
            [this](const views::Item& item) { m_selection.select(item); });
    m_activity->setCurrent(0);
    updateMainAction();
    fillCommands();
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
    m_index.setSources([this] { return landmarkCommands(); }, [this] { return recentFiles(); });
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

views::View* MainWindow::page(int index) const { return qobject_cast<views::View*>(m_pages->widget(index)); }

bool MainWindow::showPage(const QString& id) {
    int index = 0;
    for (const views::ViewEntry* entry : pages()) {
        if (id == QLatin1String(entry->id)) {
            m_pages->setCurrentIndex(index);
            return true;
        }
        ++index;
    }
    return false;
}

void MainWindow::deliver() {
    const auto analysis = m_session.analysis();
    m_top->setAnalysis(*analysis);
    m_status->setAnalysis(*analysis);
    m_drawer->setAnalysis(*analysis);
    m_inspector->setAnalysis(analysis);
    m_save->setEnabled(analysis->fusion != nullptr);
    for (QAction* each : {m_saveStudy, m_saveStudyAs})
        each->setEnabled(analysis->opened != nullptr);
    m_index.setGraph(analysis->typed ? analysis->typed->graph : nullptr);
    deliverToPage();
    if (m_exportWaits && !awaitsHidden()) {
        m_exportWaits = false;
        showExport();
    }
}

void MainWindow::deliverToPage() {
    const auto analysis = m_session.analysis();
    const int index = m_pages->currentIndex();
    if (views::View* view = page(index); view && m_shown[static_cast<std::size_t>(index)] != analysis) {
        m_shown[static_cast<std::size_t>(index)] = analysis;
        view->setAnalysis(analysis);
    }
}

// A page that needs the width has it as long as there is nothing to inspect.
void MainWindow::foldInspector() {
    const bool folds = pages()[static_cast<std::size_t>(m_pages->currentIndex())]->foldsInspector;
    m_inspector->setVisible(!folds || !m_selection.current().empty() || !m_selection.inside().empty());
}

void MainWindow::leaveOutHidden() {
    if (m_exportWaits) return; // for what hidden pages show
    std::set<std::string, std::less<>> unwanted;
    for (int i = 0; i < m_pages->count(); ++i)
        if (i != m_pages->currentIndex())
            for (const std::string_view stage : pages()[static_cast<std::size_t>(i)]->stages)
                unwanted.emplace(stage);
    m_session.stages().setUnwanted(std::move(unwanted));
}

void MainWindow::forgetOnHiddenPages() {
    const auto nothing = std::make_shared<const pipeline::Analysis>();
    for (int i = 0; i < m_pages->count(); ++i) {
        auto& shown = m_shown[static_cast<std::size_t>(i)];
        if (i == m_pages->currentIndex() || !shown) continue;
        page(i)->setAnalysis(nothing);
        shown.reset();
    }
}

void MainWindow::updateMainAction() {
    const int index = m_pages->currentIndex();
    const QString name = QString::fromLatin1(pages()[static_cast<std::size_t>(index)]->mainAction);
    auto* action = m_pages->widget(index)->findChild<QAction*>(name);
    m_top->setMainAction(action ? action : findChild<QAction*>(name));
}

void MainWindow::present() {
    std::vector<views::Slide> slides = page(m_pages->currentIndex())->slides();
    if (slides.empty()) return m_status->say(tr("This page has no pictures to present yet."));
    auto* presentation = new Presentation(std::move(slides), m_jobs.pool(), this);
    presentation->setGeometry(screen()->geometry()); // also where nobody manages windows
    presentation->showFullScreen();
    presentation->activateWindow();
}

void MainWindow::showKeys() {
    if (auto* open = findChild<KeySheet*>()) return open->raise();
    (new KeySheet(this))->show();
}

// The desktop's colours have changed.
bool MainWindow::event(QEvent* event) {
    if (event->type() == QEvent::ThemeChange && m_theme == QStringLiteral("system"))
        QMetaObject::invokeMethod(
            this, [this] { setTheme(m_theme); }, Qt::QueuedConnection);
    if (event->type() == QEvent::PaletteChange) m_activity->tint();
    return QMainWindow::event(event);
}

void MainWindow::setTheme(const QString& name) {
    m_theme = name;
    if (name == QStringLiteral("dark")) {
        QApplication::setPalette(views::Theme::darkTheme().palette());
    } else if (name == QStringLiteral("light")) {
        QApplication::setPalette(views::Theme::light().palette());
    } else {
        QApplication::setPalette(QPalette()); // the desktop's
        QApplication::setPalette(views::Theme::forPalette(QApplication::palette()).palette());
    }
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!m_leaving && m_session.isChanged()) {
        event->ignore();
        return leaveModel([this] {
            m_leaving = true;
            close();
        });
    }
    if (!m_leaving) rememberModel(true);
    m_remember.stop();
    m_figures.finishCharts();
    rememberFrame();
    QMainWindow::closeEvent(event);
}

} // namespace edgewright::workbench
