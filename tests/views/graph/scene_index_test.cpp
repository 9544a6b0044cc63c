// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "views/graph/picture/scene/scene_index.h"

#include <QTest>

#include <random>

namespace edgewright::scene_index_test {

using namespace edgewright::views;

class SceneIndexTest final : public QObject {
    Q_OBJECT
private slots:
    void findsWhatALinearSearchFinds() {
        std::mt19937 random(7);
        std::uniform_real_distribution<double> place(0, 5000), size(0, 80);
        std::vector<QRectF> rects;
        for (int i = 0; i < 3000; ++i)
            rects.emplace_back(place(random), place(random), size(random), i % 50 == 0 ? 4000 : size(random));
        const SceneIndex index(rects);
        for (int i = 0; i < 200; ++i) {
            const QRectF area(place(random), place(random), size(random) * 10, size(random) * 10);
            std::vector<std::uint32_t> expected;
            for (std::uint32_t r = 0; r < rects.size(); ++r)
                if (rects[r].left() <= area.right() && rects[r].right() >= area.left() &&
                    rects[r].top() <= area.bottom() && rects[r].bottom() >= area.top())
                    expected.push_back(r);
            QCOMPARE(index.in(area), expected);
        }
        QVERIFY(SceneIndex().in(QRectF(0, 0, 10, 10)).empty());
    }
};

EDGEWRIGHT_TEST(SceneIndexTest)

} // namespace edgewright::scene_index_test

#include "scene_index_test.moc"
