// SPDX-License-Identifier: GPL-3.0-or-later
// The recipe of a figure format: what it writes is the figure.
#include "tests/support/test_class.h"
#include "views/support/figure/figure_format.h"

#include <QBuffer>
#include <QTest>

namespace edgewright::views::ppm_format {
extern const FigureFormat entry;
}

namespace edgewright::figure_format_recipe_test {

using namespace edgewright::views;

class FigureFormatRecipeTest : public QObject {
    Q_OBJECT
private slots:
    void pixels() {
        const Figure figure{QStringLiteral("probe"), QStringLiteral("A probe"), QSizeF(40, 30),
                            [](QPainter& painter, const QRectF& area, const Theme& theme) {
                                painter.fillRect(QRectF(area.topLeft(), area.size() / 2), theme.before);
                            }};
        QBuffer file;
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(ppm_format::entry.write(figure, file));
        QVERIFY(file.data().startsWith("P6"));
        const QImage image = QImage::fromData(file.data());
        QCOMPARE(image.size(), QSize(80, 60));
        QCOMPARE(image.pixelColor(10, 10), Theme::light().before);
        QCOMPARE(image.pixelColor(78, 58), QColor(Qt::white));
    }
};

EDGEWRIGHT_TEST(FigureFormatRecipeTest)

} // namespace edgewright::figure_format_recipe_test

#include "figure_format_recipe_test.moc"
