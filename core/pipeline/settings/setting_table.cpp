// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/settings/setting_table.h"

#include "core/base/say.h"
#include "core/cost/accelerator_fields.h"
#include "core/fusion/option_fields.h"
#include "core/pipeline/settings/setting_fields.h"
#include "core/quant/layer/study_fields.h"
#include "core/table/field_text.h"
#include "core/table/number_text.h"

#include <algorithm>
#include <iterator>

namespace edgewright::pipeline {

namespace setting_rows {

namespace {

constexpr std::string_view Model = TRANSLATABLE("Setting", "Model"), Fusion = TRANSLATABLE("Setting", "Fusion"),
                           Memory = TRANSLATABLE("Setting", "Memory"),
                           OfAccelerator = TRANSLATABLE("Setting", "Accelerator"),
                           Space = TRANSLATABLE("Setting", "Design space"),
                           Integers = TRANSLATABLE("Setting", "Integers"),
                           Quantization = TRANSLATABLE("Setting", "Quantization"),
                           OfCheck = TRANSLATABLE("Setting", "Numeric check"),
                           OfFigures = TRANSLATABLE("Setting", "Figures");

struct Row {
    std::string group, of, setting, value, unit;

    std::string groupTitle() const { return translated("Setting", group); }
    std::string title() const {
        const std::string title = translated("Setting", setting);
        return of.empty() ? title : translated("Setting", of) + ": " + title;
    }
    bool operator==(const Row&) const = default;
};

constexpr table::Column<Row> Columns[] = {
    {{"group", TRANSLATABLE("Column", "Group")},
     [](const Row& row) -> table::Cell { return row.groupTitle(); }},
    {{"setting", TRANSLATABLE("Column", "Setting")}, [](const Row& row) -> table::Cell { return row.title(); }},
    {{"value", TRANSLATABLE("Column", "Value")}, table::member<&Row::value>},
    {{"unit", TRANSLATABLE("Column", "Unit")}, table::member<&Row::unit>},
};

// `Part` is the way from Settings to the struct.
template <auto... Part, typename S>
void add(std::vector<SettingField>& list, std::string_view group, std::span<const Field<S>> fields,
         std::string_view of = {}) {
    for (const Field<S>& field : fields)
        list.push_back({group, of, &field,
                        [&field](const Settings& settings) { return field.get((settings.*....*Part)); },
                        [&field](Settings& into, const Settings& from) {
                            field.set((into.*....*Part), field.get((from.*....*Part)));
                        }});
}

Row rowOf(const SettingField& setting, const Settings& settings) {
    const FieldInfo& field = *setting.info;
    Row row{std::string(setting.group), std::string(setting.of), std::string(field.title), {}, {}};
    const table::FieldText text = table::fieldText(field, setting.get(settings));
    row.value = text.value;
    row.unit = text.unit;
    return row;
}

// Behind the others of its group; in front of all where there is none.
void insert(std::vector<Row>& rows, std::string_view group, const std::string& setting, std::string value) {
    if (value.empty()) return;
    const auto last = std::ranges::find(rows.rbegin(), rows.rend(), group, &Row::group);
    rows.insert(last.base(), {std::string(group), {}, setting, std::move(value), {}});
}

std::string countText(std::size_t count) { return count > 0 ? std::to_string(count) : std::string(); }

std::string joined(const auto& names) {
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

std::string rangeText(const std::optional<quant::Range>& range) {
    return range ? say("{1} to {2}", table::shortestText(range->low), table::shortestText(range->high))
                 : std::string();
}

// "conv1 16x7 f64 c32 pfc, fc 1x1 f128 c256 fpc"; of many their number.
std::string tilingsText(const cost::Tilings& tilings) {
    constexpr std::size_t MaxByLayer = 8;
    if (tilings.size() > MaxByLayer) return countText(tilings.size());
    std::string text;
    for (const auto& [layer, tiling] : tilings)
        text += (text.empty() ? "" : ", ") + layer + " " + cost::textOf(tiling);
    return text;
}

std::size_t tilingsElsewhere(const Settings& settings) {
    std::size_t count = 0;
    for (const auto& [accelerator, tilings] : settings.tilings)
        count += tilings.size();
    return count - cost::tilingsFor(settings.tilings, settings.accelerator).size();
}

void insertSpecial(std::vector<Row>& rows, const Settings& settings) {
    for (const auto& [name, extent] : settings.bindings)
        insert(rows, Model, name, std::to_string(extent));
    const fusion::Options& fusion = settings.fusion;
    const auto usual = fusion::rulesOffByDefault();
    std::vector<std::string> off, on;
    std::ranges::set_difference(fusion.without, usual, std::back_inserter(off));
    std::ranges::set_difference(usual, fusion.without, std::back_inserter(on));
    insert(rows, Fusion, TRANSLATABLE("Setting", "Rules switched off"), joined(off));
    insert(rows, Fusion, TRANSLATABLE("Setting", "Rules switched on"), joined(on));
    insert(rows, Fusion, TRANSLATABLE("Setting", "Fusions taken back"), countText(fusion.skipped.size()));
    insert(rows, Fusion, TRANSLATABLE("Setting", "Groups by hand"), countText(fusion.userGroups.size()));
    insert(rows, Memory, TRANSLATABLE("Setting", "Tensors kept apart"),
           countText(settings.liveness.unshared.size()));
    insert(rows, OfAccelerator, TRANSLATABLE("Setting", "Adopted tilings"),
           tilingsText(cost::tilingsFor(settings.tilings, settings.accelerator)));
    insert(rows, OfAccelerator, TRANSLATABLE("Setting", "Tilings for other accelerators"),
           countText(tilingsElsewhere(settings)));
    insert(rows, Space, TRANSLATABLE("Setting", "Axes"), joined(settings.space.axes));
    const quant::StudyOptions& study = settings.int8.study;
    insert(rows, Integers, TRANSLATABLE("Setting", "Range of the input"), rangeText(study.inputRange));
    insert(rows, Integers, TRANSLATABLE("Setting", "Range of the output"), rangeText(study.outputRange));
}

std::vector<SettingField> allFields() {
    constexpr auto Int8 = &Settings::int8;
    constexpr auto Study = &Int8Options::study;
    std::vector<SettingField> list;
    add<&Settings::fusion>(list, Fusion, fusion::optionFields());
    add(list, Memory, memoryFields());
    add<&Settings::accelerator>(list, OfAccelerator, cost::acceleratorFields());
    add<&Settings::space>(list, Space, spaceFields());
    add<&Settings::space, &cost::SpaceChoice::constraints>(list, Space, cost::constraintFields());
    add<Int8, Study>(list, Integers, quant::codeFields());
    add<Int8, Study, &quant::StudyOptions::weightScheme>(list, Integers, quant::schemeFields(),
                                                         TRANSLATABLE("Setting", "weights"));
    add<Int8, Study, &quant::StudyOptions::activationScheme>(list, Integers, quant::schemeFields(),
                                                             TRANSLATABLE("Setting", "activations"));
    add<Int8, Study>(list, Integers, quant::arithmeticFields());
    add<Int8>(list, Integers, int8Fields());
    add<&Settings::quantization>(list, Quantization, quantizationFields());
    add(list, OfCheck, checkFields());
    add(list, OfFigures, figureFields());
    return list;
}

std::vector<Row> rowsOf(const Settings& settings) {
    std::vector<Row> rows;
    for (const SettingField& each : settingFields())
        rows.push_back(rowOf(each, settings));
    insertSpecial(rows, settings);
    return rows;
}

} // namespace

} // namespace setting_rows

const std::vector<SettingField>& settingFields() {
    static const std::vector<SettingField> fields = setting_rows::allFields();
    return fields;
}

table::Table settingTable(const Settings& settings, const std::filesystem::path& model) {
    auto rows = setting_rows::rowsOf(settings);
    if (!model.empty())
        rows.insert(
            rows.begin(),
            {std::string(setting_rows::Model), {}, TRANSLATABLE("Setting", "File"), model.string(), {}});
    const std::size_t count = rows.size();
    return {std::span(setting_rows::Columns), count,
            [rows = std::move(rows)](std::size_t row) -> const setting_rows::Row& { return rows[row]; }};
}

std::vector<std::string> settingLines(const Settings& settings, const std::filesystem::path& model) {
    const std::vector<setting_rows::Row> usual = setting_rows::rowsOf({});
    std::vector<std::string> lines;
    if (!model.empty())
        lines.push_back(translated("Setting", setting_rows::Model) + ": " + model.filename().string());
    bool areUsual = true;
    for (const setting_rows::Row& row : setting_rows::rowsOf(settings)) {
        if (std::ranges::find(usual, row) != usual.end()) continue;
        areUsual = false;
        const std::string opening = row.groupTitle() + ": ";
        const std::string text = row.title() + " " + row.value + (row.unit.empty() ? "" : " " + row.unit);
        if (!lines.empty() && lines.back().starts_with(opening))
            lines.back() += ", " + text;
        else
            lines.push_back(opening + text);
    }
    if (areUsual) lines.push_back(say("Settings: as by default"));
    return lines;
}

} // namespace edgewright::pipeline
