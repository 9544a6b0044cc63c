// SPDX-License-Identifier: GPL-3.0-or-later
// The editor of a field: a box to tick, a number with its unit, a list; all that it says and its limits are
// those of the description. It is called by the key of the field.
#pragma once

#include "views/support/field/field_text.h"
#include "views/support/settings_model.h"

#include <QObject>

#include <functional>

class QComboBox;
class QFormLayout;

namespace edgewright::views {

class FieldEditor final : public QObject {
    Q_OBJECT
public:
    FieldEditor(const FieldInfo& field, QWidget* parent); // which owns it; `field` outlives it
    QWidget* widget() const { return m_widget; }
    void addTo(QFormLayout& form) const;   // a row, with the label of the field
    void display(const FieldValue& value); // without telling

signals:
    void edited(const edgewright::FieldValue& value); // by the person

private:
    void makeFlag(QWidget* parent);
    void makeCount(QWidget* parent);
    void makeNumber(QWidget* parent);
    void makeList(QWidget* parent);
    void choosePath(QComboBox& box);

    const FieldInfo& m_field;
    QWidget* m_widget = nullptr;
    std::function<void(const FieldValue&)> m_display;
    FieldValue m_shown;
};

// A decision of the name of its field. `Part` is the way from Settings to the struct.
template <auto... Part, typename S>
void changeSetting(SettingsModel& settings, const Field<S>& field, const FieldValue& value) {
    settings.change(settingWords(field.title),
                    [&](pipeline::Settings& s) { field.set((s.*....*Part), value); });
}

// Shows what a field of `settings` is, and changes that field alone.
template <auto... Part, typename S>
FieldEditor* settingEditor(SettingsModel& settings, const Field<S>& field, QWidget* parent) {
    auto* editor = new FieldEditor(field, parent);
    const auto show = [&settings, &field, editor] { editor->display(field.get((settings.get().*....*Part))); };
    QObject::connect(editor, &FieldEditor::edited, &settings, [&settings, &field](const FieldValue& value) {
        changeSetting<Part...>(settings, field, value);
    });
    QObject::connect(&settings, &SettingsModel::changed, editor, show);
    show();
    return editor;
}

// A button "More" as the next row, and under it rows of its own that it shows and hides.
QFormLayout* addFold(QFormLayout& form, const QString& tip);

} // namespace edgewright::views
