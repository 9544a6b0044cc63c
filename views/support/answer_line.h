// SPDX-License-Identifier: GPL-3.0-or-later
// The answer of a page: one sentence with numbers, of which some lead to the place that shows why.
#pragma once

#include <QLabel>

namespace edgewright::views {

// The sureness of a number; its mark stands before the number and is explained when the pointer rests on the
// line.
enum class Sureness { Exact, Estimated, Measured };

class AnswerLine final : public QLabel {
    Q_OBJECT
public:
    explicit AnswerLine(QWidget* parent = nullptr);
    // Rich text; what comes from a file must be escaped. Wraps, can be chosen and copied.
    void setAnswer(const QString& html);
    // The answer as a student pastes it into a text: without markup.
    QString plainAnswer() const;
    // A part of an answer that linkFollowed(target) tells about. Escapes `text`.
    static QString link(const QString& target, const QString& text);
    static QString mark(Sureness sureness); // "=", "≈", "●"
    // For documents and the clipboard, where nothing explains the marks: "≈" alone is left, which texts know.
    static QString withoutMarks(QString text);
    // A part of an answer that says what is wrong, in the colour of that. `html` is rich text.
    static QString alarm(const QString& html);
    // From now on it is not lower at this width than it is: what is below does not move while numbers change.
    // The least height of the window does not grow by it.
    void keepHeight();
    void forgetHeight();
    int heightForWidth(int width) const override;

signals:
    void linkFollowed(const QString& target);

protected:
    void changeEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void tint();
    void copy();

    QString m_html;
    QSize m_kept; // a width, and the height at it
};

} // namespace edgewright::views
