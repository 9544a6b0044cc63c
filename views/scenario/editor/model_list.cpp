// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/scenario/editor/model_list.h"

#include "core/scenario/presets.h"
#include "views/support/field/field_text.h"
#include "views/support/flow_layout.h"
#include "views/support/layouts.h"
#include "views/support/plain_tip.h"
#include "views/support/utf8.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QListWidget>
#include <QMenu>
#include <QSettings>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

constexpr int MaxShownRows = 5, RowHeight = 24; // of the list; pixels

// `wanted`, or with a number behind it: "detector 2".
std::string freeName(const scenario::Scenario& scenario, const std::string& wanted) {
    const auto isTaken = [&](const std::string& name) {
        return std::ranges::find(scenario.models, name, &scenario::Model::name) != scenario.models.end();
    };
    std::string name = wanted;
    for (int number = 2; isTaken(name); ++number)
        name = wanted + ' ' + std::to_string(number);
    return name;
}

} // namespace

ModelList::ModelList(ScenarioDraft& draft, QWidget* parent)
    : QWidget(parent), m_draft(draft), m_list(new QListWidget(this)),
      m_add(makeButton(u"scenarioAddModel"_s, tr("Add"), tr("Add a model"), this)),
      m_copy(makeButton(u"scenarioCopyModel"_s, tr("Duplicate"), tr("The chosen model once more"), this)),
      m_remove(makeButton(u"scenarioRemoveModel"_s, tr("Remove"),
                          tr("Take the chosen model out of the scenario"), this)),
      m_presets(makeButton(
          u"scenarioPresets"_s, tr("MLPerf"),
          tr("Arrivals of the chosen model, and the duration, as a scenario of MLPerf has them"), this)) {
    auto* column = columnIn(this, {}, 4);
    m_list->setObjectName(u"scenarioModels"_s);
    m_list->setAccessibleName(tr("Models of the scenario"));
    m_list->setFixedHeight(MaxShownRows * RowHeight);
    column->addWidget(m_list);
    auto* buttons = new FlowLayout(new QWidget(this), 4);
    for (QToolButton* each : {m_add, m_copy, m_remove, m_presets})
        buttons->addWidget(each);
    column->addWidget(buttons->parentWidget());
    auto* menu = new QMenu(m_add);
    m_addOpen = menu->addAction(QString());
    m_addOpen->setObjectName(u"scenarioAddOpen"_s);
    connect(m_addOpen, &QAction::triggered, this, [this] { add(m_open); });
    connect(menu->addAction(tr("From a file…")), &QAction::triggered, this, &ModelList::askFile);
    m_add->setMenu(menu);
    m_add->setPopupMode(QToolButton::InstantPopup);
    auto* presets = new QMenu(m_presets);
    fillPresets(*presets);
    m_presets->setMenu(presets);
    m_presets->setPopupMode(QToolButton::InstantPopup);
    connect(m_copy, &QToolButton::clicked, this, &ModelList::duplicate);
    connect(m_remove, &QToolButton::clicked, this, &ModelList::remove);
    connect(m_list, &QListWidget::currentRowChanged, this, [this](int row) {
        showButtons();
        if (row >= 0) emit modelChosen(chosen());
    });
    connect(&draft, &ScenarioDraft::changed, this, &ModelList::showModels);
    setOpenModel({});
    showModels();
}

void ModelList::fillPresets(QMenu& menu) {
    menu.setToolTipsVisible(true);
    for (const scenario::LoadScenario& each : scenario::loadScenarios()) {
        QAction* action = menu.addAction(choiceTitle(each.choice));
        action->setToolTip(settingWords(each.choice.help));
        connect(action, &QAction::triggered, this, [this, &each] {
            m_draft.change(choiceTitle(each.choice), [&](scenario::Scenario& scenario) {
                if (chosen() < scenario.models.size()) scenario::apply(each, scenario, chosen());
            });
        });
    }
}

void ModelList::setOpenModel(const QString& file) {
    m_open = file;
    m_addOpen->setEnabled(!file.isEmpty());
    m_addOpen->setText(file.isEmpty() ? tr("The open model (none is open)")
                                      : tr("%1, which is open").arg(QFileInfo(file).fileName()));
}

std::size_t ModelList::chosen() const { return static_cast<std::size_t>(std::max(m_list->currentRow(), 0)); }

void ModelList::choose(std::size_t model) {
    if (std::cmp_less(model, m_list->count())) m_list->setCurrentRow(static_cast<int>(model));
}

bool ModelList::isFaulty(std::size_t model) const {
    const auto& fault = m_draft.fault();
    return fault && fault->place.starts_with("models[" + std::to_string(model) + "]");
}

void ModelList::showModels() {
    const auto& models = m_draft.get().models;
    const int before = m_list->currentRow();
    {
        const QSignalBlocker silent(m_list);
        while (std::cmp_greater(m_list->count(), models.size()))
            delete m_list->takeItem(m_list->count() - 1);
        while (std::cmp_less(m_list->count(), models.size()))
            m_list->addItem(QString());
        for (std::size_t i = 0; i < models.size(); ++i) {
            QListWidgetItem& item = *m_list->item(static_cast<int>(i));
            item.setText(isFaulty(i) ? text(models[i].name) + u" ✕"_s : text(models[i].name));
            item.setToolTip(plainTip(text(models[i].file.string())));
        }
        if (m_list->currentRow() < 0 && !models.empty()) m_list->setCurrentRow(0);
    }
    showButtons();
    if (m_list->currentRow() != before) emit modelChosen(chosen());
}

void ModelList::showButtons() {
    for (QToolButton* each : {m_copy, m_remove, m_presets})
        each->setEnabled(m_list->currentRow() >= 0);
}

void ModelList::askFile() {
    const QString file =
        QFileDialog::getOpenFileName(this, tr("Add a model"), QSettings().value(u"scenarioModels"_s).toString(),
                                     tr("Models (*.onnx);;All files (*)"));
    if (file.isEmpty()) return;
    QSettings().setValue(u"scenarioModels"_s, QFileInfo(file).absolutePath());
    add(file);
}

void ModelList::add(const QString& file) {
    m_draft.change(tr("Add a model"), [&](scenario::Scenario& scenario) {
        scenario::Model model;
        model.file = file.toStdString();
        model.name = freeName(scenario, model.file.stem().string());
        if (!scenario.coreSets.empty()) model.coreSet = scenario.coreSets.front().name;
        scenario.models.push_back(std::move(model));
    });
    choose(m_draft.get().models.size() - 1);
}

void ModelList::duplicate() {
    const std::size_t from = chosen();
    m_draft.change(tr("Duplicate a model"), [from](scenario::Scenario& scenario) {
        if (from >= scenario.models.size()) return;
        scenario::Model model = scenario.models[from];
        model.name = freeName(scenario, model.name);
        scenario.models.push_back(std::move(model));
    });
    choose(m_draft.get().models.size() - 1);
}

void ModelList::remove() {
    const std::size_t which = chosen();
    m_draft.change(tr("Remove a model"), [which](scenario::Scenario& scenario) {
        if (which < scenario.models.size())
            scenario.models.erase(scenario.models.begin() + static_cast<std::ptrdiff_t>(which));
    });
}

} // namespace edgewright::views
