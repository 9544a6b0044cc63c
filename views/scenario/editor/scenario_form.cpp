// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/scenario/editor/scenario_form.h"

#include "views/support/theme.h"
#include "views/support/utf8.h"

#include <QFormLayout>
#include <QLabel>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

constexpr int MinFieldWidth = 88; // pixels, where the longest value of a field asks for more

} // namespace

ScenarioForm::ScenarioForm(QWidget* parent) : QWidget(parent), m_form(new QFormLayout(this)) {
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setHorizontalSpacing(8);
    m_form->setVerticalSpacing(4);
    m_form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_form->setRowWrapPolicy(QFormLayout::WrapLongRows);
}

FieldEditor* ScenarioForm::addField(const FieldInfo& field) {
    auto* editor = new FieldEditor(field, this);
    addRow(field, editor->widget());
    return editor;
}

void ScenarioForm::addRow(const FieldInfo& field, QWidget* widget) {
    const QString title = settingWords(field.title);
    widget->setObjectName(u"scenario_"_s + text(field.key));
    widget->setAccessibleName(title);
    widget->setMinimumWidth(MinFieldWidth);
    if (widget->toolTip().isEmpty()) widget->setToolTip(settingWords(field.help));
    Row row{widget, new QLabel(title, this), new QLabel(this)};
    row.label->setBuddy(widget);
    row.fault->setObjectName(u"fault_"_s + text(field.key));
    row.fault->setTextFormat(Qt::PlainText);
    row.fault->setWordWrap(true);
    row.fault->setFont(views::font(TextSize::Small));
    row.fault->hide();
    m_form->addRow(row.label, widget);
    m_form->addRow(row.fault);
    m_rows.emplace(std::string(field.key), row);
}

void ScenarioForm::setShown(std::string_view key, bool shown) {
    const auto found = m_rows.find(key);
    if (found != m_rows.end()) m_form->setRowVisible(found->second.widget, shown);
}

bool ScenarioForm::setFault(std::string_view key, const QString& expected) {
    const auto found = m_rows.find(key);
    if (found == m_rows.end()) return false;
    QLabel& label = *found->second.fault;
    label.setVisible(!expected.isEmpty());
    label.setText(expected.isEmpty() ? QString() : tr("✕ expected %1").arg(expected));
    QPalette colours;
    colours.setColor(QPalette::WindowText, Theme::forPalette(palette()).bad);
    label.setPalette(colours);
    found->second.widget->setAccessibleDescription(label.text());
    return true;
}

void ScenarioForm::clearFaults() {
    for (const auto& [key, row] : m_rows)
        setFault(key, {});
}

} // namespace edgewright::views
