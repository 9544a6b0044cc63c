// SPDX-License-Identifier: GPL-3.0-or-later
// The teacher reads this while the class looks at a step: notes, the next step, and the time.
#pragma once

#include "app/workbench/lessons/lesson_player.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QLabel;

namespace edgewright::workbench {

class TeacherNotes final : public QWidget {
    Q_OBJECT
public:
    TeacherNotes(const LessonPlayer& player, QWidget* stage); // a window that goes with that one, before it
    void restartTime();
    QString timeText() const; // "4:05 of 10 min"

signals:
    void ticked(); // each second

private:
    void follow();

    const LessonPlayer& m_player;
    QElapsedTimer m_elapsed;
    QTimer m_tick;
    QLabel *m_time, *m_count, *m_title, *m_notes, *m_question, *m_nextTitle, *m_next;
};

} // namespace edgewright::workbench
