// SPDX-License-Identifier: GPL-3.0-or-later
// One model of a scenario: what it is, when its requests arrive, how they are batched.
#pragma once

#include "views/session/scenario/scenario_draft.h"

#include <QWidget>

#include <functional>

class QComboBox;
class QLineEdit;

namespace edgewright::views {

class ScenarioForm;

class ModelForm final : public QWidget {
    Q_OBJECT
public:
    explicit ModelForm(ScenarioDraft& draft, QWidget* parent = nullptr);
    void setModel(std::size_t model); // beyond the last: nothing is shown
    // `key`: behind "models[1].", of the model that is shown.
    void showFault(const std::string& key, const QString& expected);

private:
    void makeModelRows();
    void makeArrivalRows();
    void makeBatchingRows();
    template <auto Part, typename S>
    void addField(ScenarioForm& form, const Field<S>& field);
    // A decision about the model that is shown.
    void edit(const FieldInfo& field, const std::function<void(scenario::Model&)>& change);
    const scenario::Model* shown() const;
    void showModel();
    void showSets(const scenario::Model& model);
    void takePreferred();

    ScenarioDraft& m_draft;
    std::size_t m_model = 0;
    ScenarioForm *m_form, *m_arrivals, *m_batching;
    QLineEdit *m_name, *m_preferred;
    QComboBox* m_sets;
    std::vector<std::function<void(const scenario::Model&)>> m_displays; // of fields
};

} // namespace edgewright::views
