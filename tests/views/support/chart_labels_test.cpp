// SPDX-License-Identifier: GPL-3.0-or-later
// Labels in a picture lie on no other one.
#include "views/support/chart/chart_annotations.h"

#include "tests/support/test_class.h"
#include "views/support/chart/chart_pane.h"

#include <QTest>
#include <QValueAxis>

#include <cmath>
#include <memory>
#include <vector>

namespace edgewright::chart_labels_test {

using namespace edgewright::views;

class ChartLabelsTest : public QObject {
    Q_OBJECT

private slots:
    // Qt Charts adds ticks up from the lowest one, and the axis of 0.02s read 3.46945e-18.
    void zeroIsATick() {
        for (const double step : {0.02, 0.1, 0.05, 3e-7})
            for (int below = 1; below < 12; ++below) {
                const double low = -below * step;
                const std::unique_ptr<QAbstractAxis> axis(makeValueAxis(low, 3 * step, step, {}));
                const double interval = qobject_cast<QValueAxis*>(axis.get())->tickInterval();
                QVERIFY(std::abs(interval - step) <= 1e-12 * step);
                double tick = -std::floor(-low / interval) * interval;
                QVERIFY(std::abs(tick - low) < step / 2);
                for (int i = 0; i < below; ++i)
                    tick += interval;
                QVERIFY2(tick == 0, qPrintable(QString::number(tick)));
            }
    }

    // Many that want one place are a column of them, as far as there is room.
    void movesApart() {
        const QRectF room(0, 0, 200, 100), wanted(40, 50, 80, 10);
        std::vector<QRectF> taken;
        for (int i = 0; i < 30; ++i) {
            const auto place = freePlace(wanted, taken, room);
            if (!place) break;
            QVERIFY(room.contains(*place));
            QCOMPARE(place->left(), wanted.left());
            for (const QRectF& other : taken)
                QVERIFY(!other.intersects(*place));
            taken.push_back(*place);
        }
        QVERIFY(taken.size() >= 8 && taken.size() < 10);
        QCOMPARE(taken[0], wanted);
        QVERIFY(std::abs(taken[1].top() - wanted.top()) < 12 && std::abs(taken[2].top() - wanted.top()) < 12);
        QVERIFY(freePlace({130, 50, 60, 10}, taken, room).has_value()); // beside them
    }

    // Beside its mark, on no other mark and on no label; nowhere in a crowd.
    void besideItsMark() {
        const QRectF room(0, 0, 200, 100);
        const QSizeF label(60, 12);
        const QPointF mark(100, 50);
        std::vector<QRectF> taken{{96, 46, 8, 8}};
        const auto place = [&](bool stays) {
            return placeBeside(mark, 4, label, Qt::AlignRight, stays, taken, room);
        };
        for (int i = 0; i < 4; ++i) { // one at each side
            const auto box = place(false);
            QVERIFY(box.has_value());
            QVERIFY(room.contains(*box));
            for (const QRectF& other : taken)
                QVERIFY(!other.intersects(*box));
            if (i == 0) QVERIFY(box->left() > mark.x() + 4 && std::abs(box->center().y() - mark.y()) < 0.01);
            taken.push_back(*box);
            QVERIFY(!place(true).has_value());
        }
        QVERIFY(!place(false).has_value());
        QVERIFY(!placeBeside(mark, 4, {300, 12}, Qt::AlignTop, false, {}, room).has_value());
        const auto atEdge = placeBeside({199, 50}, 4, label, Qt::AlignTop, false, {}, room);
        QVERIFY(atEdge && room.contains(*atEdge) && atEdge->bottom() < 46);
    }
};

EDGEWRIGHT_TEST(ChartLabelsTest)

} // namespace edgewright::chart_labels_test

#include "chart_labels_test.moc"
