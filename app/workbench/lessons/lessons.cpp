// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/lessons/lessons.h"

#include "app/workbench/lessons/lesson_files.h"
#include "app/workbench/lessons/packing_puzzle.h"

#include "views/support/figure/figure_menu.h"

#include <QApplication>
#include <QDesktopServices>
#include <QDir>
#include <QEvent>
#include <QUrl>

namespace edgewright::workbench {

Lessons::Lessons(views::Session& session, views::SettingsModel& settings, views::Selection& selection,
                 QThreadPool& pool, PageStack& pages, QWidget& window)
    : QObject(&window), m_pages(pages), m_window(window), m_player(session, settings, selection, pool),
      m_pane(new LessonPane(m_player, &window)) {
    m_pane->puzzle()->setParent(&pages);
    connect(&m_player, &LessonPlayer::pageRequested, &pages, &PageStack::showPage);
    connect(&m_player, &LessonPlayer::changed, this, &Lessons::follow);
    connect(m_pane, &LessonPane::puzzleWanted, this, &Lessons::showPuzzle);
    pages.installEventFilter(this);
}

void Lessons::lieOver(QWidget* area, QWidget* parent) {
    m_area = area;
    m_light = new Spotlight(area, parent);
}

void Lessons::follow() {
    if (!isOpen()) {
        m_light->leave();
    } else {
        m_isRevealed = false;
        m_light->shine([this] { return litPlace(); });
    }
    if (isOpen() == m_wasOpen) return;
    m_wasOpen = isOpen();
    emit opened(m_wasOpen);
}

// Of a widget, in its own coordinates: what scrolls shows a part only. (QWidget::visibleRegion() leaves out
// what opaque children cover.)
static QRect seenPart(const QWidget& widget) {
    QRect seen = widget.rect();
    for (const QWidget* each = &widget; !each->isWindow() && each->parentWidget(); each = each->parentWidget())
        seen &= {widget.mapFrom(each->parentWidget(), QPoint()), each->parentWidget()->size()};
    return seen;
}

QWidget* Lessons::target() const {
    if (m_player.point().kind != lesson::Target::Kind::Widget) return nullptr;
    const QString name = QString::fromStdString(m_player.point().name);
    if (auto* inPage = m_pages.current().findChild<QWidget*>(name)) return inPage;
    return m_window.findChild<QWidget*>(name);
}

QRect Lessons::litPlace() {
    const lesson::Target& target = m_player.point();
    const QWidget* in = nullptr;
    QRect place;
    if (target.kind == lesson::Target::Kind::Widget) {
        QWidget* const widget = this->target();
        if (widget && !m_isRevealed && m_pages.current().isAncestorOf(widget))
            m_pages.current().reveal(*widget); // once: a person may look elsewhere
        if (widget && widget->isVisible()) {
            in = widget;
            place = seenPart(*widget);
        }
        m_isRevealed = m_isRevealed || !place.isEmpty();
    } else if (!target.empty() || m_player.phase() == LessonPlayer::Phase::Told) {
        in = &m_pages.current();
        place = m_pages.current().selectedRect() & in->rect();
    }
    if (!in || place.isEmpty() || m_pane->puzzle()->isVisible()) return {};
    return {m_area->mapFromGlobal(in->mapToGlobal(place.topLeft())), place.size()};
}

Result<views::Figure> Lessons::picture() const {
    if (const QWidget* widget = target(); widget && widget->isVisible())
        if (const auto figure = views::figureSeenIn(*widget)) return views::completeFigure(*figure);
    QWidget& page = m_pages.current();
    constexpr double Density = 2; // pixels each way, for one of the screen
    QPixmap seen((QSizeF(page.size()) * Density).toSize());
    seen.setDevicePixelRatio(Density);
    page.render(&seen);
    const QRect lit(page.mapFromGlobal(m_area->mapToGlobal(m_light->lit().topLeft())), m_light->lit().size());
    views::Figure figure;
    figure.size = page.size();
    figure.isFixed = true;
    figure.onGuiThread = true; // of pixmaps
    figure.paint = [seen, lit](QPainter& painter, const QRectF& area, const views::Theme&) {
        painter.drawPixmap(area, seen, QRectF(seen.rect()));
        if (!lit.isEmpty()) Spotlight::paintLight(painter, area, lit, QApplication::palette());
    };
    return figure;
}

void Lessons::showPuzzle(bool wanted) {
    PackingPuzzle& puzzle = *m_pane->puzzle();
    if (wanted == puzzle.isVisible()) return;
    puzzle.setGeometry(m_pages.rect());
    puzzle.setVisible(wanted);
    if (!wanted) return;
    puzzle.raise();
    puzzle.setFocus();
}

bool Lessons::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && watched == &m_pages) m_pane->puzzle()->setGeometry(m_pages.rect());
    return QObject::eventFilter(watched, event);
}

void Lessons::start(const QString& lesson, std::optional<std::size_t> step) {
    for (const std::filesystem::path& folder : lessonFolders())
        if (folder.filename().string() == lesson.toStdString()) return m_player.start(folder, step);
    m_player.start(lesson.toStdString(), step);
}

void Lessons::fillMenu(QMenu& menu) {
    menu.clear();
    for (const std::filesystem::path& folder : lessonFolders()) {
        const auto lesson = lesson::readLesson(folder);
        if (!lesson) {
            const QString name = QString::fromStdString(folder.filename().string());
            QAction* entry = menu.addAction(tr("%1 (cannot be read)").arg(name));
            connect(entry, &QAction::triggered, &m_player,
                    [this, folder] { m_player.start(folder); }); // tells why
            continue;
        }
        const lesson::Words& words = lesson->in(windowLanguages());
        const std::size_t told = lessonProgress(lesson->id), all = lesson->steps.size();
        const QString title = QString::fromStdString(words.title);
        QAction* entry = menu.addAction(told == 0     ? title
                                        : told >= all ? tr("%1 ✓").arg(title)
                                                      : tr("%1 (%2 of %3)").arg(title).arg(told).arg(all));
        entry->setObjectName(QStringLiteral("lesson_") + QString::fromStdString(lesson->id));
        entry->setToolTip(QString::fromStdString(words.about) + QStringLiteral(" ") +
                          tr("%n minute(s).", nullptr, lesson->minutes));
        connect(entry, &QAction::triggered, &m_player, [this, folder] { m_player.start(folder); });
    }
    menu.addSeparator();
    connect(menu.addAction(tr("Open my lessons")), &QAction::triggered, this, [] {
        QDir().mkpath(ownLessonsFolder());
        QDesktopServices::openUrl(QUrl::fromLocalFile(ownLessonsFolder()));
    });
    menu.setToolTipsVisible(true);
}

} // namespace edgewright::workbench
