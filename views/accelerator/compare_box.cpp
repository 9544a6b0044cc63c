// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/compare_box.h"

#include "views/accelerator/charts/cost_text.h"
#include "views/support/layouts.h"

#include <QComboBox>
#include <QSignalBlocker>

#include <algorithm>

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
    for (const std::string& name : pipeline::costReferences())
        m_box->addItem(referenceTitle(name), QString::fromStdString(name));
    const auto show = [this, &context] {
        const QSignalBlocker quiet(m_box);
        const int index =
            m_box->findData(QString::fromStdString(context.settings.get().viewState.comparedWith));
        m_box->setCurrentIndex(std::max(0, index));
    };
    connect(&context.settings, &SettingsModel::changed, this, show);
    connect(m_box, &QComboBox::currentIndexChanged, this, [this, &context] {
        const std::string name = m_box->currentData().toString().toStdString();
        context.settings.look([&](pipeline::ViewState& view) { view.comparedWith = name; });
    });
    show();
}

} // namespace edgewright::views
