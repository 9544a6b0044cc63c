// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/short_labels.h"

#include "core/base/utf8.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <random>

namespace edgewright::short_labels_test {

double characters(std::string_view text) {
    return static_cast<double>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

using Names = std::vector<std::string>;

Names shortened(const Names& names, double room) { return ShortLabels(names).labels(room, characters); }

class ShortLabelsTest : public QObject {
    Q_OBJECT
private slots:
    void whatIsCommonGoesFirst() {
        const Names names{"/features/features.3/conv/conv.1/conv.1.0/Conv",
                          "/features/features.13/conv/conv.1/conv.1.0/Conv"};
        QCOMPARE(shortened(names, 60), names);
        QCOMPARE(shortened(names, 20), (Names{"…/features.3…/Conv", "…/features.13…/Conv"}));
        QCOMPARE(shortened(names, 16), (Names{"…/features.3…", "…/features.13…"}));
        QCOMPARE(shortened(names, 5), (Names{"…3…", "…13…"})); // numbers are whole
    }

    void everyPartThatTellsStays() {
        const Names names{"/model/layers.3/self_attn/q_proj/MatMul", "/model/layers.13/self_attn/q_proj/MatMul",
                          "/model/layers.13/self_attn/k_proj/MatMul", "/model/layers.13/mlp/Mul"};
        QCOMPARE(shortened(names, 18),
                 (Names{"…3…/q_proj/MatMul", "…13…/q_proj/MatMul", "…/k_proj/MatMul", "…/mlp/Mul"}));
    }

    void theEndOfASingleNameStays() {
        const std::string name = "/features/features.3/conv/conv.1/conv.1.0/Conv";
        QCOMPARE(shortened({name}, 24), (Names{"…/conv.1/conv.1.0/Conv"}));
        QCOMPARE(shortened({name, name}, 12), (Names{"…/Conv", "…/Conv"}));
        QCOMPARE(shortened({"quantized_convolution_7"}, 12), (Names{"…nvolution_7"}));
    }

    void anEndOfAnotherNameIsWhole() {
        const Names names{"conv", "a/conv", "b/a/conv"};
        QCOMPARE(shortened(names, 1), names);
    }

    void noCharacterIsCut() {
        for (const Names& names : {Names{"Größe_äöü", "Größe_äö", "Höhe_äöü"}, Names{"名前/一", "名前/二"}})
            for (double room = 0; room < 12; ++room)
                for (const std::string& label : shortened(names, room))
                    for (std::size_t at = 0; at < label.size();) {
                        const CodePoint point = codePointAt(label, at);
                        QVERIFY(isCodePoint(point.value));
                        at += point.bytes;
                    }
    }

    // Of all rooms and all names, few letters so that names are alike.
    void differentNamesNeverReadTheSame() {
        std::mt19937 random(1);
        for (const Names& letters : {Names{"a", "b", "/"}, Names{"a", "1", "2", ".", "/", ":", "ä"}})
            for (int round = 0; round < 2000; ++round) {
                Names names(2 + random() % 8);
                for (std::string& name : names)
                    for (std::size_t i = 1 + random() % 9; i > 0; --i)
                        name += letters[random() % letters.size()];
                const ShortLabels labels(names);
                std::map<std::string, std::string> nameOf;
                for (std::size_t i = 0; i < names.size(); ++i)
                    for (double room = 0; room < 10; ++room) {
                        const std::string label = labels.label(i, room, characters);
                        const std::string& known = nameOf.emplace(label, names[i]).first->second;
                        QVERIFY2(known == names[i], (label + ": " + names[i] + ", " + known).c_str());
                    }
            }
    }

    void asMuchAsThereIsRoomFor() {
        const Names names{"/encoder/layer.0/attention/output/Add", "/encoder/layer.1/attention/output/Add",
                          "/encoder/layer.1/output/Add"};
        std::size_t before = 0;
        for (double room = 8; room < 40; ++room) {
            const std::string label = shortened(names, room).front();
            QVERIFY(characters(label) <= room);
            before = std::max(before, label.size());
        }
        QCOMPARE(before, names.front().size());
    }

    void longNames() {
        const std::string beginning(2000, 'a'), end(2000, 'b');
        QCOMPARE(shortened({std::string(4000, '7')}, 6), (Names{"…77777"}));
        for (const std::string around : {"/", "-"}) { // of three parts, of one
            Names names;
            for (int i = 0; i < 200; ++i)
                names.push_back(beginning + around + std::to_string(i) + around + end);
            Names labels = shortened(names, 20);
            std::ranges::sort(labels);
            QVERIFY(std::ranges::adjacent_find(labels) == labels.end());
            for (const std::string& label : labels)
                QVERIFY2(characters(label) <= 20, label.c_str());
        }
    }

    void manyNames() {
        Names names;
        for (int i = 0; i < 10'000; ++i)
            names.push_back("/model/layers." + std::to_string(i / 20) + "/block/op_" + std::to_string(i % 20) +
                            "/MatMul");
        Names labels = shortened(names, 22);
        std::ranges::sort(labels);
        QVERIFY(std::ranges::adjacent_find(labels) == labels.end());
        for (const std::string& label : labels)
            QVERIFY(characters(label) <= 22);
    }

    void parentsAndTheirMembers() { // as deep as names are many
        Names names;
        std::string name;
        for (int i = 0; i < 1000; ++i)
            names.push_back(name += "/a");
        Names labels = shortened(names, 20);
        std::ranges::sort(labels);
        QVERIFY(std::ranges::adjacent_find(labels) == labels.end());
    }
};

EDGEWRIGHT_TEST(ShortLabelsTest)

} // namespace edgewright::short_labels_test

#include "short_labels_test.moc"
