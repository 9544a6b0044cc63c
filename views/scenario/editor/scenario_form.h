// SPDX-License-Identifier: GPL-3.0-or-later
// A form for fields: a row for each, with its label, and below it what is at fault there.
#pragma once

#include "views/support/field/field_editor.h"

#include <QWidget>

#include <map>
#include <string>

class QFormLayout;
class QLabel;

namespace edgewright::views {

class ScenarioForm final : public QWidget {
    Q_OBJECT
public:
    explicit ScenarioForm(QWidget* parent = nullptr);
    // Widgets are called "scenario_" and the key of their field, which outlives the form.
    FieldEditor* addField(const FieldInfo& field);
    void addRow(const FieldInfo& field, QWidget* widget);
    void setShown(std::string_view key, bool shown);
    // Empty: nothing is at fault there. False: there is no such row.
    bool setFault(std::string_view key, const QString& expected);
    void clearFaults();

private:
    struct Row {
        QWidget* widget = nullptr;
        QLabel *label = nullptr, *fault = nullptr;
    };
    QFormLayout* m_form;
    std::map<std::string, Row, std::less<>> m_rows; // by key
};

} // namespace edgewright::views
