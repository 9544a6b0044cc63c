// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/field/field_editor.h"

#include "views/support/field/number_box.h"
#include "views/support/fold_button.h"
#include "views/support/plain_tip.h"
#include "views/support/utf8.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>
#include <limits>

namespace edgewright::views {

namespace {

constexpr std::int64_t MaxSteppedByOne =
    1 << 16;                               // numbers that may be larger are stepped in tenths of what they are
constexpr std::int64_t MaxChoices = 16;    // numbers without a name that a list offers
constexpr int MinName = 12, MinChoice = 6; // letters that a list shows: of a catalogue, of others
constexpr int MaxDecimals = 6;
constexpr std::int64_t MaxShown = std::numeric_limits<int>::max(); // what is larger looks like it, and stays

// From nothing, its lowest number, it steps to the neighbours of what nothing stands for (0: unknown).
class CountBox final : public QSpinBox {
public:
    CountBox(int usual, QWidget* parent) : QSpinBox(parent), m_usual(usual) {}
    void stepBy(int steps) override {
        if (isUsual())
            setValue(m_usual + steps);
        else
            QSpinBox::stepBy(steps);
    }

protected:
    StepEnabled stepEnabled() const override {
        return isUsual() ? StepUpEnabled | StepDownEnabled : QSpinBox::stepEnabled();
    }

private:
    bool isUsual() const { return m_usual > 0 && value() == minimum(); }
    int m_usual;
};

template <typename Box>
void styleNumber(Box& box, const FieldInfo& field) {
    box.setKeyboardTracking(false);
    box.setAlignment(Qt::AlignRight);
    if (!field.unit.empty()) box.setSuffix(u' ' + settingWords(field.unit));
}

// Entries of a list that ask for a path; values are texts.
enum PathEntry { AskForFile = 1, AskForFolder = 2 };

QVariant entryOf(const FieldValue& value) {
    if (const auto* count = std::get_if<std::int64_t>(&value)) return QString::number(*count);
    if (const auto* text = std::get_if<std::string>(&value)) return QString::fromStdString(*text);
    return QString();
}

} // namespace

FieldEditor::FieldEditor(const FieldInfo& field, QWidget* parent) : QObject(parent), m_field(field) {
    switch (field.kind) {
    case FieldKind::Flag:
        makeFlag(parent);
        break;
    case FieldKind::Count:
    case FieldKind::Seed:
        field.choices.empty() ? makeCount(parent) : makeList(parent);
        break;
    case FieldKind::Number:
        makeNumber(parent);
        break;
    case FieldKind::Choice:
    case FieldKind::Text:
        makeList(parent);
        break;
    }
    m_widget->setObjectName(text(field.key));
    m_widget->setAccessibleName(settingWords(field.title));
    m_widget->setToolTip(settingWords(field.help));
}

void FieldEditor::addTo(QFormLayout& form) const {
    if (m_field.label.empty() || m_field.kind == FieldKind::Flag)
        form.addRow(m_widget);
    else
        form.addRow(settingWords(m_field.label), m_widget);
}

void FieldEditor::display(const FieldValue& value) {
    m_shown = value;
    const QSignalBlocker silent(m_widget);
    m_display(value);
}

void FieldEditor::makeFlag(QWidget* parent) {
    auto* box = new QCheckBox(settingWords(m_field.label.empty() ? m_field.title : m_field.label), parent);
    m_widget = box;
    m_display = [box](const FieldValue& value) { box->setChecked(std::get<bool>(value)); };
    connect(box, &QCheckBox::toggled, this, [this](bool on) { emit edited(on); });
}

void FieldEditor::makeCount(QWidget* parent) {
    auto* box = new CountBox(static_cast<int>(m_field.usual), parent);
    m_widget = box;
    const int lowest = static_cast<int>(m_field.lowest), none = m_field.isOptional ? lowest - 1 : lowest;
    box->setRange(none, static_cast<int>(std::min(m_field.highest, MaxShown)));
    if (m_field.isOptional) box->setSpecialValueText(settingWords(m_field.absent));
    if (m_field.kind == FieldKind::Count && m_field.highest > MaxSteppedByOne)
        box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    styleNumber(*box, m_field);
    m_display = [box, none](const FieldValue& value) {
        const auto* seed = std::get_if<std::uint64_t>(&value);
        const auto* count = std::get_if<std::int64_t>(&value);
        if (seed)
            box->setValue(static_cast<int>(std::min(*seed, static_cast<std::uint64_t>(MaxShown))));
        else
            box->setValue(count ? static_cast<int>(std::min(*count, MaxShown)) : none);
    };
    connect(box, &QSpinBox::valueChanged, this, [this, lowest](int value) {
        if (m_field.kind == FieldKind::Seed)
            emit edited(static_cast<std::uint64_t>(value));
        else
            emit edited(value < lowest ? FieldValue() : std::int64_t(value));
    });
}

void FieldEditor::makeNumber(QWidget* parent) {
    auto* box = new NumberBox(parent);
    m_widget = box;
    box->setDecimals(MaxDecimals);
    const double lowest = m_field.lowest + (m_field.isAboveLowest ? 1e-6 : 0);
    // Of a field that may be empty: below its numbers, and one step from those above 0.
    const double none = m_field.isAboveLowest ? m_field.lowest
                        : m_field.lowest > 0  ? std::max(m_field.lowest - 1, 0.0)
                                              : m_field.lowest - 1;
    box->setRange(m_field.isOptional ? none : lowest, static_cast<double>(m_field.highest));
    if (m_field.isOptional) box->setSpecialValueText(settingWords(m_field.absent));
    box->setSingleStep(0.1);
    styleNumber(*box, m_field);
    m_display = [box, none](const FieldValue& value) {
        const auto* number = std::get_if<double>(&value);
        box->setValue(number ? *number : none);
    };
    connect(box, &QDoubleSpinBox::valueChanged, this,
            [this, lowest](double value) { emit edited(value < lowest ? FieldValue() : FieldValue(value)); });
}

// What has a name, then the numbers without one; a value that is none of them stands behind them while it is
// shown.
void FieldEditor::makeList(QWidget* parent) {
    auto* box = new QComboBox(parent);
    m_widget = box;
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(m_field.catalogue ? MinName : MinChoice);
    const auto add = [box](const QString& title, const FieldValue& value, const QString& help = {}) {
        box->addItem(title, entryOf(value));
        if (!help.isEmpty()) box->setItemData(box->count() - 1, help, Qt::ToolTipRole);
    };
    if (!m_field.absent.empty()) add(settingWords(m_field.absent), FieldValue());
    const bool isNumber = m_field.kind == FieldKind::Count;
    for (const Choice& each : m_field.allChoices())
        add(isNumber ? valueText(m_field, std::int64_t(std::stoll(std::string(each.key)))) : choiceTitle(each),
            std::string(each.key), settingWords(each.help));
    const auto lowest = static_cast<std::int64_t>(m_field.lowest);
    if (isNumber && m_field.highest - lowest < MaxChoices)
        for (std::int64_t value = lowest; value <= m_field.highest; ++value)
            if (m_field.admits(static_cast<double>(value)) && box->findData(entryOf(value)) < 0)
                add(valueText(m_field, value), value);
    const int listed = box->count();
    if (m_field.takesFolder) box->addItem(tr("Folder…"), int(AskForFolder));
    if (m_field.takesFile) box->addItem(tr("File…"), int(AskForFile));
    const int whole = box->count();
    m_display = [this, box, listed, whole](const FieldValue& value) {
        const QVariant entry = entryOf(value);
        if (box->findData(entry) < 0) {
            if (box->count() > whole) box->removeItem(listed);
            const auto* text = std::get_if<std::string>(&value);
            const QString path = text ? QString::fromStdString(*text) : QString();
            box->insertItem(listed, text ? QFileInfo(path).fileName() : valueText(m_field, value), entry);
            box->setItemData(listed, plainTip(path), Qt::ToolTipRole);
        }
        box->setCurrentIndex(box->findData(entry));
        const QString help = box->currentData(Qt::ToolTipRole).toString();
        box->setToolTip(help.isEmpty() ? settingWords(m_field.help) : help);
    };
    connect(box, &QComboBox::currentIndexChanged, this, [this, box, isNumber] {
        const QVariant entry = box->currentData();
        if (entry.typeId() != QMetaType::QString) return; // asks for a path where it is activated
        const std::string text = entry.toString().toStdString();
        if (m_field.isOptional && text.empty())
            emit edited(FieldValue());
        else if (isNumber)
            emit edited(std::int64_t(std::stoll(text)));
        else
            emit edited(text);
    });
    connect(box, &QComboBox::activated, this, [this, box] {
        if (box->currentData().typeId() == QMetaType::Int) choosePath(*box);
    });
}

void FieldEditor::choosePath(QComboBox& box) {
    const QString path = box.currentData().toInt() == AskForFolder
                             ? QFileDialog::getExistingDirectory(&box, settingWords(m_field.title))
                             : QFileDialog::getOpenFileName(&box, settingWords(m_field.title));
    display(m_shown);
    if (!path.isEmpty()) emit edited(path.toStdString());
}

QFormLayout* addFold(QFormLayout& form, const QString& tip) {
    QWidget* const parent = form.parentWidget();
    auto* button = new QToolButton(parent);
    button->setToolTip(tip);
    auto* folded = new QWidget(parent);
    auto* rows = new QFormLayout(folded);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setHorizontalSpacing(form.horizontalSpacing());
    rows->setVerticalSpacing(form.verticalSpacing());
    rows->setLabelAlignment(form.labelAlignment());
    makeFold(*button, FieldEditor::tr("More"), [folded](bool on) { folded->setVisible(on); });
    form.addRow(button);
    form.addRow(folded);
    return rows;
}

} // namespace edgewright::views
