// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/dims/dim_expression.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <random>

namespace edgewright::dim_expression_test {

using ir::Dim;

namespace {

Dim named(const std::string& symbol) { return Dim::named(symbol); }
QString text(const Dim& dim) { return QString::fromStdString(dim.text()); }

} // namespace

class DimExpressionTest : public QObject {
    Q_OBJECT
private slots:
    void canonicalText_data() {
        QTest::addColumn<QString>("given");
        QTest::addColumn<QString>("expected"); // of given + 1 - 1
        const auto row = [](const char* given, const char* expected) {
            QTest::newRow(given) << QString::fromUtf8(given) << QString::fromUtf8(expected);
        };
        row("seq*2", "2*seq");
        row("2 + height", "height + 2");
        row("b*a + a*b", "2*a*b");
        row("(a + b)*(a - b)", "a*a - b*b");
        row("-a + b", "-a + b");
        row("3 - a", "-a + 3");
        row("floor((h - 1)/2) + 1", "floor((h + 1)/2)");
        row("floor(5*h/2)", "floor(h/2) + 2*h");
        row("floor((2*h + 1)/4)", "floor(h/2)");
        row("floor(floor((h + 1)/2)/2)", "floor((h + 1)/4)");
        row("floor(4*a/(2*b))", "floor(2*a/b)");
        row("floor(a*b/b)", "a");
        row("unk__12", "unk__12");
        row("Concat_12_dim_0", "Concat_12_dim_0");
        row("batch size", "batch size");
        row("größe", "größe");
        row("seq-len", "seq-len");
        row("floor(h/2 - 1/2) + 1", "floor(h/2 - 1/2) + 1"); // no expression of ours: one name
        row("2seq", "2seq");
        row("a +", "a +");
        row("it's", "it's");
        row("'a + b'", "'a + b'");
        row("7", "7");
        row("a - a", "0");
        row("?", "?");
        row("-1", "?");
        row("", "?");
    }
    void canonicalText() {
        QFETCH(QString, given);
        QFETCH(QString, expected);
        const Dim dim = named(given.toStdString());
        QCOMPARE(text(ir::asExtent(ir::minus(ir::plus(dim, named("other")), named("other")))),
                 given == "-1" ? QStringLiteral("?") : expected);
    }
    void arithmetic() {
        const Dim n = named("n"), h = named("h"), w = named("w");
        QCOMPARE(text(ir::times(2, n)), QStringLiteral("2*n"));
        QCOMPARE(ir::times(ir::times(n, h), w), ir::times(w, ir::times(h, n)));
        QCOMPARE(ir::floorDivide(ir::times(ir::times(n, h), w), ir::times(w, n)), h);
        QCOMPARE(ir::floorDivide(ir::times(ir::plus(n, h), w), ir::plus(h, n)), w);
        QCOMPARE(text(ir::ceilDivide(h, 8)), QStringLiteral("floor((h + 7)/8)"));
        QCOMPARE(text(ir::times(3, named("batch size"))), QStringLiteral("3*'batch size'"));
        QCOMPARE(ir::floorDivide(ir::times(3, named("batch size")), 3), named("batch size"));
        QCOMPARE(ir::floorDivide(h, 0), Dim());
        QCOMPARE(ir::plus(h, Dim()), Dim());
        QCOMPARE(ir::plus(ir::integerDim(-1), 3), Dim(2));
        QCOMPARE(ir::minus(2, 5), ir::integerDim(-3));
        QCOMPARE(*ir::constantOf(ir::integerDim(INT64_MIN)), INT64_MIN);
    }
    void order() {
        const Dim a = named("a"), b = named("b");
        QCOMPARE(ir::maximum(a, 0), a);
        QCOMPARE(ir::minimum(ir::plus(a, 1), a), a);
        QCOMPARE(ir::maximum(a, b), Dim());
        QCOMPARE(ir::minimum(a, 5), Dim());
        QCOMPARE(ir::signOf(ir::plus(a, 1)), std::optional(1));
        QCOMPARE(ir::signOf(ir::minus(ir::integerDim(-1), a)), std::optional(-1));
        QVERIFY(!ir::signOf(a));
        QVERIFY(!ir::signOf(ir::minus(a, b)));
        QVERIFY(ir::isNonNegative(a));
        QVERIFY(!ir::isNonNegative(ir::minus(a, 1)));
    }
    void substitution() {
        const Dim dim = named("3*'batch size' + floor((h + 31)/32)*w");
        QCOMPARE(ir::symbolsOf(dim), (std::vector<std::string>{"batch size", "h", "w"}));
        QCOMPARE(text(ir::substitute(dim, {{"h", 224}})), QStringLiteral("3*'batch size' + 7*w"));
        QCOMPARE(ir::substitute(dim, {{"h", 224}, {"w", 2}, {"batch size", 5}}), Dim(29));
        QCOMPARE(ir::substitute(named("2*seq"), {{"2*seq", 9}, {"seq", 1}}), Dim(9)); // the whole text first
        QCOMPARE(ir::substitute(named("a - b"), {{"a", 1}, {"b", 2}}), Dim());        // no extent
        QCOMPARE(ir::substitute(named("a"), {{"a", -2}}), named("a"));
        QCOMPARE(ir::substitute(named("floor(a/b)"), {{"b", 0}}), Dim());
    }
    // Random expressions, once through symbols and once through numbers.
    void agreesWithNumbers() {
        std::mt19937 random(7);
        for (int round = 0; round < 3000; ++round) {
            const ir::SymbolValues values{
                {"a", 1 + random() % 40}, {"b", 1 + random() % 40}, {"c", random() % 9}};
            std::vector<std::pair<Dim, std::int64_t>> known;
            for (const auto& [name, value] : values)
                known.emplace_back(named(name), value);
            known.emplace_back(Dim(3), 3);
            for (int step = 0; step < 6; ++step) {
                const auto& [x, p] = known[random() % known.size()];
                const auto& [y, q] = known[random() % known.size()];
                const auto floored = [](std::int64_t u, std::int64_t v) {
                    return u / v - (u % v != 0 && (u < 0) != (v < 0) ? 1 : 0);
                };
                Dim dim;
                std::int64_t number = 0;
                switch (random() % 4) {
                case 0:
                    dim = ir::plus(x, y), number = p + q;
                    break;
                case 1:
                    dim = ir::minus(x, y), number = p - q;
                    break;
                case 2:
                    dim = ir::times(x, y), number = p * q;
                    break;
                default: {
                    const std::int64_t divisor = 1 + static_cast<std::int64_t>(random() % 6);
                    dim = ir::floorDivide(x, divisor), number = floored(p, divisor);
                }
                }
                if (dim == Dim() || std::abs(number) > (1 << 30)) continue;
                const Dim result = ir::substitute(dim, values);
                const auto constant = ir::constantOf(result);
                QVERIFY2(number < 0 ? result == Dim() || constant == number : constant == number,
                         dim.text().c_str());
                known.emplace_back(dim, number);
            }
        }
    }
    void hostileText() {
        for (const std::string& symbol :
             {std::string(500, '('), std::string(100000, 'a'), std::string("9223372036854775807*a"),
              std::string("99999999999999999999"), std::string("a*a*a*a*a*a*a*a*a*a"),
              std::string("floor(a/0)"), std::string("floor(9223372036854775807/a)"),
              std::string("-9223372036854775808"), std::string("'"), std::string("''"), std::string("\0x", 2),
              std::string("\xff\xfe"), std::string("floor"), std::string("floor("), std::string("((a))"),
              std::string("a--b")}) {
            const Dim dim = named(symbol);
            for (const Dim& other : {Dim(2), Dim(INT64_MAX), named("b"), dim, ir::integerDim(INT64_MIN)}) {
                ir::plus(dim, other);
                ir::minus(dim, other);
                ir::times(dim, other);
                ir::floorDivide(dim, other);
                ir::ceilDivide(other, dim);
                ir::maximum(dim, other);
                QVERIFY(ir::plus(dim, other).text().size() <= std::max<std::size_t>(600, symbol.size()));
            }
            ir::substitute(dim, {{"a", 3}});
        }
    }
    void expressionsStayBounded() {
        Dim dim = named("a");
        for (int i = 0; i < 40; ++i) {
            dim = ir::times(dim, ir::plus(dim, named("name_" + std::to_string(i))));
            QVERIFY(dim.text().size() < 600);
        }
        QCOMPARE(dim, Dim());
        QCOMPARE(ir::times(Dim(INT64_MAX), Dim(2)), Dim());
        QCOMPARE(ir::plus(Dim(INT64_MAX), Dim(1)), Dim());
    }
};

EDGEWRIGHT_TEST(DimExpressionTest)

} // namespace edgewright::dim_expression_test

#include "dim_expression_test.moc"
