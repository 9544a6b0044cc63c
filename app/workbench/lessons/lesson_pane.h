// SPDX-License-Identifier: GPL-3.0-or-later
// The words of the lesson beside the pages: what is to be seen, the question, the answer, and the way on.
#pragma once

#include "app/workbench/lessons/lesson_player.h"

#include <QWidget>

class QButtonGroup;
class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace edgewright::workbench {

class PackingPuzzle;

// As a sentence has it: "96 KiB". Empty: it is not known.
QString rightAnswer(const LessonPlayer& player);

class LessonPane final : public QWidget {
    Q_OBJECT
public:
    static constexpr int Width = 320; // pixels

    explicit LessonPane(LessonPlayer& player, QWidget* parent = nullptr);
    PackingPuzzle* puzzle() const { return m_puzzle; } // over the pages, while buffers are packed

signals:
    void puzzleWanted(bool wanted);

private:
    void show(const LessonPlayer& player);
    void showQuestion();
    void showAnswer();
    void check();

    LessonPlayer& m_player;
    std::string m_shown; // lesson and step whose question is there
    QLabel *m_lesson, *m_count, *m_title, *m_text, *m_question, *m_unit, *m_verdict, *m_after;
    QWidget *m_ask, *m_told, *m_numberRow, *m_choices;
    QLineEdit* m_number;
    QButtonGroup* m_group;
    QVBoxLayout* m_choiceColumn;
    QPushButton *m_check, *m_back, *m_next;
    QToolButton *m_giveUp, *m_close;
    QScrollArea* m_scroll;
    PackingPuzzle* m_puzzle;
};

} // namespace edgewright::workbench
