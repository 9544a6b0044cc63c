// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/presenter/teacher_notes.h"

#include "views/support/layouts.h"
#include "views/support/scroll_column.h"
#include "views/support/theme.h"

#include <QLabel>

namespace edgewright::workbench {

namespace {

QLabel* label(const char* name, QBoxLayout& into, views::TextSize size, bool bold = false) {
    QLabel* made = views::makeLabel(Qt::MarkdownText, size, bold, nullptr);
    made->setObjectName(QLatin1String(name));
    into.addWidget(made);
    return made;
}

} // namespace

TeacherNotes::TeacherNotes(const LessonPlayer& player, QWidget* stage)
    : QWidget(stage, Qt::Window), m_player(player) {
    using views::TextSize;
    setObjectName(QStringLiteral("teacherNotes"));
    setWindowTitle(tr("Notes"));
    auto* all = views::columnIn(this, {}, 0);
    auto* content = new QWidget(this);
    auto* column = views::columnIn(content, {24, 16, 24, 16}, 12);
    auto* head = new QHBoxLayout;
    m_count = label("notesCount", *head, TextSize::Body);
    head->addStretch(1);
    m_time = label("notesTime", *head, TextSize::Title, true);
    column->addLayout(head);
    m_title = label("notesTitle", *column, TextSize::Title, true);
    m_notes = label("notesText", *column, TextSize::Title);
    m_question = label("notesQuestion", *column, TextSize::Body, true);
    column->addSpacing(16);
    m_nextTitle = label("notesNextTitle", *column, TextSize::Body, true);
    m_next = label("notesNext", *column, TextSize::Body);
    for (QLabel* each : {m_count, m_nextTitle, m_next})
        each->setForegroundRole(QPalette::PlaceholderText);
    column->addStretch(1);
    all->addWidget(views::scrollColumn(content, 0, this));
    connect(&player, &LessonPlayer::changed, this, &TeacherNotes::follow);
    m_tick.setInterval(1000);
    connect(&m_tick, &QTimer::timeout, this, [this] {
        m_time->setText(timeText());
        emit ticked();
    });
    restartTime();
}

void TeacherNotes::restartTime() {
    m_elapsed.start();
    m_tick.start();
    m_time->setText(timeText());
    emit ticked();
}

QString TeacherNotes::timeText() const {
    const qint64 seconds = m_elapsed.elapsed() / 1000;
    const QString clock = QStringLiteral("%1:%2").arg(seconds / 60).arg(seconds % 60, 2, 10, QLatin1Char('0'));
    return m_player.phase() == LessonPlayer::Phase::Closed
               ? clock
               : tr("%1 of %2 min").arg(clock).arg(m_player.lesson().minutes);
}

void TeacherNotes::follow() {
    const LessonPlayer& player = m_player;
    if (player.phase() == LessonPlayer::Phase::Closed) return;
    const auto& steps = player.lesson().steps;
    const lesson::StepWords& words = player.stepWords();
    m_count->setText(tr("Step %1 of %2").arg(player.index() + 1).arg(steps.size()));
    m_title->setText(QString::fromStdString(words.title));
    m_notes->setText(QString::fromStdString(words.notes));
    m_notes->setVisible(!words.notes.empty());
    m_question->setText(QString::fromStdString(words.question));
    m_question->setVisible(!words.question.empty());
    const bool isLast = player.index() + 1 >= steps.size();
    m_next->setVisible(!isLast);
    if (isLast) return m_nextTitle->setText(tr("This is the last step."));
    const lesson::StepWords& next = player.words().steps.at(steps[player.index() + 1].id);
    m_nextTitle->setText(tr("Next: %1").arg(QString::fromStdString(next.title)));
    m_next->setText(QString::fromStdString(next.text));
}

} // namespace edgewright::workbench
