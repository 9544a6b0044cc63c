// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/dse/axes_editor.h"

#include "core/cost/explore/space_run.h"
#include "views/accelerator/dse/space_text.h"
#include "views/support/field/field_editor.h"
#include "views/support/quantity.h"
#include "views/support/theme.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>
#include <climits>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

// What is written beside an axis until somebody writes something else.
constexpr std::array<const char*, cost::AxisCount> Suggested{
    "8:64:8",        "8:64:8", "4..128",  "os,ws,is", "48:384:48", "1/1/1,2/1/1,1/2/1,1/1/2",
    "auto,0,64,256", "4..64",  "0.25..2", "1,2,4",    "1..4"};

QString nameText(std::size_t axis) {
    const std::string_view name = cost::nameOf(static_cast<cost::Axis>(axis));
    return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

// As core reads it. Where semicolons separate the values, a comma is that of a number.
QString choiceText(std::size_t axis, QString typed) {
    typed.remove(u' ');
    if (typed.contains(u';')) {
        if (typed.endsWith(u';')) typed.chop(1);
        typed.replace(u',', u'.').replace(u';', u',');
    }
    return nameText(axis) + u'=' + typed;
}

QString numberText(std::uint64_t number) {
    return groupedText(static_cast<std::int64_t>(std::min<std::uint64_t>(number, INT64_MAX)));
}

constexpr auto at(cost::Axis axis) { return static_cast<std::size_t>(axis); }

} // namespace

AxesEditor::AxesEditor(QWidget* parent)
    : QWidget(parent), m_isSample(new QCheckBox(tr("Sample of"), this)), m_sample(new QSpinBox(this)),
      m_total(new QLabel(this)), m_totalError(new QLabel(this)) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(2);
    auto* heading = new QLabel(tr("What varies"), this);
    heading->setFont(views::font(TextSize::Body, true));
    heading->setToolTip(tr("All else is as the accelerator on the left has it."));
    grid->addWidget(heading, 0, 0, 1, 2);
    const auto errorLabel = [](QLabel* label, const QString& name) {
        label->setObjectName(name);
        label->setFont(views::font(TextSize::Small));
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->hide();
    };
    int line = 1;
    for (std::size_t axis = 0; axis < m_rows.size(); ++axis) {
        Row& row = m_rows[axis];
        const QString title = axisTitle(static_cast<cost::Axis>(axis)),
                      hint = axisHint(static_cast<cost::Axis>(axis));
        row.isVaried = new QCheckBox(title, this);
        row.isVaried->setObjectName(u"vary-"_s + nameText(axis));
        row.isVaried->setToolTip(hint);
        row.values = new QLineEdit(QString::fromLatin1(Suggested[axis]), this);
        row.values->setCursorPosition(0); // its beginning is seen
        row.values->setObjectName(u"axis-"_s + nameText(axis));
        row.values->setAccessibleName(tr("Values of %1").arg(title));
        row.values->setToolTip(hint);
        row.error = new QLabel(this);
        errorLabel(row.error, u"error-"_s + nameText(axis));
        grid->addWidget(row.isVaried, line, 0);
        grid->addWidget(row.values, line, 1);
        grid->addWidget(row.error, line + 1, 0, 1, 2);
        line += 2;
        connect(row.isVaried, &QCheckBox::toggled, this, [this, axis](bool on) { toggled(axis, on); });
        connect(row.values, &QLineEdit::editingFinished, this, &AxesEditor::read);
        // Who writes values wants them.
        connect(row.values, &QLineEdit::textEdited, this, [this, axis] {
            const QSignalBlocker quiet(this);
            m_rows[axis].isVaried->setChecked(true);
        });
    }
    m_isSample->setObjectName(u"isSample"_s);
    m_isSample->setToolTip(tr("Points drawn at random, without repeating, instead of all of them"));
    m_sample->setObjectName(u"sample"_s);
    m_sample->setAccessibleName(tr("Points of the sample"));
    m_sample->setRange(100, static_cast<int>(cost::SpaceRun::MaxPoints));
    m_sample->setSingleStep(10'000);
    m_sample->setValue(100'000);
    m_sample->setGroupSeparatorShown(true);
    m_sample->setKeyboardTracking(false);
    m_total->setObjectName(u"spaceSize"_s);
    m_total->setFont(views::font(TextSize::Small));
    errorLabel(m_totalError, u"spaceError"_s);
    auto* reset = new QPushButton(tr("Square arrays"), this);
    reset->setObjectName(u"standardSpace"_s);
    reset->setToolTip(tr("Squares of 4 to 128 with all dataflows, what the page begins with"));
    grid->addWidget(m_isSample, line, 0);
    grid->addWidget(m_sample, line, 1);
    grid->addWidget(m_total, line + 1, 0);
    grid->addWidget(reset, line + 1, 1);
    grid->addWidget(m_totalError, line + 2, 0, 1, 2);
    grid->setColumnStretch(1, 1);
    grid->setRowStretch(addConstraints(*grid, line + 3), 1);
    connect(m_isSample, &QCheckBox::toggled, this, &AxesEditor::read);
    connect(m_sample, &QSpinBox::valueChanged, this, &AxesEditor::read);
    connect(reset, &QPushButton::clicked, this, [this] {
        cost::SpaceChoice standard = cost::SpaceChoice::standard();
        standard.constraints = m_constraints;
        show(standard);
        read();
    });
    setChoice(cost::SpaceChoice::standard());
}

int AxesEditor::addConstraints(QGridLayout& grid, int line) {
    for (const cost::Constraint& each : cost::constraintTable()) {
        auto* editor = new FieldEditor(each.field, this);
        auto* title = new QLabel(settingWords(each.field.title), this);
        title->setToolTip(settingWords(each.field.help));
        title->setBuddy(editor->widget());
        grid.addWidget(title, line, 0);
        grid.addWidget(editor->widget(), line++, 1);
        connect(editor, &FieldEditor::edited, this, [this, &each](const FieldValue& value) {
            each.field.set(m_constraints, value);
            read();
        });
        m_bounds.push_back(editor);
    }
    return line;
}

void AxesEditor::setChoice(const cost::SpaceChoice& choice) {
    if (choice == m_choice) return;
    const QSignalBlocker quiet(this);
    show(choice);
    read();
    m_choice = choice; // where a space is too large to be kept, too
}

void AxesEditor::show(const cost::SpaceChoice& choice) {
    m_isShowing = true;
    for (Row& row : m_rows)
        row.isVaried->setChecked(false);
    for (const std::string& each : choice.axes) {
        const QString text = QString::fromStdString(each);
        const QString name = text.section(u'=', 0, 0);
        for (std::size_t axis = 0; axis < m_rows.size(); ++axis)
            if (name == nameText(axis)) {
                m_rows[axis].isVaried->setChecked(true);
                m_rows[axis].values->setText(text.section(u'=', 1));
                m_rows[axis].values->setCursorPosition(0);
            }
    }
    m_isSample->setChecked(choice.sample > 0);
    if (choice.sample > 0)
        m_sample->setValue(static_cast<int>(std::min<std::uint64_t>(choice.sample, 2'000'000)));
    m_constraints = choice.constraints;
    for (std::size_t i = 0; i < m_bounds.size(); ++i)
        m_bounds[i]->display(cost::constraintTable()[i].field.get(m_constraints));
    m_isShowing = false;
}

// Rows and columns are varied together, or each alone.
void AxesEditor::toggled(std::size_t axis, bool on) {
    if (m_isShowing) return;
    m_isShowing = true;
    if (on && axis == at(cost::Axis::Size))
        for (const cost::Axis each : {cost::Axis::Rows, cost::Axis::Cols})
            m_rows[at(each)].isVaried->setChecked(false);
    if (on && (axis == at(cost::Axis::Rows) || axis == at(cost::Axis::Cols)))
        m_rows[at(cost::Axis::Size)].isVaried->setChecked(false);
    m_isShowing = false;
    read();
}

QString AxesEditor::errorOf(std::size_t axis) const {
    cost::DesignSpace alone;
    const QString text = choiceText(axis, m_rows[axis].values->text());
    if (const auto good = cost::readAxis(text.toStdString(), alone); !good)
        return QString::fromStdString(good.error().message);
    if (const auto good = alone.points(); !good) return QString::fromStdString(good.error().message);
    return {};
}

void AxesEditor::read() {
    if (m_isShowing) return;
    cost::SpaceChoice next{
        {}, m_isSample->isChecked() ? static_cast<std::uint64_t>(m_sample->value()) : 0, m_constraints};
    m_sample->setEnabled(m_isSample->isChecked());
    const QColor bad = Theme::forPalette(palette()).bad;
    const auto tell = [&](QLabel* label, const QString& error) {
        label->setText(error);
        label->setVisible(!error.isEmpty());
        QPalette ink = palette();
        ink.setColor(QPalette::WindowText, bad);
        label->setPalette(ink);
    };
    bool isGood = true;
    for (std::size_t axis = 0; axis < m_rows.size(); ++axis) {
        const Row& row = m_rows[axis];
        const QString error = row.isVaried->isChecked() ? errorOf(axis) : QString();
        tell(row.error, error);
        isGood = isGood && error.isEmpty();
        if (row.isVaried->isChecked()) next.axes.push_back(choiceText(axis, row.values->text()).toStdString());
    }
    m_total->clear();
    tell(m_totalError, {});
    if (!isGood) return;
    const auto points = next.on({}).value().points();
    if (!points) return tell(m_totalError, QString::fromStdString(points.error().message));
    m_total->setText(tr("%Ln points", nullptr, static_cast<int>(std::min<std::uint64_t>(*points, INT_MAX))));
    if (*points > cost::SpaceRun::MaxPoints && next.sample == 0)
        return tell(m_totalError,
                    tr("%1 points are more than the %2 that are kept: take a sample of them, or fewer "
                       "values.")
                        .arg(numberText(*points), numberText(cost::SpaceRun::MaxPoints)));
    if (next == m_choice) return;
    m_choice = next;
    emit changed();
}

} // namespace edgewright::views
