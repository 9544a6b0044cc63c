// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/keys/window_menu.h"

#include "app/workbench/bars/page_stack.h"
#include "app/workbench/files/model_memory.h"
#include "app/workbench/keys/language.h"
#include "core/pipeline/quantization/quantize.h"
#include "core/pipeline/settings/setting_table.h"
#include "core/pipeline/stage.h"
#include "views/support/motion.h"
#include "views/support/shortcuts.h"
#include "views/support/table/row_table.h"
#include "views/support/table/table_copy.h"

#include <QActionGroup>
#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLocale>

namespace edgewright::workbench {

using namespace Qt::StringLiterals;

namespace {

// Keys that widgets handle themselves.
void listHandledKeys(QWidget& window) {
    const QString presentation = WindowMenu::tr("Presentation"),
                  charts = WindowMenu::tr("Charts and heat maps");
    const auto list = [&](const QString& group, const QString& text, const QString& keys) {
        views::listShortcut(&window, group, text, keys);
    };
    const QString frame = WindowMenu::tr("Window");
    list(frame, WindowMenu::tr("Go to a page"), WindowMenu::tr("Alt+1 … Alt+%1").arg(pages().size()));
    list(frame, WindowMenu::tr("Open the menu"), WindowMenu::tr("Alt+M"));
    list(frame, WindowMenu::tr("Close the message"), WindowMenu::tr("Esc"));
    list(presentation, WindowMenu::tr("Next picture"), WindowMenu::tr("Right  Down  PageDown  Space  click"));
    list(presentation, WindowMenu::tr("Picture before"), WindowMenu::tr("Left  Up  PageUp  right click"));
    list(presentation, WindowMenu::tr("Play a picture that moves, or pause; its moment before, its next one"),
         WindowMenu::tr("Space, Left, Right"));
    list(presentation, WindowMenu::tr("First and last picture"), WindowMenu::tr("Home  End"));
    list(presentation, WindowMenu::tr("Leave"), WindowMenu::tr("Esc"));
    list(charts, WindowMenu::tr("Next point, bar or cell"), WindowMenu::tr("Left, Right, Up, Down"));
    list(charts, WindowMenu::tr("Choose it, as a click does"), WindowMenu::tr("Enter"));
    list(charts, WindowMenu::tr("Leave it, then the selection"), WindowMenu::tr("Esc"));
}

QString actionTip(const QAction& action) {
    const QString keys = action.shortcut().toString(QKeySequence::NativeText);
    return keys.isEmpty() ? action.text() : u"%1 (%2)"_s.arg(action.text(), keys);
}

} // namespace

template <typename Receiver, typename Do>
QAction* WindowMenu::add(const QString& text, const QKeySequence& keys, Receiver* receiver, Do act) {
    auto* made = new QAction(text, &m_window);
    made->setShortcut(keys);
    made->setToolTip(actionTip(*made));
    connect(made, &QAction::triggered, receiver, act);
    views::listShortcut(made, tr("Window"));
    m_window.addAction(made);
    addAction(made);
    return made;
}

WindowMenu::WindowMenu(QWidget& window, views::SettingsModel& settings, views::Pin& pin)
    : QMenu(&window), m_window(window), m_settings(settings) {
    setObjectName(u"mainMenu"_s);
    m_open = add(tr("Open model or study…"), QKeySequence::Open, this, &WindowMenu::openRequested);
    QMenu* recent = addMenu(tr("Open recent"));
    connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecent(*recent); });
    m_samples = addMenu(tr("Open sample"));
    fillSamples();
    m_lessons = addMenu(tr("Lessons"));
    m_lessons->setObjectName(u"lessonsMenu"_s);
    add(tr("Welcome"), QKeySequence(u"Alt+0"_s), this, &WindowMenu::welcomeRequested)
        ->setObjectName(u"welcomeAction"_s);
    addSeparator();
    m_saveStudy = add(tr("Save study"), QKeySequence::Save, this, &WindowMenu::saveStudyRequested);
    m_saveStudyAs =
        add(tr("Save study as…"), QKeySequence(u"Ctrl+Shift+S"_s), this, &WindowMenu::saveStudyAsRequested);
    m_saveFused =
        add(tr("Save fused model…"), QKeySequence(u"Ctrl+Shift+M"_s), this, &WindowMenu::saveFusedRequested);
    m_saveFused->setObjectName(u"saveFusedAction"_s);
    m_saveQuantized =
        add(tr("Save INT8 model…"), QKeySequence(u"Ctrl+Shift+I"_s), this, &WindowMenu::saveQuantizedRequested);
    m_saveQuantized->setObjectName(u"saveQuantizedAction"_s);
    m_exportFigures = add(tr("Export figures…"), QKeySequence(u"Ctrl+E"_s), this, &WindowMenu::exportRequested);
    m_exportFigures->setObjectName(u"exportFiguresAction"_s);
    addSeparator();
    m_undo = add(tr("Undo"), QKeySequence::Undo, &settings, &views::SettingsModel::undo);
    m_redo = add(tr("Redo"), QKeySequence::Redo, &settings, &views::SettingsModel::redo);
    add(tr("Copy settings as a table"), {}, this, [this] {
        const views::RowTable table(pipeline::settingTable(m_settings.get(), m_model));
        QGuiApplication::clipboard()->setText(views::tableText(table, views::allRows(table)));
    })->setObjectName(u"copySettingsAction"_s);
    views::setTableOrigin(window, [this] { return pipeline::settingLines(m_settings.get(), m_model); });
    addSeparator();
    for (QAction* each : {&pin.pinAction(), &pin.swapAction(), &pin.releaseAction()}) {
        window.addAction(each);
        addAction(each);
    }
    addSeparator();
    const auto drawer = [this](Drawer::Tab tab) { return [this, tab] { emit drawerRequested(tab); }; };
    add(tr("Problems"), QKeySequence(u"Ctrl+Shift+P"_s), this, drawer(Drawer::Problems));
    add(tr("Jobs"), QKeySequence(u"Ctrl+Shift+J"_s), this, drawer(Drawer::Jobs))
        ->setObjectName(u"jobsAction"_s);
    add(tr("History"), QKeySequence(u"Ctrl+Shift+H"_s), this, drawer(Drawer::History));
    m_inspector = add(tr("Inspector"), QKeySequence(u"Ctrl+I"_s), this, &WindowMenu::inspectorRequested);
    m_inspector->setObjectName(u"inspectorAction"_s);
    m_inspector->setCheckable(true);
    m_inspector->setChecked(true);
    add(tr("Find…"), QKeySequence(u"Ctrl+K"_s), this, &WindowMenu::findRequested);
    addSeparator();
    add(tr("Present"), QKeySequence(Qt::Key_F11), this, &WindowMenu::presentRequested)
        ->setObjectName(u"presentAction"_s);
    listHandledKeys(window);
    addSeparator();
    for (const auto& [name, text] :
         {std::pair(u"light"_s, tr("Light theme")), std::pair(u"dark"_s, tr("Dark theme")),
          std::pair(u"system"_s, tr("Theme of the desktop"))})
        add(text, {}, this, [this, name = name] { emit themeRequested(name); });
    QAction* motion = add(tr("Animations"), {}, this, &views::setMotionWanted);
    motion->setObjectName(u"motionAction"_s);
    motion->setCheckable(true);
    motion->setChecked(views::isMotionWanted(window));
    addSeparator();
    fillLanguages(*addMenu(tr("Language")));
    addSeparator();
    add(tr("Keys…"), QKeySequence(Qt::Key_F1), this, &WindowMenu::keysRequested)
        ->setShortcuts({QKeySequence(Qt::Key_F1), QKeySequence(u"?"_s)});
    add(tr("About this page…"), QKeySequence(u"Shift+F1"_s), this, &WindowMenu::helpRequested);
    add(tr("Quit"), QKeySequence::Quit, &window, &QWidget::close);
    connect(&settings, &views::SettingsModel::changed, this, &WindowMenu::nameUndo);
    nameUndo();
}

void WindowMenu::setAnalysis(const pipeline::Analysis& analysis, bool pageNeedsModel) {
    m_model = analysis.opened ? analysis.opened->file : std::filesystem::path();
    m_saveFused->setEnabled(analysis.fusion != nullptr);
    const Error* failed = pipeline::errorOf(analysis, "int8_model");
    std::string why = failed ? failed->message : std::string();
    if (why.empty() && analysis.typed) why = pipeline::quantizedAlreadyText(*analysis.typed->graph);
    m_saveQuantized->setEnabled(why.empty() &&
                                pipeline::findStage("int8_calibration")->applies(analysis, m_settings.get()));
    m_saveQuantized->setToolTip(why.empty() ? actionTip(*m_saveQuantized) : QString::fromStdString(why));
    for (QAction* each : {m_saveStudy, m_saveStudyAs})
        each->setEnabled(analysis.opened != nullptr);
    m_exportFigures->setEnabled(analysis.opened || !pageNeedsModel);
}

void WindowMenu::fillRecent(QMenu& recent) {
    recent.clear();
    const QStringList files = recentFiles();
    for (const QString& file : files) {
        const bool gone = !QFileInfo::exists(file);
        QAction* entry = recent.addAction(gone ? tr("%1 (not there any more)").arg(file) : file);
        entry->setEnabled(!gone);
        connect(entry, &QAction::triggered, this, [this, file] { emit fileRequested(file); });
    }
    if (files.isEmpty()) recent.addAction(tr("Nothing opened yet"))->setEnabled(false);
}

// Each in its own words.
void WindowMenu::fillLanguages(QMenu& languages) {
    languages.setObjectName(u"languageMenu"_s);
    auto* one = new QActionGroup(&languages);
    const auto add = [&](const QString& name, const QString& text) {
        QAction* entry = languages.addAction(text);
        entry->setObjectName(u"language_"_s + name);
        entry->setCheckable(true);
        entry->setChecked(name == chosenLanguage());
        one->addAction(entry);
        connect(entry, &QAction::triggered, this, [this, name] { emit languageRequested(name); });
    };
    add({}, tr("Language of the desktop"));
    for (const QString& name : windowTranslations())
        add(name, name == u"en"_s ? u"English"_s : QLocale(name).nativeLanguageName());
}

void WindowMenu::fillSamples() {
    for (const QString& file : sampleFiles()) {
        QAction* entry = m_samples->addAction(QFileInfo(file).completeBaseName());
        entry->setToolTip(tr("Open sample: %1").arg(file));
        connect(entry, &QAction::triggered, this, [this, file] { emit fileRequested(file); });
    }
    m_samples->setToolTipsVisible(true);
    m_samples->setEnabled(!m_samples->isEmpty());
}

void WindowMenu::nameUndo() {
    const auto name = [](QAction& action, const QString& verb, const QString& what, bool can) {
        action.setEnabled(can);
        action.setText(what.isEmpty() ? verb : u"%1: %2"_s.arg(verb, what));
        action.setToolTip(actionTip(action));
    };
    name(*m_undo, tr("Undo"), m_settings.undoText(), m_settings.canUndo());
    name(*m_redo, tr("Redo"), m_settings.redoText(), m_settings.canRedo());
}

} // namespace edgewright::workbench
