// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/binding_chips.h"

#include "views/support/theme.h"

#include <QMenu>
#include <QSpinBox>
#include <QToolButton>
#include <QWidgetAction>

#include <limits>

namespace edgewright::workbench {

BindingChips::BindingChips(views::SettingsModel& settings, QWidget* parent)
    : QWidget(parent), m_settings(settings), m_row(new QHBoxLayout(this)) {
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(4);
}

void BindingChips::setAnalysis(const pipeline::Analysis& analysis) {
    const ops::Bindings now = analysis.typed ? analysis.typed->bindings : ops::Bindings();
    if (now == m_shown) return;
    m_shown = now;
    while (QLayoutItem* item = m_row->takeAt(0)) {
        if (item->widget()) item->widget()->deleteLater();
        delete item;
    }
    for (const auto& [symbol, extent] : now)
        addChip(symbol, extent);
}

void BindingChips::addChip(const std::string& symbol, std::int64_t extent) {
    const QString name = QString::fromStdString(symbol);
    auto* chip = new QToolButton(this);
    chip->setObjectName(QStringLiteral("chip_") + name);
    chip->setText(name.left(24) + QLatin1Char(' ') + QString::number(extent));
    chip->setToolTip(tr("Open dimension “%1”. Click to change its extent.").arg(name));
    chip->setFont(views::font(views::TextSize::Small));
    chip->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(chip);
    auto* action = new QWidgetAction(menu);
    auto* spin = new QSpinBox(menu);
    spin->setRange(1, std::numeric_limits<int>::max());
    spin->setValue(static_cast<int>(std::min<std::int64_t>(extent, std::numeric_limits<int>::max())));
    spin->setPrefix(name + QLatin1Char(' '));
    spin->setAccessibleName(tr("Extent of %1").arg(name));
    action->setDefaultWidget(spin);
    menu->addAction(action);
    chip->setMenu(menu);
    connect(menu, &QMenu::aboutToHide, this, [this, symbol, spin, extent] {
        if (spin->value() != extent)
            m_settings.change(tr("Input size"),
                              [&](pipeline::Settings& s) { s.bindings[symbol] = spin->value(); });
    });
    connect(spin, &QSpinBox::editingFinished, menu, &QMenu::close);
    m_row->addWidget(chip);
}

} // namespace edgewright::workbench
