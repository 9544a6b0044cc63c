// SPDX-License-Identifier: GPL-3.0-or-later
// Contrast and order of the colours, as numbers.
#include "tests/support/test_class.h"
#include "views/support/theme.h"

#include <QTest>

#include <cmath>

namespace edgewright::theme_test {

using views::Theme;

namespace {

// Relative luminance and contrast after WCAG 2.1.
double luminance(const QColor& colour) {
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(double(colour.redF())) + 0.7152 * linear(double(colour.greenF())) +
           0.0722 * linear(double(colour.blueF()));
}
double contrast(const QColor& a, const QColor& b) {
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

} // namespace

class ThemeTest : public QObject {
    Q_OBJECT

private slots:
    void contrast_data() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void contrast() {
        QFETCH(bool, dark);
        const Theme& theme = dark ? Theme::darkTheme() : Theme::light();
        for (const QColor& ground : {theme.background, theme.surface}) {
            for (const QColor& text : {theme.text, theme.muted, theme.good, theme.warn, theme.bad})
                QVERIFY2(theme_test::contrast(text, ground) >= 4.5,
                         qPrintable(text.name() + QStringLiteral(" on ") + ground.name()));
            for (const QColor& mark : {theme.accent, theme.before, theme.after})
                QVERIFY2(theme_test::contrast(mark, ground) >= 3,
                         qPrintable(mark.name() + QStringLiteral(" on ") + ground.name()));
        }
        for (const QColor& category : theme.categories)
            QVERIFY2(theme_test::contrast(category, theme.surface) >= 3, qPrintable(category.name()));
        QCOMPARE(Theme::forPalette(theme.palette()).dark, dark);
        QCOMPARE(Theme::forPalette(theme.fieldPalette()).dark, dark);
        const QColor field = theme.fieldPalette().color(QPalette::Window).darker(140); // as Fusion does
        for (const QColor& ground : {theme.background, theme.surface})
            for (const QColor& outline : {field, field.lighter(110)}) // of a field, of a check box
                QVERIFY2(theme_test::contrast(outline, ground) >= 3,
                         qPrintable(outline.name() + QStringLiteral(" on ") + ground.name()));
    }
    void orderedMapIsMonotoneInLightness() {
        double last = -1;
        for (int i = 0; i <= 100; ++i) {
            const double now = luminance(Theme::light().ordered(i / 100.0));
            QVERIFY(now > last);
            last = now;
        }
    }
    void signedMapGrowsToBothSides() {
        for (const Theme* theme : {&Theme::light(), &Theme::darkTheme()}) {
            // Farther from the middle is farther from its colour.
            for (double t = 0.1; t <= 1; t += 0.1) {
                const QColor low = theme->diverging(-t), high = theme->diverging(t);
                QVERIFY(low.blue() > low.red());
                QVERIFY(high.red() > high.blue());
                QVERIFY(theme_test::contrast(theme->diverging(-t), theme->diverging(0)) >
                        theme_test::contrast(theme->diverging(0.1 - t), theme->diverging(0)));
                QVERIFY(theme_test::contrast(theme->diverging(t), theme->diverging(0)) >
                        theme_test::contrast(theme->diverging(t - 0.1), theme->diverging(0)));
            }
            QCOMPARE(theme->diverging(std::nan("")), theme->diverging(0)); // as of no error
            QCOMPARE(theme->diverging(-INFINITY), theme->diverging(-1));
            QCOMPARE(theme->diverging(INFINITY), theme->diverging(1));
        }
    }
    void everyCategoryHasItsOwnLetter() {
        QSet<char> letters;
        for (int i = 0; i <= static_cast<int>(ops::Category::Unknown); ++i)
            letters.insert(views::categoryLetter(static_cast<ops::Category>(i)));
        QCOMPARE(letters.size(), 9);
    }
};

EDGEWRIGHT_TEST(ThemeTest)

} // namespace edgewright::theme_test

#include "theme_test.moc"
