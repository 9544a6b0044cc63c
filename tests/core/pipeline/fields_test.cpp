// SPDX-License-Identifier: GPL-3.0-or-later
// Structs of choices and their tables: no member is forgotten, each field is one member.
#include "core/kernels/choice_fields.h"
#include "core/measure/effort_fields.h"
#include "tests/support/setting_edits.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

namespace edgewright::fields_test {

namespace {

struct Members {
    bool a = true;
    std::optional<std::int64_t> b;
    std::string c = "c";
    friend bool operator==(const Members&, const Members&) = default;
};

} // namespace

class FieldsTest : public QObject {
    Q_OBJECT

    template <typename S>
    static void check(std::span<const Field<S>> fields, std::size_t special) {
        const std::string problem = test::problemOf(fields, special);
        QVERIFY2(problem.empty(), problem.c_str());
    }

private slots:
    // What the others rely on: a table with a member less, or one member twice, is not passed over.
    void aGapIsFound() {
        static_assert(test::memberCount<Members>() == 3);
        static constexpr auto A = field<&Members::a>({.key = "a", .title = "A"});
        static constexpr auto B = field<&Members::b>({.key = "b", .title = "B"});
        static constexpr auto C = field<&Members::c>({.key = "c", .title = "C"});
        static constexpr auto AgainB = field<&Members::b>({.key = "again", .title = "B"});
        static constexpr std::array Whole{A, B, C}, Twice{A, B, AgainB};
        static constexpr std::array Short{A, B};
        check(std::span<const Field<Members>>(Whole), 0);
        check(std::span<const Field<Members>>(Short), 1);
        QVERIFY(!test::problemOf(std::span<const Field<Members>>(Short), 0).empty());
        QCOMPARE(test::problemOf(std::span<const Field<Members>>(Twice), 0), std::string("b changes again"));
    }

    // `special`: members that are no single value, with code of their own.
    void everyMemberHasItsField() {
        check(cost::acceleratorFields(), 0);
        check(kernels::choiceFields(), 3); // parameters, what was tuned and what was generated are of logs
        check(measure::effortFields(), 0);
        check(fusion::optionFields(), 3); // without, skipped, userGroups
        check(quant::schemeFields(), 0);
        check(pipeline::quantizationFields(), 0);
        check(pipeline::int8Fields(), 1);  // study
        check(pipeline::spaceFields(), 2); // axes, constraints
        check(cost::constraintFields(), 0);
        // Of a layer, a tensor, of requests, what is compared or explored, what is beside it.
        check(pipeline::viewFields(), 14);
        // Several tables of one struct, or one table of several: what is special to the others is.
        const auto study = static_cast<std::size_t>(5); // schemes, ranges, limits
        check(quant::codeFields(), quant::arithmeticFields().size() + study);
        check(quant::arithmeticFields(), quant::codeFields().size() + study);
        // bindings, fusion, liveness, accelerator, tilings, space, int8, quantization, captions, viewState, and
        // of what lies in liveness: unshared, outside, scratch, bodies.
        const std::size_t members =
            test::memberCount<pipeline::Settings>() + test::memberCount<memory::LivenessOptions>();
        QCOMPARE(pipeline::memoryFields().size() + pipeline::checkFields().size() +
                     pipeline::figureFields().size() + 10 + 4,
                 members);
    }

    // What editors of such files go by.
    void theSchemaSaysTheSame() {
        QFile file(QString::fromStdString(
            (test::sample("").parent_path().parent_path() / "resources/accelerators/schema.json").string()));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonObject properties =
            QJsonDocument::fromJson(file.readAll()).object()[QStringLiteral("properties")].toObject();
        for (const Field<cost::Accelerator>& field : cost::acceleratorFields()) {
            const std::string key(field.key);
            const QJsonObject entry = properties[QString::fromStdString(key)].toObject();
            QVERIFY2(!entry.isEmpty(), key.c_str());
            const QJsonArray listed = entry[QStringLiteral("enum")].toArray();
            QCOMPARE(listed.size(), field.kind == FieldKind::Choice || field.hasOnlyChoices
                                        ? qsizetype(field.choices.size())
                                        : 0);
            for (const QJsonValue& number : listed)
                if (field.hasOnlyChoices) QVERIFY2(field.admits(number.toDouble()), key.c_str());
            if (field.kind == FieldKind::Count && !field.hasOnlyChoices) {
                QCOMPARE(entry[QStringLiteral("minimum")].toInteger(-1), static_cast<qint64>(field.lowest));
                QCOMPARE(entry[QStringLiteral("maximum")].toInteger(-1), field.highest);
            }
            for (qsizetype i = 0; field.kind == FieldKind::Choice && i < qsizetype(field.choices.size()); ++i)
                QCOMPARE(listed.at(i).toString().toStdString(), std::string(field.choices[std::size_t(i)].key));
        }
    }

    // In the settings as a whole: each edit is another one, and of valid words.
    void everyEditIsAnother() {
        std::vector<pipeline::Settings> made;
        for (const test::SettingEdit& edit : test::settingEdits()) {
            pipeline::Settings changed;
            edit.apply(changed);
            QVERIFY2(std::ranges::find(made, changed) == made.end() && changed != pipeline::Settings(),
                     edit.what.c_str());
            made.push_back(changed);
        }
    }
};

EDGEWRIGHT_TEST(FieldsTest)

} // namespace edgewright::fields_test

#include "fields_test.moc"
