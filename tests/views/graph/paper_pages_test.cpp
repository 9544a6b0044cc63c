// SPDX-License-Identifier: GPL-3.0-or-later
// Graphs on pages of paper: how many, with what on each.
#include "views/graph/picture/paper_pages.h"

#include "tests/support/test_class.h"
#include "tests/views/graph/blocks.h"
#include "tests/views/graph/canvas_fixture.h"
#include "tests/views/memory/recorded_painting.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace edgewright::paper_pages_test {

using namespace edgewright::views;
using namespace edgewright::views::test;
using edgewright::test::PaintedThing;

class PaperPagesTest : public QObject {
    Q_OBJECT

    static std::vector<PaintedThing> painted(const Figure::Page& page) {
        edgewright::test::RecordingDevice device(page.size.toSize());
        QPainter painter(&device);
        page.paint(painter, QRectF(QPointF(), page.size), Theme::light());
        painter.end();
        return device.things();
    }
    // Boxes by size, in pixels; the parts of a pixel that fonts have are not near where that is rounded.
    using Sizes = std::map<std::pair<int, int>, int>;
    static std::pair<int, int> sizeOf(const QRectF& rect) {
        return {static_cast<int>(std::floor(rect.width() + 0.3)),
                static_cast<int>(std::floor(rect.height() + 0.3))};
    }
    static std::vector<PaperGraph> alone(std::shared_ptr<const GraphScene> scene) {
        return {PaperGraph{std::move(scene)}};
    }
    static Sizes boxesOf(const GraphScene& scene) {
        Sizes sizes;
        for (const SceneBox& box : scene.boxes())
            ++sizes[sizeOf(box.rect)];
        return sizes;
    }
    static void count(const std::vector<PaintedThing>& things, Sizes& left) {
        for (const PaintedThing& each : things)
            if (each.kind == PaintedThing::Fill)
                if (const auto found = left.find(sizeOf(each.rect)); found != left.end()) --found->second;
    }
    static bool isEmpty(const Sizes& left) {
        return std::ranges::all_of(left, [](const auto& each) { return each.second == 0; });
    }
    static std::vector<QString> marksOf(const std::vector<PaintedThing>& things) {
        std::vector<QString> marks;
        for (const PaintedThing& each : things)
            if (each.kind == PaintedThing::Text && each.text.startsWith(u'↓')) marks.push_back(each.text);
        return marks;
    }
    static std::optional<QRectF> headingOf(const std::vector<PaintedThing>& things, const QString& heading) {
        for (const PaintedThing& each : things)
            if (each.kind == PaintedThing::Text && each.text == heading) return each.rect;
        return std::nullopt;
    }

private slots:
    void whatFitsHasOnePage() {
        const auto scene = placed(blocks(1));
        const PaperPages pages = paperPages(alone(scene), scene->size() * 2, 0.7);
        QCOMPARE(pages.pages.size(), std::size_t(1));
        QCOMPARE(pages.scale, 1.0);
        QCOMPARE(pages.pages.front().size, naturalPage(alone(scene)).size);
    }

    // The graph has its full size here, so that boxes are told by theirs.
    void everyBoxIsOnOnePage() {
        const auto scene = placed(blocks(2));
        const QSizeF room(scene->size().width() + 60, scene->size().height() / 2.5);
        const PaperPages pages = paperPages(alone(scene), room, 1);
        QVERIFY(pages.pages.size() > 1 && pages.pages.size() <= PaperPages::MaxPages);
        QCOMPARE(pages.scale, 1.0);
        Sizes left = boxesOf(*scene);
        std::vector<QString> before; // at the end of the page
        for (const Figure::Page& page : pages.pages) {
            QVERIFY(page.size.width() <= room.width() && page.size.height() <= room.height());
            const std::vector<PaintedThing> things = painted(page);
            count(things, left);
            for (const PaintedThing& each : things)
                QVERIFY(each.rect.top() > -1 && each.rect.bottom() < page.size.height() + 1);
            const std::vector<QString> marks = marksOf(things);
            const bool isFirst = &page == &pages.pages.front(), isLast = &page == &pages.pages.back();
            QCOMPARE(marks.size(), std::size_t(isFirst || isLast ? 1 : 2)); // one column, of a chain
            if (!isFirst) QCOMPARE(marks.front(), before.front());
            before = {marks.back()};
        }
        QVERIFY(isEmpty(left));
    }

    // Pages are few; what would need more becomes smaller.
    void pagesAreFew() {
        const auto scene = placed(blocks(8));
        const QSizeF room(scene->size().width() + 60, 1000);
        const PaperPages pages = paperPages(alone(scene), room, 0.9);
        QCOMPARE(pages.pages.size(), PaperPages::MaxPages);
        QVERIFY(pages.scale > 0 && pages.scale < 0.9);
        // One that is too wide for its type has no more pages for it than others.
        QCOMPARE(paperPages(alone(scene), scene->size() / 2, 0.9).pages.size(), std::size_t(1));
    }

    // Beside or below each other, whichever is larger; nothing of one lies where the other is.
    void twoGraphsHaveAPageTogether_data() {
        QTest::addColumn<double>("columns");
        QTest::addColumn<double>("height");
        QTest::addColumn<bool>("below");
        QTest::newRow("one below the other") << 1.3 << 2.2 << true;
        QTest::newRow("one below the other, in columns") << 3.3 << 0.8 << true;
        QTest::newRow("beside each other") << 2.6 << 1.1 << false;
        QTest::newRow("beside each other, in columns") << 5.2 << 0.65 << false;
    }
    void twoGraphsHaveAPageTogether() {
        QFETCH(double, columns);
        QFETCH(double, height);
        QFETCH(bool, below);
        const auto before = placed(blocks(1)), after = placed(blocks(1, 20));
        const QString first = QStringLiteral("Before"), second = QStringLiteral("After");
        const std::vector<PaperGraph> graphs{{before, first, &Theme::before}, {after, second, &Theme::after}};
        const QSizeF room(columns * (before->size().width() + 24) + 32, height * before->size().height());
        const PaperPages pages = paperPages(graphs, room, 0.8);
        QCOMPARE(pages.pages.size(), std::size_t(1));
        const Figure::Page& page = pages.pages.front();
        QVERIFY(page.size.width() * pages.scale < room.width() + 1e-6);
        QVERIFY(page.size.height() * pages.scale < room.height() + 1e-6);
        QVERIFY2(pages.scale >= 0.8, qPrintable(QString::number(pages.scale)));
        const std::vector<PaintedThing> things = painted(page);
        const auto upper = headingOf(things, first), lower = headingOf(things, second);
        QVERIFY(upper && lower);
        // A line between the headings that nothing crosses.
        QCOMPARE(lower->top() > upper->bottom(), below);
        const double begin = below ? upper->bottom() : upper->right(),
                     end = below ? lower->top() : lower->left();
        bool isApart = false;
        for (double at = begin; at <= end && !isApart; at += 1)
            isApart = std::ranges::all_of(things, [&](const PaintedThing& each) {
                return below ? each.rect.bottom() < at || each.rect.top() > at
                             : each.rect.right() < at || each.rect.left() > at;
            });
        QVERIFY(isApart);
        Sizes left = boxesOf(*before);
        for (const auto& [size, number] : boxesOf(*after))
            left[size] += number;
        count(things, left);
        QVERIFY(isEmpty(left));
        for (const PaintedThing& each : things)
            QVERIFY(each.rect.left() > -1 && each.rect.right() < page.size.width() + 1 &&
                    each.rect.top() > -1 && each.rect.bottom() < page.size.height() + 1);
    }

    // Else each has pages of its own, with its heading on all of them.
    void twoGraphsHavePagesOfTheirOwn() {
        const auto before = placed(blocks(1)), after = placed(blocks(1, 20));
        const QString first = QStringLiteral("Before"), second = QStringLiteral("After");
        const QSizeF room(before->size().width() + 60, 0.7 * before->size().height());
        const PaperPages pages =
            paperPages({{before, first, &Theme::before}, {after, second, &Theme::after}}, room, 0.95);
        QCOMPARE(pages.pages.size(), std::size_t(4));
        QCOMPARE(pages.scale, 1.0);
        for (std::size_t i = 0; i < pages.pages.size(); ++i) {
            const std::vector<PaintedThing> things = painted(pages.pages[i]);
            QCOMPARE(headingOf(things, first).has_value(), i < 2);
            QCOMPARE(headingOf(things, second).has_value(), i >= 2);
        }
    }
};

EDGEWRIGHT_TEST(PaperPagesTest)

} // namespace edgewright::paper_pages_test

#include "paper_pages_test.moc"
