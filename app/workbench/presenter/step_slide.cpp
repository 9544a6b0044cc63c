// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/presenter/step_slide.h"

#include "app/workbench/lessons/lesson_pane.h"

#include <QAbstractTextDocumentLayout>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextList>

#include <algorithm>

namespace edgewright::workbench {

namespace {

constexpr double Margin = 40, WordsWidth = 400, FootHeight = 24; // logical pixels
constexpr double TypeScale = 1.25;                               // of a picture that has room
constexpr int LargestType = 21, SmallestType = 11;               // pixels

// In Markdown.
QString wordsOf(const LessonPlayer& player) {
    const lesson::StepWords& words = player.stepWords();
    QStringList parts{QStringLiteral("## ") + QString::fromStdString(words.title),
                      QString::fromStdString(words.text)};
    const auto& question = player.step().question;
    if (question) {
        parts << QStringLiteral("**%1**").arg(QString::fromStdString(words.question));
        QStringList choices;
        for (const lesson::LessonChoice& each : question->choices)
            choices << QStringLiteral("- ") + QString::fromStdString(words.choices.at(each.key));
        if (!choices.isEmpty()) parts << choices.join(u'\n');
    }
    if (question && player.phase() == LessonPlayer::Phase::Told) {
        if (const QString answer = rightAnswer(player); !answer.isEmpty())
            parts << QStringLiteral("**→ %1**").arg(answer);
        parts << QString::fromStdString(words.after);
    }
    parts.removeAll(QString());
    return parts.join(QStringLiteral("\n\n"));
}

void spaceParagraphs(QTextDocument& document, double pixels) {
    QTextCursor cursor(&document);
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        QTextBlockFormat format = block.blockFormat();
        format.setBottomMargin(block.textList() ? pixels / 2 : pixels);
        cursor.setPosition(block.position());
        cursor.setBlockFormat(format);
    }
}

// In the largest type that leaves it in `room`.
void paintWords(QPainter& painter, const QString& markdown, const QRectF& room, const views::Theme& theme) {
    QTextDocument document;
    document.setDocumentMargin(0);
    QFont type = views::font(views::TextSize::Body);
    for (int pixels = LargestType; pixels >= SmallestType; --pixels) {
        type.setPixelSize(pixels);
        document.setDefaultFont(type);
        document.setMarkdown(markdown);
        document.setTextWidth(room.width());
        spaceParagraphs(document, pixels / 2.0);
        if (document.size().height() <= room.height()) break;
    }
    QAbstractTextDocumentLayout::PaintContext context;
    context.palette.setColor(QPalette::Text, theme.text);
    painter.save();
    painter.translate(room.topLeft());
    document.documentLayout()->draw(&painter, context);
    painter.restore();
}

// Larger than its own size where there is room, smaller where it would have none.
void paintPicture(QPainter& painter, const views::Figure& picture, const QRectF& room,
                  const views::Theme& theme) {
    const QSizeF least = picture.size; // empty: any
    double scale = TypeScale;
    if (picture.isFixed || least.width() * scale > room.width() || least.height() * scale > room.height())
        scale = std::min(room.width() / least.width(), room.height() / least.height());
    painter.save();
    painter.translate(room.topLeft());
    painter.scale(scale, scale);
    picture.paint(painter, QRectF(QPointF(), picture.isFixed ? least : room.size() / scale), theme);
    painter.restore();
}

} // namespace

views::Figure stepSlide(const LessonPlayer& player, views::Figure picture) {
    const bool isAnswer = player.step().question && player.phase() == LessonPlayer::Phase::Told;
    const auto number = static_cast<int>(player.index() + 1);
    views::Figure slide;
    slide.name = QStringLiteral("%1-%2")
                     .arg(number, 2, 10, QLatin1Char('0'))
                     .arg(QString::fromStdString(player.step().id)) +
                 (isAnswer ? QStringLiteral("-answer") : QString());
    slide.title = QString::fromStdString(player.stepWords().title);
    slide.size = StepSlideSize;
    slide.isFixed = true;
    slide.onGuiThread = picture.onGuiThread;
    const QString foot = QStringLiteral("%1 · %2 / %3")
                             .arg(QString::fromStdString(player.words().title))
                             .arg(number)
                             .arg(player.lesson().steps.size());
    slide.paint = [words = wordsOf(player), foot, picture = std::move(picture)](
                      QPainter& painter, const QRectF& area, const views::Theme& theme) {
        painter.save();
        painter.translate(area.topLeft());
        painter.scale(area.width() / StepSlideSize.width(), area.height() / StepSlideSize.height());
        painter.fillRect(QRectF(QPointF(), StepSlideSize), theme.surface);
        QRectF room = QRectF(QPointF(), StepSlideSize).adjusted(Margin, Margin, -Margin, -Margin);
        painter.setFont(views::font(views::TextSize::Small));
        painter.setPen(theme.muted);
        painter.drawText(room, Qt::AlignLeft | Qt::AlignBottom, foot);
        room.setHeight(room.height() - FootHeight);
        QRectF left = room;
        left.setWidth(WordsWidth);
        paintWords(painter, words, left, theme);
        paintPicture(painter, picture, room.adjusted(WordsWidth + Margin, 0, 0, 0), theme);
        painter.restore();
    };
    return slide;
}

} // namespace edgewright::workbench
