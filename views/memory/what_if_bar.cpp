// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/what_if_bar.h"

#include "core/ops/infer.h"
#include "core/pipeline/settings/setting_fields.h"
#include "views/support/field/field_editor.h"
#include "views/support/flow_layout.h"
#include "views/support/layouts.h"
#include "views/support/plain_tip.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>
#include <limits>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

constexpr std::size_t MaxExtents = 3;
constexpr int LongestSymbol = 16;

int shownExtent(std::int64_t extent) {
    return static_cast<int>(std::clamp<std::int64_t>(extent, 1, std::numeric_limits<int>::max()));
}

} // namespace

WhatIfBar::WhatIfBar(SettingsModel& settings, QWidget* parent) : QWidget(parent), m_settings(settings) {
    setAccessibleName(tr("What if"));
    auto* row = new FlowLayout(this, 12);
    m_extents = new QWidget(this);
    m_extentRow = new QHBoxLayout(m_extents);
    m_extentRow->setContentsMargins(0, 0, 0, 0);
    m_extentRow->setSpacing(4);
    row->addWidget(m_extents);

    for (const Field<pipeline::Settings>& field : pipeline::memoryFields())
        if (!field.isRare && field.key != "seconds") addEditor(field);
    auto* more = new QToolButton(this);
    more->setObjectName(u"whatIfMore"_s);
    more->setText(tr("More"));
    more->setToolTip(tr("Where inputs, outputs and weights are kept, and what operators need"));
    more->setAccessibleName(tr("More assumptions"));
    more->setPopupMode(QToolButton::InstantPopup);
    more->setMinimumHeight(26);
    m_more = makeMore();
    more->setMenu(m_more);
    row->addWidget(more);

    update(nullptr);
}

void WhatIfBar::addEditor(const Field<pipeline::Settings>& field) {
    auto* both = new QWidget(this);
    auto* row = rowIn(both, {}, 4);
    QWidget* const editor = settingEditor(m_settings, field, both)->widget();
    if (!field.label.empty()) {
        auto* text = new QLabel(settingWords(field.label), both);
        text->setBuddy(editor);
        row->addWidget(text);
    }
    row->addWidget(editor);
    layout()->addWidget(both);
}

// The fields that are rarely wanted: an entry for each choice, then one for each that is on or off.
QMenu* WhatIfBar::makeMore() {
    auto* menu = new QMenu(this);
    const auto addEntry = [this, menu](const QString& text, const Field<pipeline::Settings>& field,
                                       const FieldValue& on) {
        QAction* action = menu->addAction(text);
        action->setCheckable(true);
        connect(action, &QAction::triggered, this, [this, &field, on](bool isOn) {
            changeSetting(m_settings, field, isOn ? on : FieldValue(false));
        });
        connect(menu, &QMenu::aboutToShow, action, [this, action, &field, on] {
            action->setChecked(field.get(m_settings.get()) == on);
            // Parts lie in place only where anything does.
            action->setEnabled(field.key != "parts" || m_settings.get().liveness.inPlace);
        });
        return action;
    };
    for (const Field<pipeline::Settings>& field : pipeline::memoryFields()) {
        if (!field.isRare || field.kind != FieldKind::Choice) continue;
        const QString title = settingWords(field.title);
        menu->addSection(title);
        auto* group = new QActionGroup(menu); // of which one is on
        for (const Choice& each : field.choices)
            group->addAction(addEntry(title + u' ' + choiceTitle(each), field, std::string(each.key)));
    }
    menu->addSeparator();
    for (const Field<pipeline::Settings>& field : pipeline::memoryFields())
        if (field.isRare && field.kind == FieldKind::Flag)
            addEntry(settingWords(field.title), field, true)->setObjectName(QLatin1String(field.key.data()));
    return menu;
}

void WhatIfBar::update(const pipeline::Analysis* analysis) {
    const ir::Bindings bindings = analysis && analysis->typed ? analysis->typed->bindings : ir::Bindings();
    m_extents->setVisible(!bindings.empty());
    if (bindings != m_shown) makeExtents(bindings);
}

// A field for each open extent; the values of what has not changed stay, and so does the focus.
void WhatIfBar::makeExtents(const ir::Bindings& bindings) {
    const bool same = std::ranges::equal(
        bindings, m_shown, {}, [](const auto& it) { return it.first; },
        [](const auto& it) { return it.first; });
    m_shown = bindings;
    if (same) {
        for (QSpinBox* field : m_extents->findChildren<QSpinBox*>()) {
            const auto found = bindings.find(field->property("symbol").toString().toStdString());
            const QSignalBlocker silent(field);
            if (found != bindings.end()) field->setValue(shownExtent(found->second));
        }
        return;
    }
    while (QLayoutItem* item = m_extentRow->takeAt(0)) {
        if (item->widget()) item->widget()->deleteLater();
        delete item;
    }
    std::size_t count = 0;
    for (const auto& [symbol, extent] : bindings) {
        if (++count > MaxExtents) break; // the others are chips in the bar above
        const QString name = QString::fromStdString(symbol);
        auto* label = new QLabel(
            fontMetrics().elidedText(name, Qt::ElideMiddle, LongestSymbol * fontMetrics().averageCharWidth()),
            m_extents);
        auto* field = new QSpinBox(m_extents);
        label->setTextFormat(Qt::PlainText);
        field->setObjectName(u"extent_"_s + name);
        field->setProperty("symbol", name);
        field->setRange(1, std::numeric_limits<int>::max());
        field->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
        field->setValue(shownExtent(extent));
        field->setKeyboardTracking(false);
        field->setMaximumWidth(96);
        field->setAccessibleName(tr("Extent of %1").arg(name));
        field->setToolTip(plainTip(tr("Open extent “%1” of the model's inputs").arg(name)));
        label->setToolTip(field->toolTip());
        label->setBuddy(field);
        m_extentRow->addWidget(label);
        m_extentRow->addWidget(field);
        connect(field, &QSpinBox::valueChanged, this, [this, key = symbol](int value) {
            m_settings.change(tr("Input size"), [&](pipeline::Settings& s) {
                s.bindings[key] = value;
                ops::bindSum(s.bindings, {key});
            });
        });
    }
}

} // namespace edgewright::views
