// SPDX-License-Identifier: GPL-3.0-or-later
// The two token tables, light and dark, and the colour maps. Painters take a Theme, never a widget's palette.
#pragma once

#include "core/ops/operator.h"

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QString>

#include <array>
#include <cmath>

class QPainter;
class QWidget;

namespace edgewright::views {

struct Theme {
    bool dark = false;
    QColor background, surface, raised, line, text, muted, accent, hover;
    QColor outline;       // of check boxes and fields
    QColor before, after; // before is cool, after is warm
    QColor good, warn, bad;
    std::array<QColor, 9> categories; // by ops::Category: after Okabe-Ito, and grey for what is unknown

    static const Theme& light();
    static const Theme& darkTheme();
    // By comparing window text and window lightness.
    static const Theme& forPalette(const QPalette& palette);
    // A palette for the whole application that agrees with the tokens.
    QPalette palette() const;
    // The same for check boxes and fields, whose outline the style makes of the colour of windows.
    QPalette fieldPalette() const;
    void paintApplication() const; // in both

    QColor category(ops::Category category) const { return categories[static_cast<std::size_t>(category)]; }
    // Ordered data, 0..1, lightness monotone (cividis-like).
    QColor ordered(double t) const;
    // Signed data, -1..1: blue, neutral, orange.
    QColor diverging(double t) const;
};

const char* categoryName(ops::Category category); // translatable source text, "Compute"
char categoryLetter(ops::Category category);      // the second carrier beside colour: 'C', 'A', ...

// Three sizes only. On screen relative to the application font; `scale` 1.
enum class TextSize { Small, Body, Title };
QFont font(TextSize size, bool bold = false);

// While it lives, font() of this thread is of that family, for what is drawn on paper.
class FontScope {
public:
    explicit FontScope(const QString& family); // empty: of the application
    ~FontScope();
    FontScope(const FontScope&) = delete;
    FontScope& operator=(const FontScope&) = delete;

private:
    QString m_before;
};

// The line around a drawing that has the keyboard.
void paintFocus(QPainter& painter, const QWidget& widget);

// `share` of `over`, the rest of `under`.
inline QColor mixed(const QColor& over, const QColor& under, double share) {
    const auto channel = [share](int a, int b) {
        return static_cast<int>(std::lround(a * share + b * (1 - share)));
    };
    return QColor(channel(over.red(), under.red()), channel(over.green(), under.green()),
                  channel(over.blue(), under.blue()));
}

} // namespace edgewright::views
