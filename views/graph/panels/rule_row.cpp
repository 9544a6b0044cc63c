// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/panels/rule_row.h"

#include "views/graph/panels/benefits_text.h"
#include "views/support/fusion_edits.h"
#include "views/support/theme.h"
#include "views/support/utf8.h"

#include <QCheckBox>
#include <QCoreApplication>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QSignalBlocker>

namespace edgewright::views {

namespace {

QString translatedRule(std::string_view words) {
    return QCoreApplication::translate("Rule", std::string(words).c_str());
}

QString sketch(const fusion::Rule& rule) {
    const auto arrows = [](std::string_view side) {
        return translatedRule(side).replace(QStringLiteral("->"), QStringLiteral("→"));
    };
    const QString after = arrows(rule.after);
    return arrows(rule.before) + QStringLiteral("  ⇒  ") + (after.isEmpty() ? QStringLiteral("∅") : after);
}

} // namespace

RuleRow::RuleRow(const fusion::Rule& rule, QWidget* parent)
    : QWidget(parent), m_box(new QCheckBox(this)), m_summary(new QLabel(translatedRule(rule.summary), this)),
      m_numbers(new QLabel(this)), m_sketch(new QLabel(this)), m_sketchText(sketch(rule)),
      m_onByDefault(rule.onByDefault) {
    const QString name = text(rule.name);
    m_box->setObjectName(QStringLiteral("rule_") + name);
    m_box->setAccessibleName(m_summary->text());
    m_box->setChecked(rule.onByDefault);
    m_summary->setWordWrap(true);
    m_numbers->setObjectName(QStringLiteral("counts_") + name);
    m_numbers->setTextFormat(Qt::RichText);
    m_numbers->setAlignment(Qt::AlignRight | Qt::AlignTop);
    m_sketch->setTextFormat(Qt::PlainText);
    m_sketch->setFont(views::font(TextSize::Small));
    m_sketch->setForegroundRole(QPalette::PlaceholderText);
    m_sketch->setWordWrap(true);
    setToolTip(QStringLiteral("<b>%1</b><br>%2").arg(name.toHtmlEscaped(), m_sketchText.toHtmlEscaped()));
    setAccessibleDescription(name + QStringLiteral(", ") + m_sketchText);
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(12, 4, 12, 4);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(0);
    grid->setColumnStretch(1, 1);
    grid->addWidget(m_box, 0, 0, Qt::AlignTop);
    grid->addWidget(m_summary, 0, 1, Qt::AlignTop);
    grid->addWidget(m_numbers, 0, 2, Qt::AlignTop);
    grid->addWidget(m_sketch, 1, 1, 1, 2);
    connect(m_box, &QCheckBox::toggled, this, &RuleRow::toggled);
    write();
}

void RuleRow::setOn(bool on) {
    const QSignalBlocker silent(m_box);
    m_box->setChecked(on);
}

bool RuleRow::isAsByDefault() const { return m_box->isChecked() == m_onByDefault; }
void RuleRow::setCounts(const RuleCounts& counts, bool known) {
    m_counts = counts;
    m_known = known;
    write();
}

void RuleRow::setBroken(bool is) {
    if (is == m_isBroken) return;
    m_isBroken = is;
    write();
}

void RuleRow::write() {
    const Theme& theme = Theme::forPalette(palette());
    QStringList parts;
    if (m_isBroken) parts << coloured(theme.bad, QStringLiteral("<b>⚠</b>"));
    if (m_counts.applied > 0) parts << QStringLiteral("×%1").arg(m_counts.applied);
    if (m_counts.possible > 0) parts << coloured(theme.accent, QStringLiteral("+%1").arg(m_counts.possible));
    if (m_counts.refused > 0) parts << coloured(theme.warn, QStringLiteral("%1<b>!</b>").arg(m_counts.refused));
    if (m_counts.fusedOtherwise > 0)
        parts << coloured(theme.muted, QStringLiteral("(%1)").arg(m_counts.fusedOtherwise));
    m_numbers->setText(parts.join(QStringLiteral("&nbsp; ")));
    m_numbers->setToolTip(m_known ? tr("applied %1 times, refused %2 times, %3 more are possible; %4 places "
                                       "are fused into groups instead")
                                        .arg(m_counts.applied)
                                        .arg(m_counts.refused)
                                        .arg(m_counts.possible)
                                        .arg(m_counts.fusedOtherwise)
                                  : QString());
    if (m_isBroken) m_numbers->setToolTip(tr("One of its steps breaks the results"));
    const QString saved = m_counts.applied > 0 ? benefitText(m_counts.benefit) : QString();
    m_sketch->setText(saved.isEmpty() ? m_sketchText : m_sketchText + u'\n' + saved);
    QPalette colours = m_summary->palette();
    const QColor wanted = m_isBroken ? theme.bad : m_counts.any() ? theme.text : theme.muted;
    if (colours.color(QPalette::WindowText) == wanted) return;
    colours.setColor(QPalette::WindowText, wanted);
    m_summary->setPalette(colours);
}

void RuleRow::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && rect().contains(event->pos())) emit clicked();
}

void RuleRow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) write();
    QWidget::changeEvent(event);
}

} // namespace edgewright::views
