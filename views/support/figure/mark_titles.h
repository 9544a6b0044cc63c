// SPDX-License-Identifier: GPL-3.0-or-later
// Names and values of the single marks of a picture, bars, points and boxes, for a device that shows them under
// the pointer (formats/svg.cpp). Painters tell them to every device alike; on all others nothing is made.
#pragma once

#include <QPainter>
#include <QRectF>
#include <QString>

#include <vector>

namespace edgewright::views {

class MarkTitles {
public:
    static constexpr std::size_t MaxTitles = 5000; // of a picture; later ones have none
    struct Title {
        QRectF place; // in the device's coordinates
        QString text; // plain, in lines
    };

    // That of the device that is painted on; null: it keeps none, or no more.
    static MarkTitles* of(const QPainter& painter);
    // `place`: in the painter's coordinates; small ones are made large enough to be hit. `text`: plain or rich.
    void add(const QPainter& painter, const QRectF& place, const QString& text);
    const std::vector<Title>& all() const { return m_all; } // what is drawn later comes later

protected:
    MarkTitles() = default;
    virtual ~MarkTitles() = default;

private:
    std::vector<Title> m_all;
};

// `text()` is asked for where somebody keeps it.
template <typename Text>
void titleMark(const QPainter& painter, const QRectF& place, const Text& text) {
    if (MarkTitles* titles = MarkTitles::of(painter)) titles->add(painter, place, text());
}

} // namespace edgewright::views
