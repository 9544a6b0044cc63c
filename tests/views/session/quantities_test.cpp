// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of two states: those that leave work out say so.
#include "tests/support/test_class.h"
#include "views/session/quantities.h"

#include <QTest>

#include <set>

namespace edgewright::quantities_test {

using namespace edgewright::views;

class QuantitiesTest : public QObject {
    Q_OBJECT

    // Quantities that are lower bounds.
    static std::set<Quantity> leastOf(const pipeline::Analysis& analysis) {
        std::set<Quantity> found;
        const Numbers numbers = numbersOf(analysis);
        for (std::size_t i = 0; i < QuantityCount; ++i)
            if (numbers[i].isLeast) found.insert(static_cast<Quantity>(i));
        return found;
    }
    static pipeline::Analysis analysisWith(const ops::Uncounted& uncounted) {
        pipeline::Analysis made;
        auto typed = std::make_shared<pipeline::Typed>();
        typed->uncounted = uncounted;
        made.typed = typed;
        auto costs = std::make_shared<pipeline::Costs>();
        costs->uncounted = uncounted;
        made.costs = costs;
        auto benefits = std::make_shared<pipeline::Benefits>();
        benefits->untimed = uncounted;
        made.benefits = benefits;
        return made;
    }

private slots:
    void sumsOfAPartAreLeast() {
        QVERIFY(leastOf({}).empty());
        QVERIFY(leastOf(analysisWith({})).empty());
        QCOMPARE(leastOf(analysisWith({{"com.example.Mystery", 1}})),
                 (std::set{Quantity::Macs, Quantity::Seconds, Quantity::Cycles}));
        const QString text = quantityText(Quantity::Macs, 2e9);
        QCOMPARE(quantityText(Quantity::Macs, 2e9, true), QStringLiteral("at least ") + text);
    }
};

EDGEWRIGHT_TEST(QuantitiesTest)

} // namespace edgewright::quantities_test

#include "quantities_test.moc"
