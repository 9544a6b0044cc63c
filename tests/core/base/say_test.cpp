// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/language.h"
#include "core/base/say.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <thread>
#include <utility>

namespace edgewright::say_test {

namespace {

using Texts = std::vector<std::pair<std::string, std::string>>; // originals and translations

const std::string Head = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=1; plural=0;\n";

std::string numberBytes(std::size_t number, bool isBigEndian) {
    std::string bytes;
    for (unsigned i = 0; i < 4; ++i)
        bytes += static_cast<char>(number >> 8U * (isBigEndian ? 3 - i : i) & 0xFFU);
    return bytes;
}

// As msgfmt writes it, but for the order, which is that of `texts`.
std::string moOf(const Texts& texts, bool isBigEndian = false) {
    const auto bytes = [&](std::size_t number) { return numberBytes(number, isBigEndian); };
    const std::size_t head = 28, table = 8 * texts.size();
    std::string originals, translations, all;
    std::size_t place = head + 2 * table;
    for (const bool isTranslation : {false, true})
        for (const auto& each : texts) {
            const std::string& text = isTranslation ? each.second : each.first;
            (isTranslation ? translations : originals) += bytes(text.size()) + bytes(place);
            all += text + '\0';
            place += text.size() + 1;
        }
    return bytes(0x950412de) + bytes(0) + bytes(texts.size()) + bytes(head) + bytes(head + table) + bytes(0) +
           bytes(0) + originals + translations + all;
}

std::string plural(const std::string& one, const std::string& several) { return one + '\0' + several; }

Texts sample() {
    Texts texts{{"", Head},
                {plural("{1} cell of {2}", "{1} cells of {2}"), "{2}的 {1} 个单元"},
                {"{1} of {2} cells", "{2} 个单元中的 {1} 个"},
                {"Word\004open", "打开"},
                {"open", "开放"},
                {"left out", ""}};
    std::ranges::sort(texts);
    return texts;
}

void speakSample() {
    auto made = MessageCatalogue::from(moOf(sample()));
    QVERIFY2(made.has_value(), made ? "" : made.error().message.c_str());
    speakBy(std::make_shared<const MessageCatalogue>(std::move(*made)));
}

std::string problemWith(const std::string& mo) {
    const auto made = MessageCatalogue::from(mo);
    return made ? std::string() : made.error().message;
}

} // namespace

class SayTest : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QVERIFY(speak(English)); }

    void englishFillsIn() {
        QCOMPARE(say("nothing more"), std::string("nothing more"));
        QCOMPARE(say("{2} of {1}, {2}", std::string("all"), std::string_view("none")),
                 std::string("none of all, none"));
        QCOMPARE(say("{1} and {2}", 12340, Grouped{-12340}), std::string("12340 and -12 340"));
        QCOMPARE(say("{1}", std::uint64_t(UINT64_MAX)), std::string("18446744073709551615"));
        QCOMPARE(say("{\"batch\": {1}}, {}, {x}, {", 8), std::string("{\"batch\": 8}, {}, {x}, {"));
    }
    void argumentsAreNoFormats() { QCOMPARE(say("{1}, {2}", "{2}", "{1}"), std::string("{2}, {1}")); }
    void englishCounts() {
        QCOMPARE(sayCount(1, "one cell of {2}", "{1} cells of {2}", "tiny"), std::string("one cell of tiny"));
        QCOMPARE(sayCount(0, "{1} cell", "{1} cells"), std::string("0 cells"));
        QCOMPARE(sayCount(Grouped{12340}, "{1} cell", "{1} cells"), std::string("12 340 cells"));
    }
    void listsHaveAnAnd() {
        QCOMPARE(sayList({}), std::string());
        QCOMPARE(sayList({"a"}), std::string("a"));
        QCOMPARE(sayList({"a", "b"}), std::string("a and b"));
        QCOMPARE(sayList({"a", "b", "c"}), std::string("a, b and c"));
    }

    void translationsOrderAnew() {
        speakSample();
        QCOMPARE(say("{1} of {2} cells", 3, 24), std::string("24 个单元中的 3 个"));
    }
    void pluralsHaveTheFormsOfTheLanguage() {
        speakSample();
        QCOMPARE(sayCount(1, "{1} cell of {2}", "{1} cells of {2}", "tiny"), std::string("tiny的 1 个单元"));
        QCOMPARE(sayCount(2, "{1} cell of {2}", "{1} cells of {2}", "tiny"), std::string("tiny的 2 个单元"));
        const auto two = MessageCatalogue::from(moOf({{"", "Plural-Forms: nplurals=2; plural=(n != 1);\n"},
                                                      {plural("a", "b"), plural("ein", "viele")}}));
        QVERIFY(two);
        QCOMPARE(two->text("", "a", 1), std::optional<std::string_view>("ein"));
        QCOMPARE(two->text("", "a", 0), std::optional<std::string_view>("viele"));
        QCOMPARE(two->text("", "a", -1), std::optional<std::string_view>("viele"));
    }
    void contextsTellApart() {
        speakSample();
        QCOMPARE(say("open"), std::string("开放"));
        QCOMPARE(sayIn("Word", "open"), std::string("打开"));
        QCOMPARE(translated("Word", "open"), std::string("打开"));
        QCOMPARE(translated("Column", "open"), std::string("open"));
    }
    void whatIsMissingIsEnglish() {
        speakSample();
        QCOMPARE(say("{1} is not there", "x"), std::string("x is not there"));
        QCOMPARE(say("left out"), std::string("left out"));             // there, and not translated
        QCOMPARE(sayCount(1, "open", "{1} open"), std::string("open")); // there, without a plural
        QCOMPARE(translated("Word", ""), std::string());
    }
    void filesAreInEnglish() {
        speakSample();
        {
            const InEnglish outer;
            { const InEnglish inner; }
            QCOMPARE(say("open"), std::string("open"));
            std::string elsewhere;
            std::thread([&] { elsewhere = say("open"); }).join();
            QCOMPARE(elsewhere, std::string("开放"));
        }
        QCOMPARE(say("open"), std::string("开放"));
    }

    void eitherEndComesFirst() {
        const auto big = MessageCatalogue::from(moOf(sample(), true));
        QVERIFY(big);
        QCOMPARE(big->text("", "open"), std::optional<std::string_view>("开放"));
        QCOMPARE(big->size(), sample().size() - 1);
    }
    void damageIsRefused() {
        const std::string whole = moOf(sample());
        QCOMPARE(problemWith(whole), std::string());
        for (std::size_t length = 0; length < whole.size(); ++length)
            QVERIFY2(!problemWith(whole.substr(0, length)).empty(), qPrintable(QString::number(length)));
        for (std::size_t at = 0; at < whole.size(); ++at)
            for (const char flipped : {'\x01', '\x80', '\xFF'}) {
                std::string damaged = whole;
                damaged[at] = static_cast<char>(damaged[at] ^ flipped);
                problemWith(damaged); // ends, whatever it says
            }
    }
    void eachDamageIsNamed() {
        QCOMPARE(problemWith(std::string(28, 'x')), std::string("is no catalogue of gettext"));
        QCOMPARE(problemWith(moOf({{"b", "1"}, {"a", "2"}})),
                 std::string("the catalogue is damaged: its entries are in no order"));
        QCOMPARE(problemWith(moOf({{"a", "\xC3("}})), std::string("the catalogue is not in UTF-8"));
        QCOMPARE(problemWith(moOf({{"", "Plural-Forms: nplurals=3; plural=n%3;\n"}})),
                 std::string("the catalogue has a rule for plurals that is not known: nplurals=3;plural=n%3;"));
        QCOMPARE(problemWith(moOf({{"", Head}, {plural("a", "b"), plural("1", "2")}})),
                 std::string("the catalogue is damaged: an entry has not as many forms as the language"));
    }

    void languagesAreWhole() {
        const std::vector<std::string> all = languages();
        QCOMPARE(all.front(), std::string("en"));
        for (const std::string& each : all) {
            const auto spoken = speak(each);
            QVERIFY2(spoken, spoken ? "" : spoken.error().message.c_str());
            QCOMPARE(spokenCatalogue() == nullptr, each == English);
        }
        QVERIFY(speak(English));
        QCOMPARE(speak("tlh").error().message, std::string("there are no sentences in the language 'tlh'"));
        QCOMPARE(speak("").error().code, ErrorCode::BadInput);
    }
    void localesAreLanguages_data() {
        QTest::addColumn<QByteArray>("all");
        QTest::addColumn<QByteArray>("lang");
        QTest::addColumn<QByteArray>("list");
        QTest::addColumn<bool>("isChinese");
        QTest::newRow("none") << QByteArray() << QByteArray() << QByteArray() << false;
        QTest::newRow("C") << QByteArray("C") << QByteArray("zh_CN.UTF-8") << QByteArray("zh_CN") << false;
        QTest::newRow("C.UTF-8") << QByteArray("C.UTF-8") << QByteArray() << QByteArray("zh_CN") << false;
        QTest::newRow("LANG") << QByteArray() << QByteArray("zh_CN.UTF-8") << QByteArray() << true;
        QTest::newRow("LC_ALL") << QByteArray("en_GB.UTF-8") << QByteArray("zh_CN.UTF-8") << QByteArray()
                                << false;
        QTest::newRow("LANGUAGE") << QByteArray("en_GB.UTF-8") << QByteArray() << QByteArray("tlh:zh_CN:en")
                                  << true;
        QTest::newRow("LANGUAGE, English first")
            << QByteArray("zh_CN") << QByteArray() << QByteArray("en_US:zh_CN") << false;
        QTest::newRow("Taiwan") << QByteArray("zh_TW.UTF-8") << QByteArray() << QByteArray() << false;
        QTest::newRow("without a country") << QByteArray("zh@x") << QByteArray() << QByteArray() << true;
    }
    void localesAreLanguages() {
        if (languages().size() == 1) QSKIP("built without gettext");
        QFETCH(const QByteArray, all);
        QFETCH(const QByteArray, lang);
        QFETCH(const QByteArray, list);
        QFETCH(const bool, isChinese);
        const QByteArray before = qgetenv("LC_ALL");
        qputenv("LC_ALL", all);
        qputenv("LC_MESSAGES", "");
        qputenv("LANG", lang);
        qputenv("LANGUAGE", list);
        const std::string found = languageOfEnvironment();
        qputenv("LC_ALL", before);
        QCOMPARE(found, std::string(isChinese ? "zh_CN" : "en"));
    }

    void anotherThreadMaySwitch() {
        auto made = MessageCatalogue::from(moOf(sample()));
        QVERIFY(made);
        const auto catalogue = std::make_shared<const MessageCatalogue>(std::move(*made));
        std::atomic<bool> ends = false;
        std::thread switching([&] {
            for (int i = 0; i < 2000; ++i)
                speakBy(i % 2 == 0 ? std::make_shared<const MessageCatalogue>(*catalogue) : nullptr);
            ends = true;
        });
        bool isWhole = true;
        do {
            const std::string text = say("{1} of {2} cells", 3, 24);
            isWhole = isWhole && (text == "3 of 24 cells" || text == "24 个单元中的 3 个");
        } while (!ends);
        switching.join();
        QVERIFY(isWhole);
    }
};

EDGEWRIGHT_TEST(SayTest)

} // namespace edgewright::say_test

#include "say_test.moc"
