// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/ops/kernel_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::text_test {

using namespace edgewright::test;

using Strings = std::vector<std::string>;

namespace {

ir::Tensor strings(const Strings& list) { return ir::Tensor::ofStrings({std::int64_t(list.size())}, list); }

Outcome matchAll(const std::string& pattern, const Strings& texts) {
    return Probe("RegexFullMatch", 20).attribute("pattern", pattern).input(strings(texts)).run();
}

} // namespace

class TextTest : public QObject {
    Q_OBJECT
private slots:
    void matchesWholeText_data() {
        QTest::addColumn<QByteArray>("pattern");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("matches");
        const auto row = [](const char* pattern, const char* text, bool expected) {
            QTest::addRow("%s | %s", pattern, text) << QByteArray(pattern) << QByteArray(text) << expected;
        };
        row("", "", true);
        row("", "a", false);
        row("abc", "abc", true);
        row("abc", "abcd", false);
        row("b", "abc", false);
        row("a.c", "abc", true);
        row("a.c", "a\nc", false);
        row("(?s)a.c", "a\nc", true);
        row("a.c",
            "a\xc3\xa4"
            "c",
            true);
        row("a..c",
            "a\xc3\xa4"
            "c",
            false);
        row("a.c",
            "a\xff"
            "c",
            false);
        row("[^b]", "\xff", false);
        row("[a-cx-z]+", "abzx", true);
        row("[^a-c]+", "xyz", true);
        row("[^a-c]+", "xbz", false);
        row("[]a]+", "]a]", true);
        row("[a-]+", "-a", true);
        row("[[:digit:][:upper:]]+", "A1B2", true);
        row("[[:^digit:]]+", "a1", false);
        row("[\\w.]+@[\\w.]+", "x.y@z.org", true);
        row("[\\D]+", "ab", true);
        row("\\d{2,3}", "1", false);
        row("\\d{2,3}", "12", true);
        row("\\d{2,3}", "123", true);
        row("\\d{2,3}", "1234", false);
        row("\\d{2,}", "12345", true);
        row("\\d{2}", "123", false);
        row("a{,2}", "a{,2}", true);
        row("(ab|c)*d", "ababccd", true);
        row("(ab|c)*d", "abad", false);
        row("a|b|", "", true);
        row("(a*)*", "aaaa", true);
        row("(a|aa)+?", "aaaa", true);
        row("x*?y??", "xxy", true);
        row("(?:ab)+", "abab", true);
        row("(?P<name>ab)c", "abc", true);
        row("(?i)stra\xc3\x9f"
            "e",
            "STRA\xc3\x9f"
            "E",
            true);
        row("(?i)\xc3\xa4", "\xc3\x84", true);
        row("(?i:a)b", "AB", false);
        row("(?i:a)b", "Ab", true);
        row("a(?i)b", "aB", true);
        row("^abc$", "abc", true);
        row("a^b", "ab", false);
        row("a$\nb", "a\nb", false);
        row("(?m)a$\n^b", "a\nb", true);
        row("\\Aa\\z", "a", true);
        row("\\bab\\b c", "ab c", true);
        row("a\\bb", "ab", false);
        row("a\\Bb", "ab", true);
        row("\\x41\\x{e4}\\.\\\\", "A\xc3\xa4.\\", true);
        row("\\t\\n", "\t\n", true);
        row("\\s\\S", " x", true);
        row("\\s", "\v", false);
    }
    void matchesWholeText() {
        QFETCH(QByteArray, pattern);
        QFETCH(QByteArray, text);
        QFETCH(bool, matches);
        const auto out = matchAll(pattern.toStdString(), {text.toStdString()});
        QVERIFY2(out, out.text());
        QCOMPARE(ir::toInt64s(out[0]), (Ints{matches ? 1 : 0}));
    }
    void refusesPatterns_data() {
        QTest::addColumn<QByteArray>("pattern");
        QTest::addColumn<QByteArray>("reason");
        const auto row = [](const char* pattern, const char* reason) {
            QTest::addRow("%s", pattern) << QByteArray(pattern) << QByteArray(reason);
        };
        row("a(b", "missing )");
        row("ab)", "unexpected )");
        row("a[b", "missing ]");
        row("*a", "no argument for repetition operator: *");
        row("a**", "bad repetition operator: **");
        row("a{3,2}", "invalid repetition size: {3,2}");
        row("a{1001}", "invalid repetition size: {1001}");
        row("[z-a]", "invalid character class range: z-a");
        row("ab\\", "trailing \\");
        row("a\xff", "invalid UTF-8");
        row("(a)\\1", "invalid escape sequence: \\1");
        row("a(?=b)", "invalid perl operator: (?=");
        row("((a{1000}){1000}){1000}", "invalid repetition size");
    }
    void refusesPatterns() {
        QFETCH(QByteArray, pattern);
        QFETCH(QByteArray, reason);
        const auto out = matchAll(pattern.toStdString(), {"a"});
        QVERIFY(!out);
        QVERIFY2(QByteArray(out.text()).contains("the pattern is refused: " + reason), out.text());
    }
    // Whoever backtracks does not come to an end here.
    void hostilePatternsTakeLinearTime() {
        const std::string text(20'000, 'a');
        for (const char* pattern : {"(a*)*b", "(a|a)*b", "(a?){50}a{50}b", "((a*)+)*"}) {
            const auto out = matchAll(pattern, {text});
            QVERIFY2(out, out.text());
            QCOMPARE(ir::toInt64s(out[0]), (Ints{std::string_view(pattern) == "((a*)+)*" ? 1 : 0}));
        }
        QVERIFY(!matchAll(std::string(100'000, '('), {"a"}));
        QVERIFY(!matchAll(std::string(100'000, '['), {"a"}));
    }
    void regexOperator() {
        const auto out = Probe("RegexFullMatch", 20)
                             .attribute("pattern", std::string("[a-z]+\\.com"))
                             .input(strings({"ab.com", "ab.org", ""}))
                             .run();
        QVERIFY2(out, out.text());
        QCOMPARE(ir::toInt64s(out[0]), (Ints{1, 0, 0}));
        QVERIFY(
            !Probe("RegexFullMatch", 20).attribute("pattern", std::string("(")).input(strings({"a"})).run());
        QVERIFY(!Probe("RegexFullMatch", 20).input(ir::Tensor::scalar(1.0f)).run());
    }
    void splitsAsPython_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("delimiter");
        QTest::addColumn<int>("most");
        QTest::addColumn<QByteArrayList>("pieces");
        const auto row = [](const char* text, const char* delimiter, int most, const QByteArrayList& pieces) {
            QTest::addRow("%s by %s at most %d", text, delimiter, most)
                << QByteArray(text) << QByteArray(delimiter) << most << pieces;
        };
        row("a b  c", "", -1, {"a", "b", "c"});
        row("  a  b c  ", "", 1, {"a", "b c  "});
        row("  a ", "", 0, {"a "});
        row("   ", "", -1, {});
        row("", "", -1, {});
        row("a,b,,c", ",", -1, {"a", "b", "", "c"});
        row("a,b,,c", ",", 2, {"a", "b", ",c"});
        row("", ",", -1, {""});
        row("a--b--c", "--", -1, {"a", "b", "c"});
        row(",", ",", -1, {"", ""});
    }
    void splitsAsPython() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, delimiter);
        QFETCH(int, most);
        QFETCH(QByteArrayList, pieces);
        Probe probe("StringSplit", 20);
        if (!delimiter.isEmpty()) probe.attribute("delimiter", delimiter.toStdString());
        if (most >= 0) probe.attribute("maxsplit", std::int64_t(most));
        const auto out = probe.input(strings({text.toStdString(), "x"})).outputs(2).run();
        QVERIFY2(out, out.text());
        QCOMPARE(ir::toInt64s(out[1]), (Ints{pieces.size(), 1}));
        const std::int64_t width = std::max<std::int64_t>(1, pieces.size());
        QCOMPARE(out[0].dims(), (ir::Dims{2, width}));
        for (int i = 0; i < pieces.size(); ++i)
            QCOMPARE(out[0].strings()[std::size_t(i)], pieces[i].toStdString());
        QCOMPARE(out[0].strings()[std::size_t(width)], std::string("x"));
    }
    void concatenates() {
        const auto out = Probe("StringConcat", 20)
                             .input(ir::Tensor::ofStrings({2, 1}, {"a", "b"}))
                             .input(strings({"x", "", "z"}))
                             .run();
        QVERIFY2(out, out.text());
        QCOMPARE(out[0].dims(), (ir::Dims{2, 3}));
        QCOMPARE(out[0].strings(), (Strings{"ax", "a", "az", "bx", "b", "bz"}));
        const auto one = ir::Tensor::scalar(1.0f);
        QVERIFY(!Probe("StringConcat", 20).input(one).input(one).run());
    }
    void normalises() {
        const Strings words{"Montag", "\xc3\x84pfel", "MONTAG", "\xce\xa3\xd0\x96"};
        const auto run = [&](const char* change, std::int64_t exact, const Strings& stop) {
            return Probe("StringNormalizer", 10)
                .attribute("case_change_action", std::string(change))
                .attribute("is_case_sensitive", exact)
                .attribute("stopwords", stop)
                .input(strings(words))
                .run();
        };
        QCOMPARE(run("UPPER", 1, {"Montag"})[0].strings(),
                 (Strings{"\xc3\x84PFEL", "MONTAG", "\xce\xa3\xd0\x96"}));
        QCOMPARE(run("LOWER", 0, {"montag"})[0].strings(), (Strings{"\xc3\xa4pfel", "\xcf\x83\xd0\xb6"}));
        QCOMPARE(run("NONE", 0, {})[0].strings(), words);
        const auto nothing = run("NONE", 1, words);
        QCOMPARE(nothing[0].dims(), ir::Dims{1});
        QCOMPARE(nothing[0].strings(), Strings{""});
        QVERIFY(!run("Lower", 1, {}));
        QVERIFY(!Probe("StringNormalizer", 10).input(ir::Tensor::ofStrings({2, 1}, {"a", "b"})).run());
    }
    void countsGrams() {
        const auto probe = [](const char* mode, std::int64_t gaps) {
            return Probe("TfIdfVectorizer", 9)
                .attribute("mode", std::string(mode))
                .attribute("min_gram_length", std::int64_t(1))
                .attribute("max_gram_length", std::int64_t(2))
                .attribute("max_skip_count", gaps)
                .attribute("ngram_counts", Ints{0, 2})
                .attribute("ngram_indexes", Ints{2, 0, 1})
                .attribute("weights", Floats{10, 20, 30})
                .attribute("pool_strings", Strings{"a", "b", "a", "b"})
                .input(strings({"a", "a", "b", "c", "b"}));
        };
        const auto floats = [](const Outcome& out) {
            const auto values = out[0].as<float>();
            return Floats(values.begin(), values.end());
        };
        // a: twice (column 2), b: twice (column 0), a b: once, with one gap between once more (column 1).
        QCOMPARE(floats(probe("TF", 0).run()), (Floats{2, 1, 2}));
        QCOMPARE(floats(probe("TF", 1).run()), (Floats{2, 2, 2}));
        QCOMPARE(floats(probe("TF", INT64_MAX).run()), (Floats{2, 4, 2}));
        QCOMPARE(floats(probe("IDF", 0).run()), (Floats{10, 20, 30}));
        QCOMPARE(floats(probe("TFIDF", 0).run()), (Floats{20, 20, 60}));
        QVERIFY(!probe("other", 0).run());
        QVERIFY(!probe("TF", 0).attribute("ngram_indexes", Ints{0, 1}).run());
        QVERIFY(!probe("TF", 0).attribute("ngram_indexes", Ints{0, 1, INT64_MAX}).run());
        QVERIFY(!probe("TF", 0).attribute("ngram_counts", Ints{0, 3}).run());
        QVERIFY(!probe("TF", 0).attribute("pool_strings", Strings{}).run());
    }
    void generalOperatorsMoveStrings() {
        const ir::Tensor table = ir::Tensor::ofStrings({2, 2}, {"a", "b", "c", "d"});
        const auto check = [](const Outcome& out, const ir::Dims& dims, const Strings& expected) {
            QVERIFY2(out, out.text());
            QCOMPARE(out[0].dims(), dims);
            QCOMPARE(out[0].strings(), expected);
        };
        const auto ints = [](const Ints& list) { return ir::Tensor::of({std::int64_t(list.size())}, list); };
        check(Probe("Concat", 13).attribute("axis", std::int64_t(0)).input(table).input(table).run(), {4, 2},
              {"a", "b", "c", "d", "a", "b", "c", "d"});
        check(Probe("Gather", 13).attribute("axis", std::int64_t(1)).input(table).input(ints({1})).run(),
              {2, 1}, {"b", "d"});
        check(Probe("Slice", 13).input(table).input(ints({1})).input(ints({2})).run(), {1, 2}, {"c", "d"});
        check(Probe("Tile", 13).input(table).input(ints({1, 2})).run(), {2, 4},
              {"a", "b", "a", "b", "c", "d", "c", "d"});
        check(Probe("Expand", 13).input(strings({"a"})).input(ints({2, 1})).run(), {2, 1}, {"a", "a"});
        check(Probe("Transpose", 13).input(table).run(), {2, 2}, {"a", "c", "b", "d"});
        check(Probe("Reshape", 13).input(table).input(ints({4})).run(), {4}, {"a", "b", "c", "d"});
        check(Probe("Pad", 13).input(strings({"a"})).input(ints({1, 0})).run(), {2}, {"", "a"});
        check(Probe("Where", 16)
                  .input(ir::Tensor::of<bool>({2}, {true, false}))
                  .input(table)
                  .input(strings({"x"}))
                  .run(),
              {2, 2}, {"a", "x", "c", "x"});
        check(Probe("Compress", 11)
                  .attribute("axis", std::int64_t(-1))
                  .input(table)
                  .input(ir::Tensor::of<bool>({2}, {false, true}))
                  .run(),
              {2, 1}, {"b", "d"});
        check(Probe("Unique", 11).input(strings({"b", "a", "b"})).run(), {2}, {"a", "b"});
        check(Probe("OneHot", 11).input(ints({1})).input(ints({2})).input(strings({"off", "on"})).run(), {1, 2},
              {"off", "on"});
        const auto equal = Probe("Equal", 19).input(table).input(strings({"a", "d"})).run();
        QVERIFY2(equal, equal.text());
        QCOMPARE(ir::toInt64s(equal[0]), (Ints{1, 0, 0, 1}));
    }
};

EDGEWRIGHT_TEST(TextTest)

} // namespace edgewright::text_test

#include "text_test.moc"
