// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/scenario/editor/model_form.h"

#include "views/scenario/editor/scenario_form.h"
#include "views/support/field/number_list.h"
#include "views/support/layouts.h"
#include "views/support/utf8.h"

#include <QComboBox>
#include <QLineEdit>
#include <QSignalBlocker>

#include <algorithm>
#include <ranges>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

// The list beside the fields of Batching; its key is that of the file.
constexpr FieldInfo PreferredSizes{
    .key = "preferred_batch_size",
    .title = TRANSLATABLE("Setting", "Preferred batches"),
    .help =
        TRANSLATABLE("Setting", "Sizes that are sent as soon as they wait, as 4, 8; empty: the largest batch"),
    .kind = FieldKind::Text};

// The model itself, for fields that are its own.
struct Itself {
    template <typename Model>
    Model& operator()(Model& model) const {
        return model;
    }
};

} // namespace

ModelForm::ModelForm(ScenarioDraft& draft, QWidget* parent)
    : QWidget(parent), m_draft(draft), m_form(new ScenarioForm(this)), m_arrivals(new ScenarioForm(this)),
      m_batching(new ScenarioForm(this)), m_name(new QLineEdit(m_form)), m_preferred(new QLineEdit(m_batching)),
      m_sets(new QComboBox(m_form)) {
    makeModelRows();
    makeArrivalRows();
    makeBatchingRows();
    auto* column = columnIn(this, {}, 4);
    column->addWidget(m_form);
    column->addWidget(makeHeading(tr("Arrivals"), this));
    column->addWidget(m_arrivals);
    column->addWidget(makeHeading(tr("Batches"), this));
    column->addWidget(m_batching);
    connect(&draft, &ScenarioDraft::changed, this, &ModelForm::showModel);
    showModel();
}

template <auto Part, typename S>
void ModelForm::addField(ScenarioForm& form, const Field<S>& field) {
    FieldEditor* const editor = form.addField(field);
    connect(editor, &FieldEditor::edited, this, [this, &field](const FieldValue& value) {
        edit(field, [&](scenario::Model& model) { field.set(Part(model), value); });
    });
    m_displays.push_back(
        [editor, &field](const scenario::Model& model) { editor->display(field.get(Part(model))); });
}

void ModelForm::makeModelRows() {
    for (const Field<scenario::Model>& field : scenario::modelFields()) {
        if (field.key == "name") {
            m_form->addRow(field, m_name);
            connect(m_name, &QLineEdit::editingFinished, this, [this, &field] {
                edit(field, [this](scenario::Model& model) { model.name = m_name->text().toStdString(); });
            });
        } else if (field.key == "core_set") {
            m_form->addRow(field, m_sets);
            m_sets->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
            connect(m_sets, &QComboBox::activated, this, [this, &field] {
                edit(field, [this](scenario::Model& model) {
                    model.coreSet = m_sets->currentData().toString().toStdString();
                });
            });
        } else {
            addField<Itself{}>(*m_form, field);
        }
    }
}

void ModelForm::makeArrivalRows() {
    for (const Field<scenario::Arrivals>& field : scenario::arrivalFields())
        addField < [](auto& model) -> auto& { return model.arrivals; }
    > (*m_arrivals, field);
}

void ModelForm::makeBatchingRows() {
    for (const Field<scenario::Batching>& field : scenario::batchingFields()) {
        addField < [](auto& model) -> auto& { return model.batching; }
        > (*m_batching, field);
        if (field.key != "max_batch_size") continue;
        m_batching->addRow(PreferredSizes, m_preferred);
        connect(m_preferred, &QLineEdit::editingFinished, this, &ModelForm::takePreferred);
    }
}

void ModelForm::takePreferred() {
    const auto sizes = numbersOf(m_preferred->text(), static_cast<int>(scenario::MaxBatchSize));
    if (!sizes) return showFault("batching.preferred_batch_size", tr("sizes as 4, 8"));
    edit(PreferredSizes, [&](scenario::Model& model) {
        model.batching.preferred = {sizes->begin(), sizes->end()};
    });
}

void ModelForm::edit(const FieldInfo& field, const std::function<void(scenario::Model&)>& change) {
    if (!shown()) return;
    m_draft.change(tr("%1 of %2", "a field, a model").arg(settingWords(field.title), text(shown()->name)),
                   [&](scenario::Scenario& scenario) { change(scenario.models[m_model]); });
}

const scenario::Model* ModelForm::shown() const {
    const auto& models = m_draft.get().models;
    return m_model < models.size() ? &models[m_model] : nullptr;
}

void ModelForm::setModel(std::size_t model) {
    m_model = model;
    showModel();
}

void ModelForm::showSets(const scenario::Model& model) {
    const QSignalBlocker silent(m_sets);
    m_sets->clear();
    if (m_draft.get().coreSets.size() < 2) {
        const auto& field = fieldNamed(scenario::modelFields(), "core_set");
        m_sets->addItem(settingWords(field.absent), QString());
    }
    for (const scenario::CoreSet& each : m_draft.get().coreSets)
        m_sets->addItem(text(each.name), text(each.name));
    if (m_sets->findData(text(model.coreSet)) < 0) m_sets->addItem(text(model.coreSet), text(model.coreSet));
    m_sets->setCurrentIndex(m_sets->findData(text(model.coreSet)));
}

void ModelForm::showModel() {
    const scenario::Model* const model = shown();
    setVisible(model != nullptr);
    if (!model) return;
    for (const auto& display : m_displays)
        display(*model);
    if (m_name->text() != text(model->name)) m_name->setText(text(model->name));
    std::vector<int> sizes;
    for (const std::int64_t each : model->batching.preferred)
        sizes.push_back(static_cast<int>(each));
    if (numbersOf(m_preferred->text(), static_cast<int>(scenario::MaxBatchSize)) != sizes ||
        !m_preferred->hasFocus())
        m_preferred->setText(numberListText(sizes));
    showSets(*model);
    const scenario::KindInfo& kind = scenario::infoOf(model->arrivals.kind);
    const auto has = [](const std::vector<std::string_view>& keys, std::string_view key) {
        return std::ranges::find(keys, key) != keys.end();
    };
    for (const Field<scenario::Arrivals>& field : scenario::arrivalFields())
        m_arrivals->setShown(field.key, field.key == "kind" || has(kind.needed, field.key) ||
                                            has(kind.possible, field.key));
    for (ScenarioForm* form : {m_form, m_arrivals, m_batching})
        form->clearFaults();
}

void ModelForm::showFault(const std::string& key, const QString& expected) {
    const auto point = key.find('.');
    const std::string part = key.substr(0, point),
                      inner = point == std::string::npos ? "" : key.substr(point + 1);
    if (part == "arrivals")
        m_arrivals->setFault(inner, expected);
    else if (part == "batching")
        m_batching->setFault(inner, expected);
    else if (!m_form->setFault(part, expected)) // of the model as a whole
        m_form->setFault("core_set", expected);
}

} // namespace edgewright::views
