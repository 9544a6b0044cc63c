// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/compare_box.h"

#include "views/accelerator/charts/cost_text.h"
#include "views/support/layouts.h"

#include <QComboBox>
#include <QSignalBlocker>

#include <algorithm>
#include <utility>

namespace edgewright::views {

CompareBox::CompareBox(ViewContext& context, QWidget* parent) : QWidget(parent), m_box(new QComboBox(this)) {
    auto* row = rowIn(this);
    row->addWidget(m_box);
    m_box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_box->setMinimumContentsLength(12);
    m_box->setObjectName(QStringLiteral("compareCosts"));
    m_box->setAccessibleName(tr("Compare with"));
    m_box->setToolTip(
        tr("Another state of the model or another accelerator, layer by layer: marks in the charts, "
           "columns in the table, a sentence above"));
    m_box->addItem(tr("Compare with…"), QString());
    const auto offerNow = [this, &context] { offer(context.settings.get()); };
    connect(&context.settings, &SettingsModel::changed, this, offerNow);
    connect(m_box, &QComboBox::currentIndexChanged, this, [this, &context] {
        const std::string name = m_box->currentData().toString().toStdString();
        context.settings.look([&](pipeline::ViewState& view) { view.comparedWith = name; });
    });
    offerNow();
}

// The one that is compared stays there, also once the accelerator has become that.
void CompareBox::offer(const pipeline::Settings& settings) {
    const QSignalBlocker quiet(m_box);
    const std::string& chosen = settings.viewState.comparedWith;
    std::vector<std::string> names = pipeline::costReferences(settings.accelerator);
    if (!chosen.empty() && std::ranges::find(names, chosen) == names.end()) names.push_back(chosen);
    if (names != m_names) {
        m_names = std::move(names);
        while (m_box->count() > 1)
            m_box->removeItem(1);
        for (const std::string& name : m_names)
            m_box->addItem(referenceTitle(name), QString::fromStdString(name));
    }
    m_box->setCurrentIndex(std::max(0, m_box->findData(QString::fromStdString(chosen))));
}

} // namespace edgewright::views
