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
};

EDGEWRIGHT_TEST(ChartLabelsTest)

} // namespace edgewright::chart_labels_test

#include "chart_labels_test.moc"
