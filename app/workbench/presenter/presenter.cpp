// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/presenter/presenter.h"

#include "views/support/layouts.h"
#include "views/support/theme.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QResizeEvent>
#include <QScreen>
#include <QToolButton>

#include <algorithm>
#include <array>

namespace edgewright::workbench {

namespace {

using Phase = LessonPlayer::Phase;

constexpr std::array ControlKeys{Qt::Key_PageDown, Qt::Key_PageUp, Qt::Key_Escape, Qt::Key_F11};
constexpr std::array LetterKeys{Qt::Key_P, Qt::Key_E,      Qt::Key_C, Qt::Key_B,
                                Qt::Key_N, Qt::Key_Period, Qt::Key_S, Qt::Key_T};
constexpr QSize NotesSize{560, 640}; // logical pixels, where they lie over the stage

// Window managers leave a window that fills one screen on it.
void fill(QWidget& window, QScreen& screen) {
    if (window.isFullScreen() && window.screen() != &screen) window.setWindowState(Qt::WindowNoState);
    window.setScreen(&screen);
    window.setGeometry(screen.geometry()); // also where nobody manages windows
    window.showFullScreen();
}

} // namespace

QList<QScreen*> Presenter::screens() {
    QList<QScreen*> found{QGuiApplication::primaryScreen()};
    for (QScreen* each : QGuiApplication::screens()) {
        const auto shows = [each](const QScreen* other) {
            return other->geometry().intersects(each->geometry());
        };
        if (std::ranges::none_of(found, shows)) found << each;
    }
    found << found.takeFirst();
    return found;
}

double Presenter::scale(const QSize& screen, const QSize& least) {
    constexpr double Room = 680; // logical pixels
    return std::min({std::clamp(screen.height() / Room, 1.25, 2.5),
                     static_cast<double>(screen.width()) / least.width(),
                     static_cast<double>(screen.height()) / least.height()});
}

// A letter that is typed into a field is text.
bool Presenter::takes(const QKeyEvent& key, const QWidget& in) {
    if (key.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) return false;
    return std::ranges::find(ControlKeys, key.key()) != ControlKeys.end() ||
           (std::ranges::find(LetterKeys, key.key()) != LetterKeys.end() &&
            !in.testAttribute(Qt::WA_InputMethodEnabled));
}

Presenter::Presenter(QMainWindow& window, Lessons& lessons)
    : m_window(window), m_lessons(lessons), m_ink(new Ink(window.centralWidget())),
      m_notes(new TeacherNotes(lessons.player(), &window)), m_dark(new QWidget(&window)) {
    setObjectName(QStringLiteral("presenter"));
    m_dark->setObjectName(QStringLiteral("presenterDark"));
    m_dark->setAutoFillBackground(true);
    m_dark->setPalette(QPalette(Qt::black));
    m_dark->hide();
    lessons.pane().layout()->addWidget(makeBar());
    connect(m_ink, &Ink::toolChanged, this, [this] {
        m_pen->setChecked(m_ink->tool() == Ink::Tool::Pen);
        m_eraser->setChecked(m_ink->tool() == Ink::Tool::Eraser);
    });
    const auto tell = [this] { m_time->setText(m_notes->timeText()); };
    connect(m_notes, &TeacherNotes::ticked, this, tell);
    connect(&lessons.player(), &LessonPlayer::changed, this, [this, tell] {
        const LessonPlayer& player = m_lessons.player();
        if (player.phase() == Phase::Closed) return emit left(m_step);
        if (std::exchange(m_step, player.index()) != player.index()) m_ink->clear();
        m_ink->raise();
        tell();
    });
    m_settle.setSingleShot(true);
    connect(&m_settle, &QTimer::timeout, this, &Presenter::place);
    for (const auto signal : {&QGuiApplication::screenAdded, &QGuiApplication::screenRemoved,
                              &QGuiApplication::primaryScreenChanged})
        connect(qApp, signal, &m_settle, qOverload<>(&QTimer::start));
    place();
    qApp->installEventFilter(this);
}

Presenter::~Presenter() { delete m_notes; }

QWidget* Presenter::makeBar() {
    auto* bar = new QWidget(&m_lessons.pane());
    bar->setObjectName(QStringLiteral("presenterBar"));
    auto* row = views::rowIn(bar, {8, 0, 12, 8}, 2);
    const auto add = [&](const char* name, const QString& text, const QString& tip, auto act) {
        auto* button = new QToolButton(bar);
        button->setObjectName(QLatin1String(name));
        button->setText(text);
        button->setToolTip(tip);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::NoFocus);
        connect(button, &QToolButton::clicked, this, act);
        row->addWidget(button);
        return button;
    };
    m_pen = add("presenterPen", tr("Pen"), tr("Draw over the window (P)"), [this] { toggle(Ink::Tool::Pen); });
    m_eraser = add("presenterEraser", tr("Erase"), tr("Take single lines away (E)"),
                   [this] { toggle(Ink::Tool::Eraser); });
    for (QToolButton* each : {m_pen, m_eraser})
        each->setCheckable(true);
    add("presenterClear", tr("Clear"), tr("Take all lines away (C)"), [this] { m_ink->clear(); });
    add("presenterNotes", tr("Notes"), tr("Show notes and the next step (N)"), [this] { act(Qt::Key_N); });
    row->addStretch(1);
    m_time = new QLabel(bar);
    m_time->setObjectName(QStringLiteral("presenterTime"));
    m_time->setForegroundRole(QPalette::PlaceholderText);
    m_time->setToolTip(tr("T starts it anew"));
    row->addWidget(m_time);
    return bar;
}

void Presenter::place() {
    for (const QScreen* each : QGuiApplication::screens())
        connect(each, &QScreen::geometryChanged, &m_settle, qOverload<>(&QTimer::start), Qt::UniqueConnection);
    const QList<QScreen*> all = screens();
    if (all.isEmpty() || !all.front()) return;
    fill(m_window, *(m_isSwapped ? all.back() : all.front()));
    const bool hadTwo = std::exchange(m_hasTwoScreens, all.size() > 1);
    if (m_hasTwoScreens)
        showNotes();
    else if (hadTwo)
        m_notes->hide(); // would lie before the class
    m_window.activateWindow();
}

void Presenter::showNotes() {
    const QList<QScreen*> all = screens();
    QScreen& screen = *(m_isSwapped ? all.front() : all.back());
    if (all.size() > 1) return fill(*m_notes, screen);
    QRect room({}, NotesSize.boundedTo(screen.availableSize()));
    room.moveCenter(screen.availableGeometry().center());
    m_notes->setWindowState(Qt::WindowNoState);
    m_notes->setGeometry(room);
    m_notes->show();
}

void Presenter::next() {
    LessonPlayer& player = m_lessons.player();
    if (player.phase() == Phase::Asking) return player.giveUp();
    if (player.phase() == Phase::Told && player.index() + 1 < player.lesson().steps.size())
        player.go(player.index() + 1);
}

void Presenter::toggle(Ink::Tool tool) { m_ink->setTool(m_ink->tool() == tool ? Ink::Tool::None : tool); }

void Presenter::act(int key) {
    LessonPlayer& player = m_lessons.player();
    switch (key) {
    case Qt::Key_PageDown:
        return next();
    case Qt::Key_PageUp:
        if (player.phase() != Phase::Closed && player.index() > 0) player.go(player.index() - 1);
        return;
    case Qt::Key_P:
        return toggle(Ink::Tool::Pen);
    case Qt::Key_E:
        return toggle(Ink::Tool::Eraser);
    case Qt::Key_C:
        return m_ink->clear();
    case Qt::Key_B:
    case Qt::Key_Period:
        m_dark->setGeometry(m_window.rect());
        m_dark->setVisible(!m_dark->isVisible());
        return m_dark->raise();
    case Qt::Key_N:
        if (m_notes->isVisible())
            m_notes->hide();
        else
            showNotes();
        return m_window.activateWindow();
    case Qt::Key_S:
        m_isSwapped = m_hasTwoScreens && !m_isSwapped;
        return place();
    case Qt::Key_T:
        return m_notes->restartTime();
    default: // Esc, F11
        if (key == Qt::Key_Escape && m_ink->tool() != Ink::Tool::None) return m_ink->setTool(Ink::Tool::None);
        emit left(m_step);
    }
}

bool Presenter::eventFilter(QObject* watched, QEvent* event) {
    if (watched == &m_window && event->type() == QEvent::Resize)
        m_dark->resize(static_cast<QResizeEvent*>(event)->size());
    if (event->type() == QEvent::ZOrderChange && watched != m_dark && watched->parent() == &m_window)
        m_dark->raise();
    if (watched == &m_window && event->type() == QEvent::Close) { // all of it ends, and nothing is asked
        event->ignore();
        emit left(m_step);
        return true;
    }
    const bool isOverride = event->type() == QEvent::ShortcutOverride;
    if (!watched->isWidgetType() || (!isOverride && event->type() != QEvent::KeyPress))
        return QObject::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    if (!takes(*key, *static_cast<QWidget*>(watched))) return QObject::eventFilter(watched, event);
    event->accept(); // no shortcut of the window
    if (!isOverride) act(key->key());
    return true;
}

} // namespace edgewright::workbench
