// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/what_if_bar.h"

#include "core/memory/planner.h"
#include "core/memory/scheduler.h"
#include "views/memory/catalogue_box.h"
#include "views/support/flow_layout.h"
#include "views/support/theme.h"

#include <QActionGroup>
#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>
#include <array>
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
    auto* row = new FlowLayout(this, 12);
    auto* title = new QLabel(tr("What if"), this);
    title->setFont(views::font(TextSize::Body, true));
    row->addWidget(title);
    m_extents = new QWidget(this);
    m_extentRow = new QHBoxLayout(m_extents);
    m_extentRow->setContentsMargins(0, 0, 0, 0);
    m_extentRow->setSpacing(4);
    row->addWidget(m_extents);
    m_fixed = new QLabel(tr("input size fixed by the model"), this);
    m_fixed->setForegroundRole(QPalette::PlaceholderText);
    row->addWidget(m_fixed);

    m_planner = box(tr("Planner"), "planner");
    fillFrom(*m_planner, memory::planners());
    connect(m_planner, &QComboBox::activated, this, [this] {
        m_settings.change(tr("Planner"), [this](pipeline::Settings& s) { s.planner = chosenName(*m_planner); });
    });
    m_scheduler = box(tr("Order"), "scheduler");
    fillFrom(*m_scheduler, memory::schedulers());
    connect(m_scheduler, &QComboBox::activated, this, [this] {
        m_settings.change(tr("Order"),
                          [this](pipeline::Settings& s) { s.scheduler = chosenName(*m_scheduler); });
    });
    m_alignment = box(tr("Alignment"), "alignment");
    for (const int bytes : {1, 4, 8, 16, 32, 64, 128, 256, 1024, 4096})
        m_alignment->addItem(tr("%1 B").arg(bytes), bytes);
    connect(m_alignment, &QComboBox::activated, this, [this] {
        m_settings.change(tr("Alignment"), [this](pipeline::Settings& s) {
            s.liveness.alignment = m_alignment->currentData().toInt();
        });
    });

    m_inPlace = new QCheckBox(tr("In place"), this);
    m_inPlace->setObjectName(u"inPlace"_s);
    m_inPlace->setToolTip(
        tr("Views share their input's buffer; element-wise operators overwrite an input that dies there."));
    row->addWidget(m_inPlace);
    connect(m_inPlace, &QCheckBox::clicked, this, [this](bool on) {
        m_settings.change(tr("In place"), [on](pipeline::Settings& s) { s.liveness.inPlace = on; });
    });
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

    connect(&m_settings, &SettingsModel::changed, this, &WhatIfBar::showSettings);
    showSettings();
    update(nullptr);
}

QComboBox* WhatIfBar::box(const QString& label, const char* name) {
    auto* both = new QWidget(this);
    auto* row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    auto* made = new QComboBox(both);
    made->setObjectName(QString::fromLatin1(name));
    made->setAccessibleName(label);
    auto* text = new QLabel(label, both);
    text->setBuddy(made);
    row->addWidget(text);
    row->addWidget(made);
    layout()->addWidget(both);
    return made;
}

QMenu* WhatIfBar::makeMore() {
    auto* menu = new QMenu(this);
    using Place = memory::Placement memory::LivenessOptions::*;
    const std::array<std::pair<QString, Place>, 2> places{
        {{tr("Inputs"), &memory::LivenessOptions::inputs}, {tr("Outputs"), &memory::LivenessOptions::outputs}}};
    for (const auto& [title, place] : places) {
        menu->addSection(title);
        auto* group = new QActionGroup(menu);
        const std::array<std::pair<memory::Placement, QString>, 3> entries{
            {{memory::Placement::WhileNeeded, tr("%1 in the arena while needed").arg(title)},
             {memory::Placement::WholeRun, tr("%1 in the arena for the whole run").arg(title)},
             {memory::Placement::Outside, tr("%1 in memory of the caller's own").arg(title)}}};
        for (const auto& [placement, text] : entries) {
            QAction* action = menu->addAction(text);
            action->setCheckable(true);
            group->addAction(action);
            const memory::Placement value = placement;
            const Place where = place;
            connect(action, &QAction::triggered, this, [this, where, value] {
                m_settings.change(tr("Inputs and outputs"),
                                  [&](pipeline::Settings& s) { s.liveness.*where = value; });
            });
            connect(menu, &QMenu::aboutToShow, action, [this, action, where, value] {
                action->setChecked(m_settings.get().liveness.*where == value);
            });
        }
    }
    const auto flag = [&](const QString& text, const QString& name, const auto& of) {
        QAction* action = menu->addAction(text);
        action->setObjectName(name);
        action->setCheckable(true);
        connect(action, &QAction::triggered, this, [this, of, text](bool on) {
            m_settings.change(text, [&](pipeline::Settings& s) { of(s) = on; });
        });
        connect(menu, &QMenu::aboutToShow, action,
                [this, action, of] { action->setChecked(of(m_settings.get())); });
        return action;
    };
    menu->addSection(tr("Weights"));
    flag(
        tr("Weights in the arena too"), u"planWeights"_s, [](auto& s) -> auto& { return s.liveness.weights; });
    menu->addSection(tr("Operators"));
    QAction* parts = flag(
        tr("Slices and parts of a Concat in place, not copied"), u"planParts"_s,
        [](auto& s) -> auto& { return s.liveness.parts; });
    connect(menu, &QMenu::aboutToShow, parts,
            [this, parts] { parts->setEnabled(m_settings.get().liveness.inPlace); });
    flag(
        tr("What operators need for themselves, measured in one run"), u"planScratch"_s,
        [](auto& s) -> auto& { return s.scratch; });
    return menu;
}

void WhatIfBar::showSettings() {
    const pipeline::Settings& s = m_settings.get();
    choose(*m_planner, s.planner);
    choose(*m_scheduler, s.scheduler);
    int index = m_alignment->findData(static_cast<int>(s.liveness.alignment));
    if (index < 0) {
        m_alignment->addItem(tr("%1 B").arg(s.liveness.alignment), static_cast<int>(s.liveness.alignment));
        index = m_alignment->count() - 1;
    }
    m_alignment->setCurrentIndex(index);
    m_inPlace->setChecked(s.liveness.inPlace);
}

void WhatIfBar::update(const pipeline::Analysis* analysis) {
    const ir::Bindings bindings = analysis && analysis->typed ? analysis->typed->bindings : ir::Bindings();
    m_fixed->setVisible(analysis && analysis->typed && bindings.empty());
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
        field->setObjectName(u"extent_"_s + name);
        field->setProperty("symbol", name);
        field->setRange(1, std::numeric_limits<int>::max());
        field->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
        field->setValue(shownExtent(extent));
        field->setKeyboardTracking(false);
        field->setMaximumWidth(96);
        field->setAccessibleName(tr("Extent of %1").arg(name));
        field->setToolTip(tr("Open extent “%1” of the model's inputs").arg(name));
        label->setToolTip(field->toolTip());
        label->setBuddy(field);
        m_extentRow->addWidget(label);
        m_extentRow->addWidget(field);
        connect(field, &QSpinBox::valueChanged, this, [this, key = symbol](int value) {
            m_settings.change(tr("Input size"), [&](pipeline::Settings& s) { s.bindings[key] = value; });
        });
    }
}

} // namespace edgewright::views
