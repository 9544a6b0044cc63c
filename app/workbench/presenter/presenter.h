// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson before a class: the window as large as the screen, with the page and the words of the step alone,
// led by the keys of a remote, with ink over it, and the teacher's notes on another screen.
//
//     PageDown, PageUp    the answer, then the next step; the step before
//     P, E, C             pen, eraser, no ink
//     B or .              a dark screen, and back
//     N, S, T             notes; the screens change places; the time from zero
//     Esc, F11            leaves
#pragma once

#include "app/workbench/lessons/lessons.h"
#include "app/workbench/presenter/ink.h"
#include "app/workbench/presenter/teacher_notes.h"

#include <QList>
#include <QMainWindow>
#include <QTimer>

class QLabel;
class QScreen;
class QToolButton;

namespace edgewright::workbench {

class Presenter final : public QObject {
    Q_OBJECT
public:
    // The frame around the pages is hidden already.
    Presenter(QMainWindow& window, Lessons& lessons);
    ~Presenter() override;
    Ink& ink() { return *m_ink; }
    TeacherNotes& notes() { return *m_notes; }
    bool isDark() const { return m_dark->isVisible(); }
    static bool takes(const QKeyEvent& key, const QWidget& in);

    // Screens that show different things, the stage's first: the class looks at one that is not the desktop's
    // first, the teacher at that one, the last of these.
    static QList<QScreen*> screens();

    // Everything is so much larger in a window that presents on a screen of so many logical pixels: it has the
    // room that the smallest screen leaves, and `least` in any case.
    static double scale(const QSize& screen, const QSize& least);

signals:
    void left(std::size_t step); // at this one

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeBar();
    void place();
    void showNotes();
    void act(int key);
    void next();
    void toggle(Ink::Tool tool);

    QMainWindow& m_window;
    Lessons& m_lessons;
    Ink* m_ink;
    TeacherNotes* m_notes;
    QWidget* m_dark;
    QToolButton *m_pen = nullptr, *m_eraser = nullptr;
    QLabel* m_time = nullptr;
    QTimer m_settle; // of screens that come, go and change
    std::size_t m_step = 0;
    bool m_isSwapped = false, m_hasTwoScreens = false;
};

} // namespace edgewright::workbench
