// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pipeline/pipeline_controls.h"

#include "core/device/stages/split_fields.h"
#include "views/support/field/field_editor.h"
#include "views/support/layouts.h"
#include "views/support/utf8.h"

#include <QFormLayout>
#include <QJsonArray>

#include <algorithm>
#include <array>
#include <cmath>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

// A plan of other ones is another plan; the rest is of a run.
constexpr std::array<std::string_view, 4> PlanFields{"threads", "link", "credits", "turns"};

QJsonValue jsonOf(const FieldValue& value) {
    if (const auto* flag = std::get_if<bool>(&value)) return *flag;
    if (const auto* count = std::get_if<std::int64_t>(&value)) return static_cast<qint64>(*count);
    if (const auto* number = std::get_if<double>(&value)) return *number;
    if (const auto* words = std::get_if<std::string>(&value)) return text(*words);
    return {};
}

// Nothing where it is no value of the field.
std::optional<FieldValue> valueIn(const QJsonValue& json, const FieldInfo& field) {
    switch (field.kind) {
    case FieldKind::Flag:
        if (json.isBool()) return FieldValue(json.toBool());
        break;
    case FieldKind::Count:
        if (json.isDouble() && field.admits(json.toDouble()) && std::floor(json.toDouble()) == json.toDouble())
            return FieldValue(std::int64_t(json.toInteger()));
        break;
    case FieldKind::Number:
        if (json.isDouble() && field.admits(json.toDouble())) return FieldValue(json.toDouble());
        break;
    case FieldKind::Choice:
        if (const std::string key = json.toString().toStdString();
            std::ranges::count(field.choices, std::string_view(key), &Choice::key) > 0)
            return FieldValue(key);
        break;
    case FieldKind::Seed:
    case FieldKind::Text:
        break;
    }
    return {};
}

} // namespace

PipelineControls::PipelineControls(const Boards* boards, int processors, QWidget* parent)
    : QWidget(parent), m_devices(new DeviceRows(boards, processors, this)) {
    setObjectName(u"pipelineControls"_s);
    auto* rows = columnIn(this, {}, 4);
    rows->addWidget(makeHeading(tr("Devices"), this));
    rows->addWidget(m_devices);
    rows->addWidget(makeHeading(tr("Settings"), this));
    auto* form = new QFormLayout;
    form->setHorizontalSpacing(8);
    form->setVerticalSpacing(4);
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    for (const Field<device::SplitTask>& field : device::splitFields()) {
        auto* editor = new FieldEditor(field, this);
        editor->widget()->setObjectName(u"pipeline_"_s + text(field.key));
        editor->display(field.get(m_settings));
        editor->addTo(*form);
        connect(editor, &FieldEditor::edited, this, [this, &field](const FieldValue& value) {
            field.set(m_settings, value);
            emit changed();
        });
        m_editors.push_back(editor);
    }
    rows->addLayout(form);
    rows->addStretch(1);
    connect(m_devices, &DeviceRows::changed, this, &PipelineControls::changed);
}

device::SplitTask PipelineControls::task() const {
    device::SplitTask task = m_settings;
    task.machines = m_devices->machines();
    return task;
}

bool PipelineControls::isOf(const device::SplitTask& task) const {
    const auto isSame = [&](const Field<device::SplitTask>& field) {
        return std::ranges::count(PlanFields, field.key) == 0 || field.get(task) == field.get(m_settings);
    };
    return std::ranges::all_of(device::splitFields(), isSame) &&
           std::ranges::equal(task.machines, m_devices->machines(), {}, &device::StageMachine::text,
                              &device::StageMachine::text);
}

QJsonObject PipelineControls::save() const {
    QJsonObject state{{u"devices"_s, QJsonArray::fromStringList(m_devices->devices())}};
    for (const Field<device::SplitTask>& field : device::splitFields())
        state.insert(text(field.key), jsonOf(field.get(m_settings)));
    return state;
}

void PipelineControls::restore(const QJsonObject& state) {
    QStringList devices;
    for (const QJsonValue& each : state.value(u"devices"_s).toArray())
        devices << each.toString();
    m_devices->setDevices(devices);
    const auto fields = device::splitFields();
    for (std::size_t i = 0; i < fields.size(); ++i)
        if (const auto value = valueIn(state.value(text(fields[i].key)), fields[i])) {
            fields[i].set(m_settings, *value);
            m_editors[i]->display(*value);
        }
    emit changed();
}

} // namespace edgewright::views
