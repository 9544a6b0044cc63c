// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/scenario/editor/scenario_editor.h"

#include "views/scenario/editor/core_set_rows.h"
#include "views/scenario/editor/model_form.h"
#include "views/scenario/editor/model_list.h"
#include "views/scenario/editor/scenario_form.h"
#include "views/support/icon.h"
#include "views/support/layouts.h"
#include "views/support/plain_tip.h"
#include "views/support/save_name.h"
#include "views/support/utf8.h"

#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSettings>
#include <QToolButton>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

QString fileFilter() { return ScenarioEditor::tr("Scenarios (*.json)"); }

} // namespace

ScenarioEditor::ScenarioEditor(ScenarioDraft& draft, QWidget* parent)
    : QWidget(parent), m_draft(draft), m_models(new ModelList(draft, this)),
      m_model(new ModelForm(draft, this)), m_sets(new CoreSetRows(draft, this)),
      m_scenario(new ScenarioForm(this)) {
    setObjectName(u"scenarioEditor"_s);
    auto* column = columnIn(this, {0, 0, 8, 8}, 4);
    column->addWidget(makeFileRow());
    column->addWidget(makeHeading(tr("Models"), this));
    column->addWidget(m_models);
    column->addWidget(m_model);
    column->addWidget(makeHeading(tr("Scenario"), this));
    makeScenarioRows();
    column->addWidget(m_scenario);
    column->addWidget(makeHeading(tr("Core sets"), this));
    column->addWidget(m_sets);
    column->addStretch(1);
    connect(m_models, &ModelList::modelChosen, this, [this](std::size_t model) {
        m_model->setModel(model);
        showFault();
        emit modelChosen(model);
    });
    connect(&draft, &ScenarioDraft::changed, this, [this] {
        showSteps();
        showFault();
    });
    showSteps();
    tint();
}

void ScenarioEditor::tint() {
    const QColor colour = palette().color(QPalette::WindowText);
    m_undo->setIcon(lineIcon(u":/icons/undo.svg"_s, colour));
    m_redo->setIcon(lineIcon(u":/icons/redo.svg"_s, colour));
}

void ScenarioEditor::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) tint();
    QWidget::changeEvent(event);
}

QWidget* ScenarioEditor::makeFileRow() {
    auto* all = new QWidget(this);
    auto* row = rowIn(all, {}, 4);
    auto* open = makeButton(u"scenarioOpen"_s, tr("Open…"), tr("Open a scenario from a file"), all);
    m_save = makeButton(u"scenarioSave"_s, tr("Save…"),
                        tr("Save the scenario as a file for this page and for "
                           "“edgewright-cli scenario”"),
                        all);
    m_undo = makeButton(u"scenarioUndo"_s, {}, {}, all);
    m_redo = makeButton(u"scenarioRedo"_s, {}, {}, all);
    m_undo->setAccessibleName(tr("Undo in the scenario"));
    m_redo->setAccessibleName(tr("Redo in the scenario"));
    connect(open, &QToolButton::clicked, this, &ScenarioEditor::askOpen);
    connect(m_save, &QToolButton::clicked, this, &ScenarioEditor::askSave);
    connect(m_undo, &QToolButton::clicked, this, [this] { m_draft.undo(); });
    connect(m_redo, &QToolButton::clicked, this, [this] { m_draft.redo(); });
    for (QToolButton* each : {open, m_save})
        row->addWidget(each);
    row->addStretch(1);
    for (QToolButton* each : {m_undo, m_redo})
        row->addWidget(each);
    return all;
}

void ScenarioEditor::makeScenarioRows() {
    for (const Field<scenario::Scenario>& field : scenario::scenarioFields()) {
        FieldEditor* const editor = m_scenario->addField(field);
        connect(editor, &FieldEditor::edited, this, [this, &field](const FieldValue& value) {
            m_draft.change(settingWords(field.title),
                           [&](scenario::Scenario& scenario) { field.set(scenario, value); });
        });
        const auto show = [this, editor, &field] { editor->display(field.get(m_draft.get())); };
        connect(&m_draft, &ScenarioDraft::changed, editor, show);
        show();
    }
}

void ScenarioEditor::setOpenModel(const QString& file) { m_models->setOpenModel(file); }
std::size_t ScenarioEditor::model() const { return m_models->chosen(); }
void ScenarioEditor::chooseModel(std::size_t model) { m_models->choose(model); }

void ScenarioEditor::showSteps() {
    m_undo->setEnabled(m_draft.canUndo());
    m_redo->setEnabled(m_draft.canRedo());
    m_undo->setToolTip(m_draft.canUndo() ? plainTip(tr("Undo: %1").arg(m_draft.undoText()))
                                         : tr("Nothing to undo"));
    m_redo->setToolTip(m_draft.canRedo() ? plainTip(tr("Redo: %1").arg(m_draft.redoText()))
                                         : tr("Nothing to redo"));
    m_save->setEnabled(!m_draft.isEmpty());
}

// Places are those of the file: "models[1].arrivals.jitter_ms", "core_sets[0].name", "policy".
void ScenarioEditor::showFault() {
    m_scenario->clearFaults();
    m_sets->showFault({}, {});
    const auto& fault = m_draft.fault();
    if (!fault || m_draft.isEmpty()) return;
    const QString expected = text(fault->expected);
    static const QRegularExpression numbered(u"^(models|core_sets)\\[(\\d+)\\]\\.?(.*)$"_s);
    const auto match = numbered.match(text(fault->place));
    if (!match.hasMatch()) {
        m_scenario->setFault(fault->place, expected);
        return;
    }
    const auto number = static_cast<std::size_t>(match.captured(2).toULongLong());
    if (match.captured(1) == u"core_sets"_s)
        m_sets->showFault(number, expected);
    else if (number == m_models->chosen())
        m_model->showFault(match.captured(3).toStdString(), expected);
}

void ScenarioEditor::askOpen() {
    const QString file = QFileDialog::getOpenFileName(
        this, tr("Open a scenario"), QSettings().value(u"scenarios"_s).toString(), fileFilter());
    if (file.isEmpty()) return;
    QSettings().setValue(u"scenarios"_s, QFileInfo(file).absolutePath());
    m_draft.open(file);
}

void ScenarioEditor::askSave() {
    const QString proposal =
        m_draft.file().isEmpty() ? u"scenario.json"_s : QFileInfo(m_draft.file()).fileName();
    const QString file = askSaveName(this, tr("Save the scenario"), proposal, fileFilter(), u".json"_s);
    if (!file.isEmpty()) m_draft.save(file);
}

} // namespace edgewright::views
