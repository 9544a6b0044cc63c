// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/lessons/lesson_pane.h"

#include "app/workbench/lessons/packing_puzzle.h"
#include "core/pipeline/memory/memory_plan.h"
#include "views/support/icon.h"
#include "views/support/layouts.h"
#include "views/support/quantity.h"
#include "views/support/scroll_column.h"
#include "views/support/theme.h"

#include <QButtonGroup>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QRadioButton>
#include <QToolButton>

namespace edgewright::workbench {

using Kind = lesson::Question::Kind;
using Phase = LessonPlayer::Phase;

namespace {

QString text(const std::string& words) { return QString::fromStdString(words); }

QLabel* label(const char* name, QWidget* parent, views::TextSize size = views::TextSize::Body,
              bool bold = false) {
    QLabel* made = views::makeLabel(Qt::MarkdownText, size, bold, parent);
    made->setObjectName(QLatin1String(name));
    made->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return made;
}

} // namespace

LessonPane::LessonPane(LessonPlayer& player, QWidget* parent)
    : QWidget(parent), m_player(player), m_puzzle(new PackingPuzzle(parent)) {
    setObjectName(QStringLiteral("lessonPane"));
    setAccessibleName(tr("Lesson"));
    setAutoFillBackground(true);
    m_puzzle->hide();
    auto* all = views::columnIn(this, {}, 0);
    auto* head = new QWidget(this);
    auto* headRow = views::rowIn(head, {16, 10, 8, 6}, 8);
    m_lesson = label("lessonName", head, views::TextSize::Small);
    m_count = label("lessonCount", head, views::TextSize::Small);
    m_count->setWordWrap(false);
    for (QLabel* each : {m_lesson, m_count})
        each->setForegroundRole(QPalette::PlaceholderText);
    m_close = new QToolButton(head);
    m_close->setObjectName(QStringLiteral("lessonClose"));
    m_close->setText(QStringLiteral("×"));
    m_close->setAutoRaise(true);
    m_close->setAccessibleName(tr("Leave the lesson"));
    m_close->setToolTip(tr("Leave the lesson; it goes on here the next time"));
    headRow->addWidget(m_lesson, 1);
    headRow->addWidget(m_count);
    headRow->addWidget(m_close);
    all->addWidget(head);

    auto* content = new QWidget(this);
    auto* column = views::columnIn(content, {16, 4, 16, 12}, 12);
    m_title = label("lessonTitle", content, views::TextSize::Title, true);
    m_text = label("lessonText", content);
    column->addWidget(m_title);
    column->addWidget(m_text);
    m_ask = new QWidget(content);
    auto* ask = views::columnIn(m_ask, {}, 8);
    m_question = label("lessonQuestion", m_ask, views::TextSize::Body, true);
    ask->addWidget(m_question);
    m_numberRow = new QWidget(m_ask);
    auto* row = views::rowIn(m_numberRow, {}, 8);
    m_number = new QLineEdit(m_numberRow);
    m_number->setObjectName(QStringLiteral("lessonNumber"));
    m_unit = label("lessonUnit", m_numberRow);
    row->addWidget(m_number);
    row->addWidget(m_unit);
    row->addStretch(1);
    ask->addWidget(m_numberRow);
    m_choices = new QWidget(m_ask);
    m_choiceColumn = views::columnIn(m_choices, {}, 6);
    m_group = new QButtonGroup(this);
    ask->addWidget(m_choices);
    auto* buttons = new QHBoxLayout;
    m_check = new QPushButton(tr("Check"), m_ask);
    m_check->setObjectName(QStringLiteral("lessonCheck"));
    m_giveUp = new QToolButton(m_ask);
    m_giveUp->setObjectName(QStringLiteral("lessonGiveUp"));
    m_giveUp->setText(tr("Show the answer"));
    m_giveUp->setAutoRaise(true);
    buttons->addWidget(m_check);
    buttons->addWidget(m_giveUp);
    buttons->addStretch(1);
    ask->addLayout(buttons);
    column->addWidget(m_ask);
    m_told = new QWidget(content);
    auto* told = views::columnIn(m_told, {}, 6);
    m_verdict = label("lessonVerdict", m_told, views::TextSize::Body, true);
    m_after = label("lessonAfter", m_told);
    told->addWidget(m_verdict);
    told->addWidget(m_after);
    column->addWidget(m_told);
    column->addStretch(1);
    m_scroll = views::scrollColumn(content, 0, this);
    all->addWidget(m_scroll, 1);

    auto* foot = new QWidget(this);
    auto* footRow = views::rowIn(foot, {16, 8, 16, 12}, 8);
    m_back = new QPushButton(tr("Back"), foot);
    m_back->setObjectName(QStringLiteral("lessonBack"));
    m_next = new QPushButton(tr("Next"), foot);
    m_next->setObjectName(QStringLiteral("lessonNext"));
    views::holdWidth(*m_next, {tr("Next"), tr("Finish")});
    footRow->addWidget(m_back);
    footRow->addStretch(1);
    footRow->addWidget(m_next);
    all->addWidget(foot);
    setFixedWidth(Width);

    connect(m_close, &QToolButton::clicked, &player, &LessonPlayer::stop);
    connect(m_back, &QPushButton::clicked, this, [this] { m_player.go(m_player.index() - 1); });
    connect(m_next, &QPushButton::clicked, this, [this] { m_player.go(m_player.index() + 1); });
    connect(m_check, &QPushButton::clicked, this, &LessonPane::check);
    connect(m_number, &QLineEdit::returnPressed, this, &LessonPane::check);
    connect(m_giveUp, &QToolButton::clicked, &player, &LessonPlayer::giveUp);
    connect(m_number, &QLineEdit::textChanged, this,
            [this](const QString& typed) { m_check->setEnabled(!typed.trimmed().isEmpty()); });
    connect(m_puzzle, &PackingPuzzle::changed, this, [this] { m_verdict->setText({}); });
    connect(&player, &LessonPlayer::changed, this, [this] { show(m_player); });
    hide();
}

void LessonPane::show(const LessonPlayer& player) {
    const bool isOpen = player.phase() != Phase::Closed;
    setVisible(isOpen);
    if (!isOpen) {
        m_shown.clear();
        emit puzzleWanted(false);
        return;
    }
    const lesson::StepWords& words = player.stepWords();
    m_lesson->setText(text(player.words().title));
    m_count->setText(tr("%1 of %2").arg(player.index() + 1).arg(player.lesson().steps.size()));
    m_title->setText(text(words.title));
    m_text->setText(text(words.text));
    m_back->setEnabled(player.index() > 0);
    const bool isLast = player.index() + 1 == player.lesson().steps.size();
    m_next->setText(isLast ? tr("Finish") : tr("Next"));
    m_next->setEnabled(player.phase() == Phase::Told);
    m_next->setDefault(player.phase() == Phase::Told);
    showQuestion();
    showAnswer();
}

void LessonPane::showQuestion() {
    const auto& question = m_player.step().question;
    const bool isAsked = question && m_player.phase() != Phase::Opening;
    m_ask->setVisible(isAsked);
    if (!question) {
        emit puzzleWanted(false);
        m_shown.clear();
        return;
    }
    const lesson::StepWords& words = m_player.stepWords();
    const std::string shown = m_player.lesson().id + "/" + m_player.step().id + "/" + words.question;
    const bool isFresh = shown != m_shown;
    m_shown = shown;
    m_question->setText(text(words.question));
    m_unit->setText(text(words.unit));
    m_numberRow->setVisible(question->kind == Kind::Number);
    m_number->setAccessibleName(text(words.question));
    m_choices->setVisible(question->kind == Kind::Choice);
    if (isFresh) {
        m_number->clear();
        for (QAbstractButton* each : m_group->buttons()) {
            m_group->removeButton(each);
            delete each;
        }
        for (const lesson::LessonChoice& each : question->choices) {
            auto* button = new QRadioButton(text(words.choices.at(each.key)), m_choices);
            button->setObjectName(QStringLiteral("lessonChoice_") + text(each.key));
            button->setProperty("key", text(each.key));
            connect(button, &QRadioButton::toggled, m_check,
                    [this] { m_check->setEnabled(m_group->checkedButton()); });
            m_group->addButton(button);
            m_choiceColumn->addWidget(button);
        }
    }
    const bool isOpen = m_player.phase() == Phase::Asking;
    const bool isPacked = question->kind == Kind::Pack;
    for (QWidget* each : {static_cast<QWidget*>(m_numberRow), m_choices})
        each->setEnabled(isOpen);
    m_check->setVisible(isOpen && question->kind != Kind::Click);
    m_giveUp->setVisible(isOpen);
    if (isFresh || isOpen)
        m_check->setEnabled(isPacked || m_group->checkedButton() || !m_number->text().isEmpty());
    if (isPacked && m_player.problem() &&
        (isFresh || m_puzzle->offsets().size() != m_player.problem()->buffers.size()))
        m_puzzle->setProblem(*m_player.problem());
    emit puzzleWanted(isPacked && m_player.problem() && m_player.phase() != Phase::Told);
}

void LessonPane::showAnswer() {
    const bool isTold = m_player.phase() == Phase::Told && m_player.step().question;
    const auto& judgement = m_player.judgement();
    const bool isTried = m_player.phase() == Phase::Asking && judgement;
    m_told->setVisible(isTold || isTried || m_player.phase() == Phase::Judging ||
                       m_player.phase() == Phase::Opening);
    m_after->setVisible(isTold);
    m_after->setText(text(m_player.stepWords().after));
    if (m_player.phase() == Phase::Judging) return m_verdict->setText(tr("Computing…"));
    if (m_player.phase() == Phase::Opening) return m_verdict->setText(tr("Opening the model…"));
    if (isTried)
        return m_verdict->setText(judgement->reason.empty() ? tr("✗ %1: the planner needs %2")
                                                                  .arg(views::bytesText(judgement->peak),
                                                                       views::bytesText(judgement->planned))
                                                            : tr("✗ No plan: %1").arg(text(judgement->reason)));
    if (!isTold) return m_verdict->setText({});
    const QString truth = rightAnswer(m_player);
    if (judgement && m_player.isAnswered() && judgement->isRight)
        m_verdict->setText(tr("✓ Right: %1").arg(truth));
    else if (m_player.isAnswered())
        m_verdict->setText(tr("✗ It is %1").arg(truth));
    else
        m_verdict->setText(truth.isEmpty() ? QString() : tr("It is %1").arg(truth));
}

QString rightAnswer(const LessonPlayer& player) {
    if (!player.judgement()) return {};
    const lesson::Judgement& judgement = *player.judgement();
    const lesson::StepWords& words = player.stepWords();
    switch (player.step().question->kind) {
    case Kind::Number: {
        const QString number = QLocale().toString(judgement.number, 'g', 6);
        return words.unit.empty() ? number : number + QChar(0x202f) + text(words.unit);
    }
    case Kind::Choice:
        return text(words.choices.at(judgement.choice));
    case Kind::Click:
        return text(judgement.name);
    case Kind::Pack:
        return LessonPane::tr("%1, the planner's is %2")
            .arg(views::bytesText(judgement.peak), views::bytesText(judgement.planned));
    }
    return {};
}

void LessonPane::check() {
    if (m_player.phase() != Phase::Asking || !m_check->isEnabled()) return;
    lesson::Given given;
    switch (m_player.step().question->kind) {
    case Kind::Number: {
        bool isNumber = false;
        const QString typed = m_number->text().trimmed();
        given.number = QLocale().toDouble(typed, &isNumber);
        if (!isNumber) given.number = QLocale::c().toDouble(typed, &isNumber);
        m_told->setVisible(!isNumber);
        if (!isNumber) return m_verdict->setText(tr("“%1” is no number").arg(typed));
        const qsizetype point = typed.lastIndexOf(QLocale().decimalPoint());
        given.decimals = point < 0 ? 0 : static_cast<int>(typed.size() - point - 1);
        break;
    }
    case Kind::Choice:
        given.choice = m_group->checkedButton()->property("key").toString().toStdString();
        break;
    case Kind::Click:
        return;
    case Kind::Pack:
        given.offsets = m_puzzle->offsets();
        break;
    }
    m_player.answer(given);
}

} // namespace edgewright::workbench
