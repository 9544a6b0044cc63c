// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/answer_line.h"

#include "views/support/quantity.h"
#include "views/support/theme.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMenu>
#include <QRegularExpression>
#include <QTextDocumentFragment>

#include <algorithm>

namespace edgewright::views {

namespace {

// `html` with no-break spaces between a mark, its number and the unit of that, and around "×", so that none of
// them are in two lines, and with word joiners around the dash of a range. Tags stay as they are.
QString unbroken(QString html) {
    static const QRegularExpression Space(
        QStringLiteral(
            "(?:(?<=\\d) (?=(?:[%×]|[µm]?s|[KMGT]iB|d?B|[kMGT]?MAC|[pnµm]?J|GHz|mm²|cycles|words|[kMGT])"
            "(?![\\w]))|(?<=\\d [kMGT]) (?=cycles|words|MAC)|(?<=×) (?=\\d)|(?<=[≈●]) )"
            "(?![^<>]*>)"),
        QRegularExpression::UseUnicodePropertiesOption);
    static const QRegularExpression Range(QStringLiteral("(?<=\\d)–(?=\\d)(?![^<>]*>)"));
    return html.replace(Space, QString(QChar::Nbsp)).replace(Range, QStringLiteral("\u2060–\u2060"));
}

} // namespace

AnswerLine::AnswerLine(QWidget* parent) : QLabel(parent) {
    setObjectName(QStringLiteral("answer"));
    setTextFormat(Qt::RichText);
    setWordWrap(true);
    setTextInteractionFlags(Qt::TextBrowserInteraction);
    setFocusPolicy(Qt::ClickFocus); // as long as it says nothing
    setFont(views::font(TextSize::Title));
    setMinimumHeight(fontMetrics().lineSpacing()); // what is below does not jump when the answer comes
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred); // as high as its width asks for
    connect(this, &QLabel::linkActivated, this, &AnswerLine::linkFollowed);
}

void AnswerLine::setAnswer(const QString& html) {
    if (html == m_html) return;
    m_html = html;
    setFocusPolicy(html.isEmpty() ? Qt::ClickFocus : Qt::StrongFocus);
    tint();
    QString help;
    const auto explain = [&](Sureness sureness, const QString& what) {
        if (plainAnswer().contains(mark(sureness)))
            help += (help.isEmpty() ? QString() : QStringLiteral("\n")) +
                    QStringLiteral("%1  %2").arg(mark(sureness), what);
    };
    explain(Sureness::Exact, tr("exact: counted or computed"));
    explain(Sureness::Estimated, tr("estimated by a model"));
    explain(Sureness::Measured, tr("measured"));
    setToolTip(help);
    setAccessibleName(plainAnswer());
}

QString AnswerLine::plainAnswer() const { return QTextDocumentFragment::fromHtml(m_html).toPlainText(); }

QString AnswerLine::link(const QString& target, const QString& text) {
    return QStringLiteral("<a href=\"%1\">%2</a>").arg(target.toHtmlEscaped(), text.toHtmlEscaped());
}

QString AnswerLine::alarm(const QString& html) {
    return QStringLiteral("<span class=\"alarm\">%1</span>").arg(html);
}

QString AnswerLine::mark(Sureness sureness) {
    return sureness == Sureness::Exact       ? QStringLiteral("=")
           : sureness == Sureness::Estimated ? QStringLiteral("≈")
                                             : QStringLiteral("●");
}

QString AnswerLine::withoutMarks(QString text) {
    text.remove(mark(Sureness::Measured) + u' ');
    if (const QString exact = mark(Sureness::Exact) + u' '; text.startsWith(exact))
        text.remove(0, exact.size());
    return text;
}

void AnswerLine::keepHeight() {
    m_kept = {width(), heightForWidth(width())};
    updateGeometry();
}

void AnswerLine::forgetHeight() {
    m_kept = {};
    updateGeometry();
}

int AnswerLine::heightForWidth(int width) const {
    return std::max(QLabel::heightForWidth(width), width == m_kept.width() ? m_kept.height() : 0);
}

// Links in the accent colour; a label takes theirs from the palette only when its text is set.
void AnswerLine::tint() {
    const Theme& theme = Theme::forPalette(palette());
    setText(QStringLiteral("<style>a { color: %1; text-decoration: none; } .alarm { color: %2; }</style>%3")
                .arg(theme.accent.name(), theme.bad.name(), unbroken(m_html)));
}

void AnswerLine::copy() {
    const QString chosen =
        hasSelectedText() ? selectedText().replace(QChar::Nbsp, u' ').remove(u'\u2060') : plainAnswer();
    const QString text = withoutMarks(chosen);
    QGuiApplication::clipboard()->setText(withPlainMinus(text));
}

void AnswerLine::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy))
        copy();
    else
        QLabel::keyPressEvent(event);
}

void AnswerLine::contextMenuEvent(QContextMenuEvent* event) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(hasSelectedText() ? tr("Copy") : tr("Copy answer"), this, &AnswerLine::copy);
    menu->popup(event->globalPos());
}

void AnswerLine::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) tint();
    QLabel::changeEvent(event);
}

} // namespace edgewright::views
