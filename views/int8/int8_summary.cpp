// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/int8_summary.h"

#include "views/support/quantity.h"
#include "views/support/theme.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QStringList>
#include <QVBoxLayout>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

constexpr int RoomForAll = 860;                                          // pixels
constexpr std::size_t LargestError = 1, InputScale = 4, OutputScale = 5; // places of cards

} // namespace

Int8Summary::Int8Summary(QWidget* parent) : QWidget(parent) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(8);
    for (Card& card : m_cards) {
        card.frame = new QWidget(this);
        card.frame->setAutoFillBackground(true);
        auto* rows = new QVBoxLayout(card.frame);
        rows->setContentsMargins(8, 6, 8, 6);
        rows->setSpacing(1);
        card.title = new QLabel(card.frame);
        card.title->setFont(views::font(TextSize::Small));
        card.number = new QLabel(card.frame);
        card.number->setFont(views::font(TextSize::Title, true));
        card.number->setTextInteractionFlags(Qt::TextSelectableByMouse);
        card.note = new QLabel(card.frame);
        card.note->setFont(views::font(TextSize::Small));
        for (QLabel* label : {card.title, card.number, card.note}) {
            label->setMinimumWidth(1);
            rows->addWidget(label);
        }
    }
    arrange(false);
    style();
    display(nullptr);
}

// Where there is little room, what the sentence above says as well is left out.
void Int8Summary::arrange(bool isNarrow) {
    if (m_isNarrow == isNarrow) return;
    m_isNarrow = isNarrow;
    auto* grid = static_cast<QGridLayout*>(layout());
    for (std::size_t i = 0; i < m_cards.size(); ++i) {
        const bool isShown = !isNarrow || i == LargestError || i == InputScale || i == OutputScale;
        const int column = static_cast<int>(i);
        m_cards[i].frame->setVisible(isShown);
        grid->addWidget(m_cards[i].frame, 0, column);
        grid->setColumnStretch(column, isShown ? 1 : 0);
    }
}

void Int8Summary::resizeEvent(QResizeEvent*) { arrange(width() < RoomForAll); }

void Int8Summary::display(const quant::LayerStudy* study) {
    const auto fill = [](Card& card, const QString& title, const QString& number, const QString& note) {
        card.title->setText(title);
        card.number->setText(number);
        card.note->setText(note);
        card.frame->setToolTip(title + u'\n' + number + (note.isEmpty() ? QString() : u'\n' + note));
        card.frame->setAccessibleName(title + u": "_s + number + u", "_s + note);
    };
    const QString none = u"–"_s;
    if (!study) {
        fill(m_cards[0], tr("SQNR alone"), none, {});
        fill(m_cards[1], tr("Largest error alone"), none, {});
        fill(m_cards[2], tr("Within one step alone"), none, {});
        fill(m_cards[3], tr("Accumulator"), none, {});
        fill(m_cards[4], tr("Input"), none, {});
        fill(m_cards[5], tr("Output"), none, {});
        return;
    }
    const auto scale = static_cast<double>(study->output.scale);
    fill(m_cards[0], tr("SQNR alone"), decibelText(study->sqnrDb),
         tr("signal to quantization noise of this layer"));
    fill(m_cards[1], tr("Largest error alone"), significant(study->maxAbsError),
         tr("%1 output step").arg(ratioText(study->maxAbsError, scale)));
    fill(m_cards[2], tr("Within one step alone"), percentText(study->withinOneStep), tr("of all outputs"));
    fill(m_cards[3], tr("Accumulator"),
         tr("%1 of %2 bits").arg(study->accumulatorBitsNeeded).arg(study->options.accumulatorBits),
         study->overflows == 0 ? tr("no overflow")
                               : tr("%1 overflows").arg(countText(static_cast<double>(study->overflows))));
    fill(m_cards[4], tr("Input"), significant(static_cast<double>(study->input.scale)),
         tr("scale, zero point %1").arg(study->input.zeroPoint));
    fill(m_cards[5], tr("Output"), significant(scale), tr("scale, zero point %1").arg(study->output.zeroPoint));
    style();
    if (study->overflows > 0) {
        QPalette warning = m_cards[3].note->palette();
        warning.setColor(QPalette::WindowText, Theme::forPalette(palette()).bad);
        m_cards[3].note->setPalette(warning);
    }
}

QString Int8Summary::text() const {
    QStringList lines;
    for (const Card& card : m_cards)
        lines << card.frame->accessibleName();
    return lines.join(u'\n');
}

void Int8Summary::style() {
    const Theme& theme = Theme::forPalette(palette());
    for (Card& card : m_cards) {
        QPalette frame = card.frame->palette();
        frame.setColor(QPalette::Window, theme.surface);
        card.frame->setPalette(frame);
        for (QLabel* label : {card.title, card.note}) {
            QPalette muted = label->palette();
            muted.setColor(QPalette::WindowText, theme.muted);
            label->setPalette(muted);
        }
        QPalette strong = card.number->palette();
        strong.setColor(QPalette::WindowText, theme.text);
        card.number->setPalette(strong);
    }
}

void Int8Summary::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && m_cards.back().frame) style();
    QWidget::changeEvent(event);
}

} // namespace edgewright::views
