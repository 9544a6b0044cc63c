// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/scenario/editor/core_set_rows.h"

#include "views/support/field/number_list.h"
#include "views/support/layouts.h"
#include "views/support/utf8.h"

#include <QLineEdit>
#include <QToolButton>

#include <algorithm>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

std::vector<int> coresIn(const scenario::CoreSet& set) {
    std::vector<int> cores;
    for (const std::int64_t each : set.cores)
        cores.push_back(static_cast<int>(each));
    std::ranges::sort(cores);
    return cores;
}

bool isFree(const scenario::Scenario& scenario, std::int64_t core) {
    return std::ranges::none_of(scenario.coreSets, [core](const scenario::CoreSet& each) {
        return std::ranges::find(each.cores, core) != each.cores.end();
    });
}

} // namespace

CoreSetRows::CoreSetRows(ScenarioDraft& draft, QWidget* parent)
    : QWidget(parent), m_draft(draft), m_column(columnIn(this, {}, 4)),
      m_none(makeLabel(Qt::PlainText, TextSize::Small, false, this)),
      m_fault(makeLabel(Qt::PlainText, TextSize::Small, false, this)),
      m_add(makeButton(u"scenarioAddSet"_s, tr("Add core set"), tr("Cores that only models of that set run on"),
                       this)) {
    m_none->setText(tr("All models share all cores."));
    m_none->setForegroundRole(QPalette::PlaceholderText);
    m_none->setWordWrap(true);
    m_fault->setObjectName(u"fault_core_sets"_s);
    m_fault->setWordWrap(true);
    m_fault->hide();
    m_column->addWidget(m_none);
    m_column->addWidget(m_fault);
    m_column->addWidget(m_add, 0, Qt::AlignLeft);
    connect(m_add, &QToolButton::clicked, this, &CoreSetRows::addSet);
    connect(&draft, &ScenarioDraft::changed, this, &CoreSetRows::showSets);
    showSets();
}

void CoreSetRows::addRow() {
    const std::size_t set = m_rows.size();
    auto* all = new QWidget(this);
    auto* row = rowIn(all, {}, 4);
    Row made{all, new QLineEdit(all), new QLineEdit(all)};
    made.name->setObjectName(u"scenarioSetName%1"_s.arg(set));
    made.name->setAccessibleName(tr("Name of core set %1").arg(set + 1));
    made.name->setToolTip(tr("Name of the core set"));
    made.cores->setObjectName(u"scenarioSetCores%1"_s.arg(set));
    made.cores->setAccessibleName(tr("Cores of core set %1").arg(set + 1));
    made.cores->setToolTip(tr("Its cores, from 0 on, as 0-3, 6"));
    auto* away = makeButton(u"scenarioRemoveSet%1"_s.arg(set), u"✕"_s, tr("Remove"), all);
    away->setAutoRaise(true);
    away->setAccessibleName(tr("Remove core set %1").arg(set + 1));
    row->addWidget(made.name, 3);
    row->addWidget(made.cores, 2);
    row->addWidget(away);
    m_column->insertWidget(static_cast<int>(set), all);
    connect(made.name, &QLineEdit::editingFinished, this, [this, set] { rename(set); });
    connect(made.cores, &QLineEdit::editingFinished, this, [this, set] { takeCores(set); });
    connect(away, &QToolButton::clicked, this, [this, set] { remove(set); });
    m_rows.push_back(made);
}

void CoreSetRows::showSets() {
    const auto& sets = m_draft.get().coreSets;
    while (m_rows.size() < sets.size())
        addRow();
    for (std::size_t set = 0; set < m_rows.size(); ++set) {
        const Row& row = m_rows[set];
        row.all->setVisible(set < sets.size());
        if (set >= sets.size()) continue;
        if (row.name->text() != text(sets[set].name)) row.name->setText(text(sets[set].name));
        const std::vector<int> cores = coresIn(sets[set]);
        if (numbersOf(row.cores->text(), static_cast<int>(scenario::MaxCores) - 1) != cores)
            row.cores->setText(numberListText(cores));
    }
    m_none->setVisible(sets.empty());
    showFault({}, {});
}

// Of the cores that are in no set; the first set takes all models.
void CoreSetRows::addSet() {
    m_draft.change(tr("Add a core set"), [this](scenario::Scenario& scenario) {
        scenario::CoreSet& made = scenario.coreSets.emplace_back();
        std::size_t number = scenario.coreSets.size();
        const auto isTaken = [&](const std::string& name) {
            return std::ranges::find(scenario.coreSets, name, &scenario::CoreSet::name) !=
                   scenario.coreSets.end();
        };
        std::string name;
        do
            name = tr("set %1").arg(number++).toStdString();
        while (isTaken(name));
        for (std::int64_t core = 0; core < m_draft.cores(); ++core)
            if (isFree(scenario, core)) made.cores.push_back(core);
        made.name = name;
        if (scenario.coreSets.size() == 1)
            for (scenario::Model& each : scenario.models)
                each.coreSet = name;
    });
}

void CoreSetRows::remove(std::size_t set) {
    m_draft.change(tr("Remove a core set"), [set](scenario::Scenario& scenario) {
        if (set >= scenario.coreSets.size()) return;
        const std::string gone = scenario.coreSets[set].name;
        scenario.coreSets.erase(scenario.coreSets.begin() + static_cast<std::ptrdiff_t>(set));
        const std::string other = scenario.coreSets.empty() ? std::string() : scenario.coreSets.front().name;
        for (scenario::Model& each : scenario.models)
            if (each.coreSet == gone) each.coreSet = other;
    });
}

void CoreSetRows::rename(std::size_t set) {
    m_draft.change(tr("Name of a core set"), [&](scenario::Scenario& scenario) {
        if (set >= scenario.coreSets.size()) return;
        const std::string before = scenario.coreSets[set].name;
        scenario.coreSets[set].name = m_rows[set].name->text().toStdString();
        for (scenario::Model& each : scenario.models)
            if (each.coreSet == before) each.coreSet = scenario.coreSets[set].name;
    });
}

void CoreSetRows::takeCores(std::size_t set) {
    const auto cores = numbersOf(m_rows[set].cores->text(), static_cast<int>(scenario::MaxCores) - 1);
    if (!cores) return showFault(set, tr("cores from 0 on, as 0-3, 6"));
    m_draft.change(tr("Cores of a core set"), [&](scenario::Scenario& scenario) {
        if (set < scenario.coreSets.size()) scenario.coreSets[set].cores = {cores->begin(), cores->end()};
    });
}

void CoreSetRows::showFault(std::optional<std::size_t> set, const QString& expected) {
    m_fault->setVisible(!expected.isEmpty());
    const auto& sets = m_draft.get().coreSets;
    m_fault->setText(set && *set < sets.size() ? tr("✕ “%1”: expected %2").arg(text(sets[*set].name), expected)
                                               : tr("✕ expected %1").arg(expected));
    QPalette colours;
    colours.setColor(QPalette::WindowText, Theme::forPalette(palette()).bad);
    m_fault->setPalette(colours);
}

} // namespace edgewright::views
