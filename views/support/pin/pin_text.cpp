// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/pin/pin_text.h"

#include "views/support/answer_line.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <string_view>
#include <vector>

namespace edgewright::views {

namespace {

struct PinWords {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::Pin)
};

// "nodes −12 (66 → 54)"
QString changeText(Quantity quantity, const Number& was, const Number& is) {
    const double a = *was.value, b = *is.value;
    const QString target = quantity == Quantity::Peak ? QStringLiteral("memory") : QStringLiteral("pin");
    const QString number = AnswerLine::link(target, signedText(quantity, b - a));
    if (a == b) return PinWords::tr("%1 %2").arg(quantityTitle(quantity), number);
    return PinWords::tr("%1 %2 (%3 → %4)")
        .arg(quantityTitle(quantity), number, quantityText(quantity, a, was.isLeast, was.ends),
             quantityText(quantity, b, is.isLeast, is.ends));
}

} // namespace

QString otherModelText(const Pin& pin) {
    if (!pin.a() || pin.isSameModel()) return {};
    const QString a = pin.a()->model, b = pin.b().model;
    return a == b ? PinWords::tr("A is of another file named %1: numbers alone are compared.").arg(a)
                  : PinWords::tr("A is of %1, B of %2: numbers alone are compared.").arg(a, b);
}

StateNames stateNames(const Pin& pin, std::span<const Quantity> told, std::size_t most) {
    if (!pin.a()) return {};
    std::vector<std::string_view> stages;
    for (const Quantity quantity : told)
        stages.emplace_back(quantityStage(quantity));
    const std::vector<SettingDifference> differences = pin.differences(stages);
    QStringList a, b;
    if (const QString model = pin.b().model; model != pin.a()->model) {
        a << pin.a()->model;
        b << model;
    }
    for (std::size_t i = 0; i < std::min(most, differences.size()); ++i) {
        const SettingDifference& each = differences[i];
        a << PinWords::tr("%1 %2").arg(each.what, each.a);
        b << PinWords::tr("%1 %2").arg(each.what, each.b);
    }
    if (differences.size() > most) {
        const QString more =
            PinWords::tr("%n more settings", nullptr, static_cast<int>(differences.size() - most));
        a << more;
        b << more;
    }
    return {a.join(QStringLiteral(", ")), b.join(QStringLiteral(", "))};
}

QString pinAnswer(const Pin& pin, std::span<const Quantity> told) {
    if (!pin.a()) return {};
    const PinState b = pin.b();
    // What was cancelled stays stale.
    const bool computing = !b.analysis->pending.empty() && std::ranges::any_of(b.numbers, &Number::stale);
    bool same = true;
    for (std::size_t i = 0; i < QuantityCount; ++i)
        same = same && (b.numbers[i].stale || pin.a()->numbers[i].value == b.numbers[i].value);
    QStringList parts;
    bool sameHere = true;
    for (const Quantity quantity : told) {
        const Number &was = numberOf(pin.a()->numbers, quantity), &is = numberOf(b.numbers, quantity);
        const bool areKnown = was.value && is.value && !was.stale && !is.stale;
        sameHere = sameHere && areKnown && was.value == is.value;
        if (areKnown) parts << changeText(quantity, was, is);
    }
    const StateNames all = stateNames(pin), names = stateNames(pin, told);
    const QString nameA = names.a.toHtmlEscaped(), nameB = names.b.toHtmlEscaped();
    if (all.a.isEmpty() && same)
        return PinWords::tr("A = B: nothing differs. What you change now is compared with A.");
    if (!computing && same)
        return PinWords::tr("A = B in every number: %1 makes what %2 made.")
            .arg(all.b.toHtmlEscaped(), all.a.toHtmlEscaped());
    if (pin.isSameModel() && nameA.isEmpty() && sameHere)
        return PinWords::tr("A = B here: no setting differs that these numbers depend on.");
    const QString both =
        nameA.isEmpty() ? PinWords::tr("B against A") : PinWords::tr("B (%1) against A (%2)").arg(nameB, nameA);
    if (parts.isEmpty())
        return (computing ? PinWords::tr("%1 is being computed.")
                          : PinWords::tr("%1: nothing is known of both."))
            .arg(both);
    return (computing ? PinWords::tr("%1: %2; the rest is being computed.") : PinWords::tr("%1: %2."))
        .arg(both, parts.join(QStringLiteral(", ")));
}

} // namespace edgewright::views
