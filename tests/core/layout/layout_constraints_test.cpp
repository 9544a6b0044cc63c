// SPDX-License-Identifier: GPL-3.0-or-later
// Groups that stand together, places that are kept.
#include <QTest>

#include "core/layout/layout.h"
#include "tests/core/layout/checks.h"
#include "tests/core/layout/families.h"
#include "tests/core/layout/graphs.h"
#include "tests/support/test_class.h"

namespace edgewright::layout_constraints_test {

using namespace edgewright::layout;
using namespace edgewright::layout::test;

namespace {

constexpr std::uint32_t Gone = UINT32_MAX;

// Runs of up to `length` boxes that feed each other and nothing else in between: 1, 2, ...
std::vector<std::uint32_t> chainsOf(const Request& request, std::size_t length) {
    const std::size_t boxes = request.boxes.size();
    std::vector<std::size_t> in(boxes, 0), out(boxes, 0);
    std::vector<std::uint32_t> next(boxes, Gone), groups(boxes, 0);
    for (const Request::Edge& edge : request.edges) {
        ++in[edge.to];
        ++out[edge.from];
        next[edge.from] = edge.to;
    }
    std::uint32_t group = 0;
    for (std::uint32_t box = 0; box < boxes; ++box) {
        if (groups[box] != 0) continue;
        std::vector<std::uint32_t> members{box};
        while (members.size() < length && out[members.back()] == 1 && in[next[members.back()]] == 1 &&
               groups[next[members.back()]] == 0)
            members.push_back(next[members.back()]);
        if (members.size() < 2) continue;
        ++group;
        for (const std::uint32_t member : members)
            groups[member] = group;
    }
    return groups;
}

// The request with one box for each group; `of` says which new box an old one is in.
struct Fused {
    Request request;
    std::vector<std::uint32_t> of;
};
Fused fuse(const Request& request, const std::vector<std::uint32_t>& groups) {
    Fused fused;
    fused.of.resize(request.boxes.size());
    std::map<std::uint32_t, std::uint32_t> boxOf;
    for (std::uint32_t box = 0; box < request.boxes.size(); ++box) {
        if (groups[box] != 0 && boxOf.count(groups[box]) != 0) {
            fused.of[box] = boxOf[groups[box]];
            continue;
        }
        fused.of[box] = addBox(fused.request, groups[box] != 0 ? 200 : request.boxes[box].width,
                               groups[box] != 0 ? 80 : request.boxes[box].height);
        if (groups[box] != 0) boxOf[groups[box]] = fused.of[box];
    }
    for (Request::Edge edge : request.edges) {
        edge.from = fused.of[edge.from];
        edge.to = fused.of[edge.to];
        if (edge.from != edge.to) fused.request.edges.push_back(edge);
    }
    return fused;
}

} // namespace

class LayoutConstraintsTest final : public QObject {
    Q_OBJECT
private slots:
    void groupsStandTogether_data() {
        QTest::addColumn<Request>("request");
        for (const Family& family : families())
            for (const std::size_t boxes : {150, 1500}) {
                Request request = family.make(boxes);
                request.groups = chainsOf(request, 4);
                QTest::newRow(
                    qPrintable(QStringLiteral("chains of %1 %2").arg(QLatin1String(family.name)).arg(boxes)))
                    << request;
                // Convex and less: everything that comes one after the other in execution order.
                for (std::size_t box = 0; box < request.boxes.size(); ++box)
                    request.groups[box] = static_cast<std::uint32_t>(box / 9 % 2 == 0 ? box / 9 + 1 : 0);
                QTest::newRow(
                    qPrintable(QStringLiteral("slices of %1 %2").arg(QLatin1String(family.name)).arg(boxes)))
                    << request;
            }
        for (std::uint32_t seed = 1; seed <= 8; ++seed) {
            Request request = wild(80, 130, seed);
            for (std::size_t box = 0; box < request.boxes.size(); ++box)
                request.groups.push_back(
                    static_cast<std::uint32_t>((box * 7 + seed) % 11 * (box % 3 == 0 ? 0 : 1)));
            QTest::newRow(qPrintable(QStringLiteral("any boxes %1").arg(seed))) << request;
        }
    }
    void groupsStandTogether() {
        QFETCH(Request, request);
        const auto layout = layoutGraph(request, {});
        QVERIFY(layout);
        QCOMPARE(interrupted(request, *layout), std::string());
        QCOMPARE(overlaps(request, *layout), std::string());
        QCOMPARE(detached(request, *layout), std::string());
        QCOMPARE(throughBoxes(request, *layout), std::string());
    }

    void whatDoesNotChangeStays_data() {
        QTest::addColumn<Request>("request");
        for (const Family& family : families())
            for (const std::size_t boxes : {120, 1500})
                QTest::newRow(qPrintable(QStringLiteral("%1 %2").arg(QLatin1String(family.name)).arg(boxes)))
                    << family.make(boxes);
        QTest::newRow("branching") << branching(150);
        QTest::newRow("random") << forwards(90, 140, 3);
    }
    void whatDoesNotChangeStays() {
        QFETCH(Request, request);
        const auto before = layoutGraph(request, {});
        QVERIFY(before);
        const auto groups = chainsOf(request, 3);
        Fused fused = fuse(request, groups);
        fused.request.seed.resize(fused.request.boxes.size());
        std::vector<std::uint32_t> unchanged;
        for (std::uint32_t box = 0; box < request.boxes.size(); ++box)
            if (groups[box] == 0) {
                fused.request.seed[fused.of[box]] = before->centres[box];
                unchanged.push_back(box);
            }
        const auto after = layoutGraph(fused.request, {});
        QVERIFY(after);
        QCOMPARE(overlaps(fused.request, *after), std::string());
        QCOMPARE(detached(fused.request, *after), std::string());
        QCOMPARE(upwards(fused.request, *after), std::string());
        QCOMPARE(throughBoxes(fused.request, *after), std::string());
        const auto now = [&](std::uint32_t box) {
            const Point& centre = after->centres[fused.of[box]];
            return Point{centre.x - after->shift.x, centre.y - after->shift.y};
        };
        double moved = 0, most = 0;
        for (const std::uint32_t box : unchanged) {
            const double x = std::abs(now(box).x - before->centres[box].x);
            most = std::max(most, x);
            moved += std::hypot(x, now(box).y - before->centres[box].y) / static_cast<double>(unchanged.size());
        }
        qInfo("%zu of %zu boxes stay; mean move %.1f px, most sideways %.1f px", unchanged.size(),
              request.boxes.size(), moved, most);
        std::size_t swapped = 0;
        for (const std::uint32_t a : unchanged)
            for (const std::uint32_t b : unchanged)
                if (before->centres[a].y == before->centres[b].y && now(a).y == now(b).y &&
                    before->centres[a].x < before->centres[b].x && now(a).x >= now(b).x)
                    ++swapped;
        QCOMPARE(swapped, std::size_t(0));
        QVERIFY2(moved < 40, qPrintable(QString::number(moved)));
    }

    // The same request, seeded by its own answer: nothing moves but for a line that finds another way.
    void aPictureKeepsItself_data() {
        QTest::addColumn<Request>("request");
        for (const Family& family : families())
            QTest::newRow(family.name) << family.make(700);
        QTest::newRow("random") << forwards(90, 140, 3);
    }
    void aPictureKeepsItself() {
        QFETCH(Request, request);
        const auto before = layoutGraph(request, {});
        QVERIFY(before);
        request.seed.assign(before->centres.begin(), before->centres.end());
        const auto after = layoutGraph(request, {});
        QVERIFY(after);
        QCOMPARE(after->shift.y, 0.0);
        QVERIFY(after->shift.x < 60); // a trunk on the other side
        for (std::size_t box = 0; box < request.boxes.size(); ++box) {
            const double moved = after->centres[box].x - after->shift.x - before->centres[box].x;
            QVERIFY2(std::abs(moved) < 25, qPrintable(QStringLiteral("box %1: %2").arg(box).arg(moved)));
            QVERIFY(std::abs(after->centres[box].y - before->centres[box].y) < 1);
        }
    }

    // Where many rows have gone the rest moves together, in its order; where few have, it stays.
    void closesTallHoles_data() {
        QTest::addColumn<std::size_t>("gone");
        QTest::addColumn<bool>("stays");
        for (const std::size_t gone : {1, 2, 3, 8, 30})
            QTest::newRow(qPrintable(QString::number(gone))) << gone << (gone < 3);
    }
    void closesTallHoles() {
        QFETCH(std::size_t, gone);
        QFETCH(bool, stays);
        Request chain;
        chain.boxes.assign(gone + 6, {140, 52});
        for (std::uint32_t box = 0; box + 1 < chain.boxes.size(); ++box)
            chain.edges.push_back({box, box + 1, 0});
        const auto before = layoutGraph(chain, {});
        QVERIFY(before);
        Request rest;
        rest.boxes.assign(6, {140, 52});
        for (std::uint32_t box = 0; box < 6; ++box) {
            rest.seed.push_back(before->centres[box < 3 ? box : box + gone]);
            if (box > 0) rest.edges.push_back({box - 1, box, 0});
        }
        const auto after = layoutGraph(rest, {});
        QVERIFY(after);
        const double pitch = before->centres[1].y - before->centres[0].y;
        for (std::uint32_t box = 0; box < 6; ++box) {
            const Point &was = *rest.seed[box], &is = after->centres[box];
            QVERIFY(std::abs(is.x - was.x) < 1);
            if (box > 0 && box != 3) QVERIFY(std::abs(is.y - after->centres[box - 1].y - pitch) < 1);
        }
        const double gap = after->centres[3].y - after->centres[2].y - 52;
        QCOMPARE(std::abs(after->centres[5].y - rest.seed[5]->y) < 1, stays);
        QVERIFY2(gap < 240 && gap > 20, qPrintable(QString::number(gap)));
        rest.seed.assign(after->centres.begin(), after->centres.end());
        const auto again = layoutGraph(rest, {});
        QVERIFY(again);
        for (std::uint32_t box = 0; box < 6; ++box)
            QVERIFY(std::abs(again->centres[box].y - after->centres[box].y) < 1);
    }

    // What is left of a wide picture does not hang on lines across all of it.
    void leavesPlacesThatAreFarToTheSide() {
        Request chain;
        for (std::uint32_t box = 0; box < 8; ++box) {
            chain.boxes.push_back({140, 52});
            chain.seed.push_back(Point{box % 3 * 400.0, box * 90.0});
            if (box > 0) chain.edges.push_back({box - 1, box, 0});
        }
        const auto layout = layoutGraph(chain, {});
        QVERIFY(layout);
        QVERIFY2(layout->width < 300, qPrintable(QString::number(layout->width)));
        for (std::uint32_t box = 0; box < 8; ++box)
            chain.seed[box]->x = box % 3 * 30.0;
        const auto kept = layoutGraph(chain, {});
        QVERIFY(kept);
        QVERIFY(std::abs(kept->centres[1].x - kept->centres[0].x - 30) < 1);
    }

    // Seeds from anywhere: a picture all the same.
    void takesAnySeeds() {
        for (std::uint32_t random = 1; random <= 10; ++random) {
            Request request = wild(70, 110, random);
            request.seed.resize(request.boxes.size());
            request.groups.resize(request.boxes.size());
            std::uint32_t state = random;
            const auto next = [&] { return (state = state * 1664525u + 1013904223u) >> 8; };
            for (std::size_t box = 0; box < request.boxes.size(); ++box) {
                if (next() % 3 != 0)
                    request.seed[box] = Point{next() % 2000 - 500.0, next() % 300 * 10.0 - 200};
                request.groups[box] = next() % 4;
            }
            const auto layout = layoutGraph(request, {});
            QVERIFY(layout);
            QCOMPARE(overlaps(request, *layout), std::string());
            QCOMPARE(detached(request, *layout), std::string());
            QCOMPARE(throughBoxes(request, *layout), std::string());
            QCOMPARE(interrupted(request, *layout), std::string());
        }
    }
};

EDGEWRIGHT_TEST(LayoutConstraintsTest)

} // namespace edgewright::layout_constraints_test

#include "layout_constraints_test.moc"
