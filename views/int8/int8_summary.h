// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of merit of one layer in INT8, as cards: a number, what it is, and what it compares to.
#pragma once

#include "core/quant/layer/layer_study.h"

#include <QWidget>

#include <array>
#include <optional>

class QLabel;

namespace edgewright::views {

class Int8Summary final : public QWidget {
    Q_OBJECT
public:
    explicit Int8Summary(QWidget* parent = nullptr);
    void display(const quant::LayerStudy* study); // null: dashes
    QString text() const;                         // all cards, one per line

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Card {
        QWidget* frame = nullptr;
        QLabel *title = nullptr, *number = nullptr, *note = nullptr;
    };
    void style();
    void arrange(bool isNarrow);
    std::array<Card, 6> m_cards;
    std::optional<bool> m_isNarrow;
};

} // namespace edgewright::views
