// SPDX-License-Identifier: GPL-3.0-or-later
// A tall graph on paper: where it is cut, and what is said there.
#include "views/graph/picture/paper_columns.h"

#include "tests/support/test_class.h"
#include "tests/views/graph/blocks.h"
#include "tests/views/graph/canvas_fixture.h"
#include "tests/views/memory/recorded_painting.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace edgewright::paper_columns_test {

using namespace edgewright::views;
using namespace edgewright::views::test;

class PaperColumnsTest : public QObject {
    Q_OBJECT

private slots:
    void whatFitsStaysAsItIs() {
        const auto scene = placed(blocks(2));
        QVERIFY(scene->placed());
        QCOMPARE(PaperColumns(scene, scene->size() * 2).columns().size(), std::size_t(1));
        // Two columns would be smaller.
        const PaperColumns narrow(scene, {scene->size().width() + 40, scene->size().height() * 0.9});
        QCOMPARE(narrow.columns().size(), std::size_t(1));
        QCOMPARE(narrow.columns()[0].bottom, scene->size().height());
    }

    void aTallGraphIsCutBetweenItsBoxes() {
        const auto scene = placed(blocks(2)); // some hundred nodes in one chain
        const QSizeF room(4 * scene->size().width() + 200, scene->size().height() / 3);
        const PaperColumns columns(scene, room);
        const auto& all = columns.columns();
        QVERIFY(all.size() > 1 && all.size() <= 4);
        QVERIFY(columns.size().width() <= room.width());
        QVERIFY(columns.size().height() < scene->size().height() * 0.6);
        QCOMPARE(all.front().top, 0.0);
        QCOMPARE(all.back().bottom, scene->size().height());
        QVERIFY(all.back().marks.empty());
        for (std::size_t i = 0; i + 1 < all.size(); ++i) {
            const double cut = all[i].bottom;
            QCOMPARE(all[i + 1].top, cut);
            for (const SceneBox& box : scene->boxes())
                QVERIFY(box.rect.bottom() <= cut || box.rect.top() >= cut);
            QCOMPARE(all[i].marks.size(), std::size_t(1)); // the chain
            const auto above = std::ranges::max_element(scene->boxes(), {}, [&](const SceneBox& box) {
                return box.rect.top() < cut ? box.rect.top() : -1;
            });
            QVERIFY(std::abs(all[i].marks[0].x - above->rect.center().x()) < above->rect.width());
        }
    }

    // Each name stands at the end of one column and at the head of the next one, within the picture.
    void whatGoesOnIsNamedAtBothEnds() {
        const auto scene = placed(blocks(2));
        const PaperColumns columns(scene, {4 * scene->size().width() + 200, scene->size().height() / 3});
        edgewright::test::RecordingDevice device(columns.size().toSize());
        QPainter painter(&device);
        columns.paint(painter, QRectF(QPointF(), columns.size()), Theme::light());
        painter.end();
        qsizetype marks = 0, texts = 0;
        for (const PaperColumns::Column& column : columns.columns())
            for (const PaperColumns::Mark& mark : column.marks) {
                QVERIFY2(mark.name.startsWith(u'↓') && mark.name.size() > 4, qPrintable(mark.name));
                ++marks;
            }
        for (const edgewright::test::PaintedThing& each : device.things()) {
            if (each.kind != edgewright::test::PaintedThing::Text || !each.text.startsWith(u'↓')) continue;
            ++texts;
            QVERIFY2(QRectF(QPointF(), columns.size()).contains(each.rect.adjusted(1, 2, -1, -2)),
                     qPrintable(each.text));
        }
        QVERIFY(marks > 0);
        QCOMPARE(texts, 2 * marks);
    }

    // Nothing is covered: what belongs to another column is not painted, and edges and groups end at the cut.
    void aColumnPaintsWhatBelongsToIt() {
        const auto scene = placed(blocks(2));
        std::vector<HullSpec> hulls(1);
        for (const SceneBox& box : scene->boxes())
            if (box.kind == SceneBox::Kind::Node) hulls.front().members.push_back(box.node);
        scene->setHulls(std::move(hulls));
        QCOMPARE(scene->hulls().size(), std::size_t(1));
        const PaperColumns columns(scene, {4 * scene->size().width() + 200, scene->size().height() / 3});
        const double count = static_cast<double>(columns.columns().size());
        QVERIFY(count > 1);
        // In the middle of more room than it takes.
        const QRectF area(40, 60, columns.size().width() + 100, columns.size().height() + 300);
        const QRectF place(area.center() - QPointF(columns.size().width(), columns.size().height()) / 2,
                           columns.size());
        edgewright::test::RecordingDevice device(area.size().toSize());
        QPainter painter(&device);
        columns.paint(painter, area, Theme::light());
        painter.end();
        const QRectF room = place.adjusted(-1, -1, 1, 1);
        std::map<std::pair<int, int>, int> boxes; // by size in pixels, less those that were painted
        const auto sizeOf = [](const QRectF& rect) {
            return std::pair(static_cast<int>(std::floor(rect.width() + 0.3)),
                             static_cast<int>(std::floor(rect.height() + 0.3)));
        };
        for (const SceneBox& box : scene->boxes())
            ++boxes[sizeOf(box.rect)];
        for (const edgewright::test::PaintedThing& each : device.things()) {
            QVERIFY2(room.contains(each.rect.topLeft()) && room.contains(each.rect.bottomRight()),
                     qPrintable(
                         QStringLiteral("%1 at %2, %3").arg(each.text).arg(each.rect.x()).arg(each.rect.y())));
            if (each.kind != edgewright::test::PaintedThing::Fill) continue;
            QVERIFY(each.rect.width() < place.width() / count + 1);
            if (const auto found = boxes.find(sizeOf(each.rect)); found != boxes.end()) --found->second;
        }
        for (const auto& [size, left] : boxes)
            QVERIFY2(left == 0, qPrintable(QString::number(left)));
    }
};

EDGEWRIGHT_TEST(PaperColumnsTest)

} // namespace edgewright::paper_columns_test

#include "paper_columns_test.moc"
