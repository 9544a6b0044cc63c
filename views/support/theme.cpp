// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/theme.h"

#include <QApplication>
#include <QCoreApplication>
#include <QPainter>
#include <QWidget>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace edgewright::views {

namespace {

thread_local QString familyOfScope;

QColor rgb(unsigned value) { return QColor::fromRgb(value); }

Theme makeLight() {
    Theme t;
    t.dark = false;
    t.background = rgb(0xf4f5f7);
    t.surface = rgb(0xffffff);
    t.raised = rgb(0xe9ebef);
    t.line = rgb(0xc9cdd4);
    t.text = rgb(0x1c2128);
    t.muted = rgb(0x5a6472);
    t.accent = rgb(0x1f5fd0);
    t.hover = rgb(0x7fa6ea);
    t.outline = rgb(0x747d8a);
    t.before = rgb(0x2f7fb8);
    t.after = rgb(0xc2570c);
    t.good = rgb(0x1d7f4e);
    t.warn = rgb(0x855800);
    t.bad = rgb(0xc0272d);
    t.categories = {rgb(0x0072b2), rgb(0xb84c00), rgb(0x009e73), rgb(0x2b95cf), rgb(0xb98500),
                    rgb(0x77808c), rgb(0x8c2f6a), rgb(0x6b6300), t.muted};
    return t;
}

Theme makeDark() {
    Theme t;
    t.dark = true;
    t.background = rgb(0x16191e);
    t.surface = rgb(0x1e2228);
    t.raised = rgb(0x2a2f37);
    t.line = rgb(0x414853);
    t.text = rgb(0xe6e9ee);
    t.muted = rgb(0x9aa4b2);
    t.accent = rgb(0x6ea8ff);
    t.hover = rgb(0x47628f);
    t.outline = rgb(0x6b7480);
    t.before = rgb(0x5fb3e6);
    t.after = rgb(0xf0894a);
    t.good = rgb(0x4cc38a);
    t.warn = rgb(0xe0b13c);
    t.bad = rgb(0xf2716f);
    t.categories = {rgb(0x4aa3df), rgb(0xf0793a), rgb(0x2fbf91), rgb(0x7cc8f0), rgb(0xe6a817),
                    rgb(0x8a94a2), rgb(0xe8a5cb), rgb(0xd7c94a), t.muted};
    return t;
}

QColor interpolate(std::span<const QColor> stops, double t) {
    t = std::isnan(t) ? 0.0 : std::clamp(t, 0.0, 1.0);
    const double position = t * static_cast<double>(stops.size() - 1);
    const auto index = std::min(static_cast<std::size_t>(position), stops.size() - 2);
    const double f = position - static_cast<double>(index);
    const QColor &a = stops[index], &b = stops[index + 1];
    const auto mix = [f](int x, int y) { return static_cast<int>(std::lround(x + (y - x) * f)); };
    return QColor(mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue()));
}

} // namespace

const Theme& Theme::light() {
    static const Theme theme = makeLight();
    return theme;
}

const Theme& Theme::darkTheme() {
    static const Theme theme = makeDark();
    return theme;
}

const Theme& Theme::forPalette(const QPalette& palette) {
    const bool isDark =
        palette.color(QPalette::WindowText).lightness() > palette.color(QPalette::Window).lightness();
    return isDark ? darkTheme() : light();
}

QPalette Theme::palette() const {
    QPalette p;
    p.setColor(QPalette::Window, background);
    p.setColor(QPalette::WindowText, text);
    p.setColor(QPalette::Base, surface);
    p.setColor(QPalette::AlternateBase, background);
    p.setColor(QPalette::Text, text);
    p.setColor(QPalette::Button, raised);
    p.setColor(QPalette::ButtonText, text);
    p.setColor(QPalette::ToolTipBase, surface);
    p.setColor(QPalette::ToolTipText, text);
    p.setColor(QPalette::PlaceholderText, muted);
    p.setColor(QPalette::Highlight, accent);
    p.setColor(QPalette::HighlightedText, dark ? rgb(0x0f1318) : rgb(0xffffff));
    p.setColor(QPalette::Link, accent);
    p.setColor(QPalette::LinkVisited, accent);
    p.setColor(QPalette::Light, dark ? raised.lighter(130) : rgb(0xffffff));
    p.setColor(QPalette::Midlight, raised);
    p.setColor(QPalette::Mid, line);
    p.setColor(QPalette::Dark, dark ? rgb(0x0d0f12) : rgb(0x9aa1ab));
    p.setColor(QPalette::Shadow, rgb(0x000000));
    for (const auto role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        p.setColor(QPalette::Disabled, role, muted);
    return p;
}

QPalette Theme::fieldPalette() const {
    QPalette p = palette();
    p.setColor(QPalette::Window, outline.lighter(140)); // Fusion draws it darker(140)
    return p;
}

void Theme::paintApplication() const {
    QApplication::setPalette(palette());
    for (const char* each : {"QCheckBox", "QRadioButton", "QLineEdit", "QAbstractSpinBox", "QComboBox"})
        QApplication::setPalette(fieldPalette(), each);
}

QColor Theme::ordered(double t) const {
    // Monotone in lightness, from dark blue to light yellow; readable without hue.
    static const std::array<QColor, 6> stops{rgb(0x0b2550), rgb(0x3a4a6b), rgb(0x6a6f76),
                                             rgb(0x958f78), rgb(0xc6b46a), rgb(0xf8e15a)};
    return interpolate(stops, t);
}

QColor Theme::diverging(double t) const {
    static const std::array<QColor, 7> onLight{rgb(0x08457e), rgb(0x3d85c0), rgb(0xa6cbe6), rgb(0xf5f5f3),
                                               rgb(0xf3c08d), rgb(0xd97b1c), rgb(0x8a4300)};
    static const std::array<QColor, 7> onDark{rgb(0x9fd0f7), rgb(0x4d9ad6), rgb(0x24527a), rgb(0x23272e),
                                              rgb(0x77481a), rgb(0xd97b1c), rgb(0xffc285)};
    return interpolate(dark ? onDark : onLight,
                       std::isnan(t) ? 0.5 : (t + 1) / 2); // NaN has no sign: the middle
}

const char* categoryName(ops::Category category) {
    static constexpr std::array<const char*, 9> names{QT_TRANSLATE_NOOP("edgewright::views", "Compute"),
                                                      QT_TRANSLATE_NOOP("edgewright::views", "Activation"),
                                                      QT_TRANSLATE_NOOP("edgewright::views", "Normalisation"),
                                                      QT_TRANSLATE_NOOP("edgewright::views", "Pooling"),
                                                      QT_TRANSLATE_NOOP("edgewright::views", "Element-wise"),
                                                      QT_TRANSLATE_NOOP("edgewright::views", "Data movement"),
                                                      QT_TRANSLATE_NOOP("edgewright::views", "Quantization"),
                                                      QT_TRANSLATE_NOOP("edgewright::views", "Control flow"),
                                                      QT_TRANSLATE_NOOP("edgewright::views", "Unknown")};
    return names[static_cast<std::size_t>(category)];
}

char categoryLetter(ops::Category category) { return "CANPEMQF?"[static_cast<std::size_t>(category)]; }

QFont font(TextSize size, bool bold) {
    QFont result = QApplication::font();
    const double base = result.pointSizeF() > 0 ? result.pointSizeF() : 9.0;
    const double factor = size == TextSize::Small ? 0.86 : size == TextSize::Title ? 1.25 : 1.0;
    result.setPointSizeF(base * factor);
    result.setBold(bold);
    if (!familyOfScope.isEmpty()) result.setFamilies(QStringList{familyOfScope} + result.families());
    return result;
}

FontScope::FontScope(const QString& family) : m_before(std::exchange(familyOfScope, family)) {}
FontScope::~FontScope() { familyOfScope = m_before; }

void paintFocus(QPainter& painter, const QWidget& widget) {
    if (!widget.hasFocus()) return;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(Theme::forPalette(widget.palette()).hover, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(widget.rect().adjusted(0, 0, -1, -1));
}

} // namespace edgewright::views
