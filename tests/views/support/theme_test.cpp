// SPDX-License-Identifier: GPL-3.0-or-later
// Contrast and order of the colours, as numbers.
#include "tests/support/test_class.h"
#include "views/support/theme.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace edgewright::theme_test {

using views::Theme;

namespace {

// Linear light, as red, green and blue.
using Light = std::array<double, 3>;

Light lightOf(const QColor& colour) {
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return {linear(double(colour.redF())), linear(double(colour.greenF())), linear(double(colour.blueF()))};
}

// Relative luminance and contrast after WCAG 2.1.
double luminance(const QColor& colour) {
    const Light light = lightOf(colour);
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
}
double contrast(const QColor& a, const QColor& b) {
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

// Without the cones for green: Machado, Oliveira and Fernandes 2009, of severity 1.
Light withoutGreenCones(const QColor& colour) {
    constexpr std::array<Light, 3> Rows{
        {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
    const Light seen = lightOf(colour);
    Light made{};
    for (std::size_t row = 0; row < 3; ++row)
        made[row] =
            std::clamp(Rows[row][0] * seen[0] + Rows[row][1] * seen[1] + Rows[row][2] * seen[2], 0.0, 1.0);
    return made;
}

Light inGrey(const QColor& colour) {
    const double grey = luminance(colour);
    return {grey, grey, grey};
}

// CIE 1976 L*, a*, b*, under D65.
Light labOf(const Light& seen) {
    const auto root = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
    const double x = root((0.4124564 * seen[0] + 0.3575761 * seen[1] + 0.1804375 * seen[2]) / 0.95047);
    const double y = root(0.2126729 * seen[0] + 0.7151522 * seen[1] + 0.0721750 * seen[2]);
    const double z = root((0.0193339 * seen[0] + 0.1191920 * seen[1] + 0.9503041 * seen[2]) / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

double difference(const Light& a, const Light& b) {
    const Light one = labOf(a), other = labOf(b);
    return std::hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
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
    // What is told by pairs of colours, for people who do not tell red from green.
    void pairsStayApartWithoutGreen_data() { contrast_data(); }
    void pairsStayApartWithoutGreen() {
        QFETCH(bool, dark);
        const Theme& theme = dark ? Theme::darkTheme() : Theme::light();
        struct Pair {
            QColor one, other;
            double least; // difference; 2 can just be seen side by side
        };
        std::vector<Pair> pairs{{theme.before, theme.after, 40},
                                {theme.good, theme.bad, 14},
                                {theme.good, theme.warn, 20},
                                {theme.diverging(-0.33), theme.diverging(0.33), 40},
                                {theme.diverging(-1), theme.diverging(1), 40}};
        for (std::size_t i = 0; i + 1 < theme.categories.size(); ++i) // the last one is what is unknown
            for (std::size_t j = 0; j < i; ++j)
                pairs.push_back({theme.categories[i], theme.categories[j], 10});
        for (const Pair& each : pairs) {
            const double apart = difference(withoutGreenCones(each.one), withoutGreenCones(each.other));
            QVERIFY2(apart >= each.least, qPrintable(QStringLiteral("%1 and %2: %3 of %4")
                                                         .arg(each.one.name(), each.other.name())
                                                         .arg(apart, 0, 'f', 1)
                                                         .arg(each.least)));
        }
    }
    // Printed in grey, too: more is lighter, and more of an error farther from none. Its sign, and what is
    // before and after, are then told by places, dashes and words.
    void mapsAreOrderedInGrey() {
        const auto lightness = [](const Light& seen) { return labOf(seen)[0]; };
        for (int i = 0; i < 10; ++i) {
            const QColor less = Theme::light().ordered(i / 10.0), more = Theme::light().ordered((i + 1) / 10.0);
            QVERIFY(lightness(inGrey(more)) > lightness(inGrey(less)) + 3);
            QVERIFY(lightness(withoutGreenCones(more)) > lightness(withoutGreenCones(less)) + 3);
        }
        for (const Theme* theme : {&Theme::light(), &Theme::darkTheme()})
            for (const double sign : {-1.0, 1.0}) {
                const auto from = [&](double t) {
                    return difference(inGrey(theme->diverging(sign * t)), inGrey(theme->diverging(0)));
                };
                QVERIFY2(from(0.33) >= 12 && from(1) >= 40, qPrintable(QString::number(from(0.33))));
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
