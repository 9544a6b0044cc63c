// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers that two states are compared by. Each is the one that status bar, answers and command line tell.
#pragma once

#include "core/pipeline/states/quantities.h"

#include <QString>

#include <array>
#include <optional>

namespace edgewright::views {

using pipeline::Quantity;
using pipeline::QuantityCount;

struct Number {
    std::optional<double> value; // none: not known
    bool stale = false;          // older than the settings
    bool isLeast = false;        // some work is not counted (ops::Uncounted)
    QString ends = {};           // of a counted share: "85–98 %" (pipeline::CountedShare)
    friend bool operator==(const Number&, const Number&) = default;
};
using Numbers = std::array<Number, QuantityCount>; // by Quantity

Numbers numbersOf(const pipeline::Analysis& analysis);
inline const Number& numberOf(const Numbers& numbers, Quantity quantity) {
    return numbers[static_cast<std::size_t>(quantity)];
}

QString quantityTitle(Quantity quantity);     // "arena": as within a sentence
const char* quantityStage(Quantity quantity); // whose result it is
const char* quantityUnit(Quantity quantity);  // of the plain number: "B", "s"; empty where it counts
// "3.20 MiB", "at least 1.20 GMAC", "93.8 % (85–98 %)"
QString quantityText(Quantity quantity, double value, bool isLeast = false, const QString& ends = {});
// "−1.20 MiB"; "±0" where nothing differs.
QString signedText(Quantity quantity, double difference);
// The samples on which `quantity` of `a` cannot be told apart from that of `b`; none: it can, or it is of no
// samples, or not of the same ones.
std::optional<std::size_t> samplesAlike(Quantity quantity, const pipeline::Analysis& a,
                                        const pipeline::Analysis& b);
// True if `b / a` says something.
bool hasRatio(Quantity quantity);

} // namespace edgewright::views
