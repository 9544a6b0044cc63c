// SPDX-License-Identifier: GPL-3.0-or-later
// The head of a page: the answer in one bold sentence, the conditions that it holds under in one muted line,
// and its reasons as a list behind "Why".
#pragma once

#include "core/table/answer.h"

#include <QScrollArea>
#include <QStringList>
#include <QWidget>

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace edgewright::views {

class AnswerLine;

// The answer of a page, in the language of the window.
struct PageWords {
    QString headline;            // rich text; what comes from a file must be escaped. Empty: no answer
    QStringList conditions = {}; // plain text, all in one line; what must be seen comes first
    QStringList reasons = {};    // rich text
    bool isAnswer = true;        // false: the headline says why there is none yet
};

class PageAnswer final : public QWidget {
    Q_OBJECT
public:
    enum class Level {
        Page,
        Tab // below the answer of its page: ordinary text, as a page has one bold sentence
    };
    // `name`: of this widget, and what the fold is remembered by.
    explicit PageAnswer(const QString& name, QWidget* parent = nullptr, Level level = Level::Page);
    // Rich text; what comes from a file must be escaped. At most two lines at 1280 pixels.
    void setAnswer(const QString& html);
    // Plain text; what does not fit into the line is left out of its middle, the tool tip has it.
    void setConditions(const QString& text);
    // Rich text, a line each; without one there is no "Why".
    void setReasons(const QStringList& html);
    // All of an answer of core, with a mark before it, or none; what comes from files in it is escaped.
    void setAnswer(const table::Answer& answer, const QString& mark);
    // All three.
    void display(const PageWords& words);
    // Says nothing, and leaves no more room than before the first answer: another model is looked at.
    void forget();
    // The headline has room for so many lines from the beginning; one without this.
    void reserveLines(int count);
    // Stands at the right end of the first line.
    void addCorner(QWidget* widget);
    QString headline() const; // plain text
    bool hasAnswer() const { return m_isAnswer && !headline().isEmpty(); }
    // Everything, a line each, for copying and for tests: without markup.
    QString plainText() const;

signals:
    void linkFollowed(const QString& target);
    void changed(); // what it says, or that its reasons are folded

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitConditions();
    void unfold(bool shown);

    QWidget* m_head; // answer and conditions
    AnswerLine *m_answer, *m_reasons;
    QLabel* m_conditions;
    QToolButton* m_why;
    QHBoxLayout* m_row;
    QString m_conditionsText;
    bool m_isAnswer = true;
};

// As high as the answer is at the width of the window that it was given in, with an inspector beside its page,
// open or not. Where the page gets narrower than that, it scrolls inside, and what is below stays under the
// pointer.
class AnswerRoom final : public QScrollArea {
    Q_OBJECT
public:
    explicit AnswerRoom(PageAnswer* answer, QWidget* parent = nullptr); // becomes its child

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void fitSoon();
    void fit();

    int m_windowWidth = -1; // that it fits; -1: not yet
};

} // namespace edgewright::views
