// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/accelerator_controls.h"

#include "core/cost/accelerator_fields.h"
#include "core/cost/accelerators/presets.h"
#include "core/cost/published/checked_presets.h"
#include "core/device/roof/roof_accelerator.h"
#include "views/support/field/field_editor.h"
#include "views/support/quantity.h"
#include "views/support/theme.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QStandardItemModel>

#include <cmath>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

// How near the preset's predictions come to what was published of the machine; with what explains the rest.
QString checkedText(const std::string& preset, bool whole) {
    const auto range = cost::published::checkedRange(preset);
    if (!range || range->points == 0)
        return AcceleratorControls::tr("≈ Estimated; no measurement of such a machine is known to us");
    QString text = AcceleratorControls::tr("≈ Checked against %1: %2 … %3")
                       .arg(QString::fromStdString(range->source), numberText(range->least, Unit::Change),
                            numberText(range->most, Unit::Change));
    if (whole) text += u'\n' + QString::fromStdString(range->leftOut);
    return text;
}

} // namespace

AcceleratorControls::AcceleratorControls(SettingsModel& settings, QWidget* parent)
    : QWidget(parent), m_settings(settings), m_preset(new QComboBox(this)), m_rate(new QLabel(this)),
      m_checked(new QLabel(this)) {
    auto* form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->setHorizontalSpacing(8);
    form->setVerticalSpacing(4);
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    addPresets(*form);
    addFields(*form);
    showChoices();
    connect(&settings, &SettingsModel::changed, this, &AcceleratorControls::showSettings);
}

void AcceleratorControls::addPresets(QFormLayout& form) {
    m_preset->setObjectName(u"preset"_s);
    m_preset->setAccessibleName(tr("Accelerator"));
    for (const cost::NamedAccelerator& each : cost::presets())
        m_presets.push_back({QString::fromStdString(each.title),
                             QString::fromStdString(each.source) + u'\n' + checkedText(each.name, true),
                             checkedText(each.name, false), each.accelerator});
    m_preset->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    connect(m_preset, &QComboBox::activated, this, [this](int index) {
        if (const Preset* preset = presetAt(index))
            m_settings.change(tr("Accelerator"),
                              [preset](pipeline::Settings& s) { s.accelerator = preset->accelerator; });
    });
    form.addRow(m_preset);
    m_checked->setObjectName(u"checkedAgainst"_s);
    m_checked->setFont(views::font(TextSize::Small));
    m_checked->setWordWrap(true);
    form.addRow(m_checked);
}

void AcceleratorControls::addFields(QFormLayout& form) {
    std::string_view group;
    for (const Field<cost::Accelerator>& field : cost::acceleratorFields()) {
        if (field.isRare) continue;
        if (field.group != group) {
            auto* heading = new QLabel(settingWords(field.group), this);
            heading->setFont(views::font(TextSize::Body, true));
            heading->setContentsMargins(0, 8, 0, 0);
            form.addRow(heading);
            group = field.group;
        }
        settingEditor<&pipeline::Settings::accelerator>(m_settings, field, this)->addTo(form);
        if (field.key != "bandwidth") continue;
        m_rate->setFont(views::font(TextSize::Small));
        form.addRow(m_rate);
    }
    QFormLayout* const rare = addFold(form, tr("Vector unit, SRAM, energy"));
    for (const Field<cost::Accelerator>& field : cost::acceleratorFields())
        if (field.isRare)
            settingEditor<&pipeline::Settings::accelerator>(m_settings, field, this)->addTo(*rare);
}

void AcceleratorControls::showChoices() {
    m_preset->clear();
    m_preset->addItem(tr("Own settings"));
    for (const std::vector<Preset>* choices : {&m_presets, &m_measured})
        for (const Preset& each : *choices) {
            m_preset->addItem(each.title);
            m_preset->setItemData(m_preset->count() - 1, each.tip, Qt::ToolTipRole);
        }
    if (!m_measured.empty()) return showSettings();
    m_preset->addItem(tr("This machine (not measured yet)"));
    m_preset->setItemData(m_preset->count() - 1, tr("Measure the roof of this machine on the page Measure."),
                          Qt::ToolTipRole);
    if (auto* model = qobject_cast<QStandardItemModel*>(m_preset->model()))
        model->item(m_preset->count() - 1)->setEnabled(false);
    showSettings();
}

const AcceleratorControls::Preset* AcceleratorControls::presetAt(int index) const {
    const std::size_t at = static_cast<std::size_t>(index) - 1, all = m_presets.size() + m_measured.size();
    if (index < 1 || at >= all) return nullptr;
    return at < m_presets.size() ? &m_presets[at] : &m_measured[at - m_presets.size()];
}

void AcceleratorControls::setRoof(const device::Roof* roof) {
    m_measured.clear();
    if (roof && !roof->threads.empty())
        for (const auto& [arithmetic, name] :
             {std::pair(device::Arithmetic::Float32, "FP32"), std::pair(device::Arithmetic::Int8, "INT8")}) {
            auto measured = device::acceleratorOf(*roof, roof->threads.back().threads, arithmetic);
            if (!measured) continue;
            m_measured.push_back(
                {tr("This machine, %1 (measured roof)").arg(QLatin1String(name)),
                 QString::fromStdString(measured->name),
                 tr("● Peak and bandwidth are measured; what is below them is estimated for an array, not for "
                    "this processor: the page Measure predicts that"),
                 measured->accelerator});
        }
    showChoices();
}

void AcceleratorControls::showSettings() {
    const cost::Accelerator& accelerator = m_settings.get().accelerator;
    m_rate->setText(
        tr("%1 GB/s at this clock")
            .arg(significant(static_cast<double>(accelerator.dramBytesPerCycle()) * accelerator.clockGhz)));
    int chosen = 0;
    QString checked = tr("≈ Estimated; not measured on such a machine");
    for (int index = 1; chosen == 0 && index < m_preset->count(); ++index)
        if (const Preset* each = presetAt(index); each && cost::isSame(each->accelerator, accelerator)) {
            chosen = index;
            checked = each->checked;
        }
    m_preset->setCurrentIndex(chosen);
    m_preset->setToolTip(m_preset->itemData(chosen, Qt::ToolTipRole).toString());
    m_checked->setText(checked);
    m_checked->setToolTip(m_preset->toolTip());
}

} // namespace edgewright::views
