// SPDX-License-Identifier: GPL-3.0-or-later
// The lessons of the window put together: player, pane, light, and the puzzle over the pages.
#pragma once

#include "app/workbench/bars/page_stack.h"
#include "app/workbench/lessons/lesson_pane.h"
#include "app/workbench/lessons/spotlight.h"

#include <QMenu>

namespace edgewright::workbench {

class Lessons final : public QObject {
    Q_OBJECT
public:
    // `window`: in which widgets that a lesson points at are looked for.
    Lessons(views::Session& session, views::SettingsModel& settings, views::Selection& selection,
            QThreadPool& pool, PageStack& pages, QWidget& window);
    LessonPlayer& player() { return m_player; }
    LessonPane& pane() { return *m_pane; }        // beside the pages
    void lieOver(QWidget* area, QWidget* parent); // the light, as Spotlight says
    bool isOpen() const { return m_player.phase() != LessonPlayer::Phase::Closed; }

    void start(const QString& lesson, std::optional<std::size_t> step = {}); // by its name, or its folder
    // The complete figure of what is in the light, where it is one picture; else the page as it is seen.
    Result<views::Figure> picture() const;
    // An entry for each lesson, with how far it was followed; then the folder of the person's own.
    void fillMenu(QMenu& menu);

signals:
    void opened(bool open); // or left

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow();
    QWidget* target() const; // of a lesson that points at a widget; null: it is not there
    QRect litPlace();        // in coordinates of the area
    void showPuzzle(bool wanted);

    PageStack& m_pages;
    QWidget& m_window;
    LessonPlayer m_player;
    LessonPane* m_pane;
    QWidget* m_area = nullptr;
    Spotlight* m_light = nullptr;
    bool m_wasOpen = false, m_isRevealed = false;
};

} // namespace edgewright::workbench
