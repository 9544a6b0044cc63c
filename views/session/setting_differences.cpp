// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/setting_differences.h"

#include "core/pipeline/settings/setting_table.h"
#include "core/pipeline/stage.h"
#include "views/support/field/field_text.h"
#include "views/support/quantity.h"
#include "views/support/settings_model.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>
#include <set>

namespace edgewright::views {

namespace {

struct SettingWords {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::PinSetting)
};

constexpr std::size_t MaxRulesByName = 3, MaxTilingsByLayer = 3; // more are told as a number

QString sizeText(std::size_t count) { return integerText(static_cast<std::int64_t>(count)); }
QString rangeText(const std::optional<quant::Range>& range) {
    return range ? SettingWords::tr("%1 to %2").arg(significant(range->low), significant(range->high))
                 : SettingWords::tr("as measured");
}

class Differences {
public:
    Differences(const pipeline::Settings& a, const pipeline::Settings& b,
                std::span<const std::string_view> stages)
        : m_a(a), m_b(b), m_stages(stages) {}
    // True if a result changes where what `copy` copies is as in B, and all else as in A.
    template <typename Copy>
    bool matters(const Copy& copy) const {
        if (m_stages.empty()) return true;
        pipeline::Settings mixed = m_a;
        copy(mixed, m_b);
        return std::ranges::any_of(m_stages, [&](std::string_view stage) {
            return pipeline::settingsTextOf(stage, m_a) != pipeline::settingsTextOf(stage, mixed);
        });
    }
    void add(const QString& what, const QString& a, const QString& b) {
        if (a != b) m_list.push_back({what, a, b});
    }
    // Where all that is known about the difference is how many there are.
    template <typename T>
    void addCount(const QString& what, const T& a, const T& b) {
        if (a != b)
            m_list.push_back({what, sizeText(a.size()),
                              a.size() == b.size() ? SettingWords::tr("%1 others").arg(sizeText(b.size()))
                                                   : sizeText(b.size())});
    }
    void addField(const pipeline::SettingField& field) {
        const FieldValue was = field.get(m_a), is = field.get(m_b);
        if (was == is || !matters(field.copy)) return;
        const QString title = inSentence(settingWords(field.info->title));
        m_list.push_back(
            {field.of.empty() ? title : SettingWords::tr("%1: %2").arg(settingWords(field.of), title),
             valueText(*field.info, was), valueText(*field.info, is)});
    }
    std::vector<SettingDifference> take() { return std::move(m_list); }

private:
    const pipeline::Settings &m_a, &m_b;
    std::span<const std::string_view> m_stages;
    std::vector<SettingDifference> m_list;
};

void addBindings(Differences& list, const ir::Bindings& a, const ir::Bindings& b) {
    const auto extent = [](const ir::Bindings& bindings, const std::string& name) {
        const auto found = bindings.find(name);
        return found == bindings.end() ? SettingWords::tr("open") : integerText(found->second);
    };
    std::set<std::string> names;
    for (const ir::Bindings* each : {&a, &b})
        for (const auto& [name, value] : *each)
            names.insert(name);
    for (const std::string& name : names)
        list.add(QString::fromStdString(name), extent(a, name), extent(b, name));
}

void addFusion(Differences& list, const fusion::Options& a, const fusion::Options& b) {
    std::vector<std::string> rules;
    std::ranges::set_symmetric_difference(a.without, b.without, std::back_inserter(rules));
    if (rules.size() <= MaxRulesByName) {
        const auto text = [](bool off) { return off ? SettingWords::tr("off") : SettingWords::tr("on"); };
        for (const std::string& rule : rules)
            list.add(SettingWords::tr("rule %1").arg(QString::fromStdString(rule)),
                     text(a.without.contains(rule)), text(b.without.contains(rule)));
    } else {
        const auto on = [](const fusion::Options& options) {
            return integerText(std::ranges::count_if(fusion::rules(), [&](const fusion::Rule* rule) {
                return !options.without.contains(rule->name);
            }));
        };
        list.add(SettingWords::tr("fusion rules"), on(a), on(b));
    }
    list.addCount(SettingWords::tr("fusions taken back"), a.skipped, b.skipped);
    list.addCount(SettingWords::tr("groups by hand"), a.userGroups, b.userGroups);
}

// Each by its layer, as far as there are few.
void addTilings(Differences& list, const cost::Tilings& a, const cost::Tilings& b) {
    const auto text = [](const cost::Tilings& tilings, const std::string& layer) {
        const auto found = tilings.find(layer);
        return found == tilings.end() ? SettingWords::tr("chosen")
                                      : QString::fromStdString(cost::textOf(found->second));
    };
    std::set<std::string> layers;
    for (const cost::Tilings* each : {&a, &b})
        for (const auto& [layer, tiling] : *each)
            if (text(a, layer) != text(b, layer)) layers.insert(layer);
    if (layers.size() > MaxTilingsByLayer) return list.addCount(SettingWords::tr("adopted tilings"), a, b);
    for (const std::string& layer : layers)
        list.add(SettingWords::tr("tiling of %1").arg(QString::fromStdString(layer)), text(a, layer),
                 text(b, layer));
}

QString axesText(const cost::SpaceChoice& space) {
    QStringList axes;
    for (const std::string& axis : space.axes)
        axes << QString::fromStdString(axis);
    return axes.isEmpty() ? SettingWords::tr("one point") : axes.join(QStringLiteral("; "));
}

} // namespace

std::vector<SettingDifference> settingDifferences(const pipeline::Settings& a, const pipeline::Settings& b,
                                                  std::span<const std::string_view> stages) {
    using pipeline::Settings;
    Differences list(a, b, stages);
    if (list.matters([](Settings& into, const Settings& from) { into.bindings = from.bindings; }))
        addBindings(list, a.bindings, b.bindings);
    if (list.matters([](Settings& into, const Settings& from) { into.fusion = from.fusion; }))
        addFusion(list, a.fusion, b.fusion);
    if (list.matters(
            [](Settings& into, const Settings& from) { into.liveness.unshared = from.liveness.unshared; }))
        list.addCount(SettingWords::tr("tensors kept apart"), a.liveness.unshared, b.liveness.unshared);
    // Those of other accelerators are not used.
    if (list.matters([](Settings& into, const Settings& from) {
            into.tilings = from.tilings;
            into.accelerator = from.accelerator;
        }))
        addTilings(list, cost::tilingsFor(a.tilings, a.accelerator),
                   cost::tilingsFor(b.tilings, b.accelerator));
    if (list.matters([](Settings& into, const Settings& from) { into.space = from.space; }))
        list.add(SettingWords::tr("design space"), axesText(a.space), axesText(b.space));
    const quant::StudyOptions &was = a.int8.study, &is = b.int8.study;
    if (list.matters([](Settings& into, const Settings& from) {
            into.int8.study.inputRange = from.int8.study.inputRange;
            into.int8.study.outputRange = from.int8.study.outputRange;
        })) {
        list.add(SettingWords::tr("INT8 range of the input"), rangeText(was.inputRange),
                 rangeText(is.inputRange));
        list.add(SettingWords::tr("INT8 range of the output"), rangeText(was.outputRange),
                 rangeText(is.outputRange));
    }
    for (const pipeline::SettingField& field : pipeline::settingFields())
        list.addField(field);
    return list.take();
}

} // namespace edgewright::views
