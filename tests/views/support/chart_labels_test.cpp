// SPDX-License-Identifier: GPL-3.0-or-later
// Labels in a picture lie on no other one.
#include "views/support/chart/chart_annotations.h"

#include "tests/support/test_class.h"

#include <QTest>

#include <vector>

namespace edgewright::chart_labels_test {

using namespace edgewright::views;

class ChartLabelsTest : public QObject {
    Q_OBJECT

private slots:
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
