// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic on extents that are not known yet. The symbol of a Dim may be an expression: a polynomial with
// integer coefficients over names and floors, in one canonical spelling, so that equal expressions compare
// equal:
//
//   2*seq      height + 2      floor((h + 31)/32)      batch*seq - 1      3*'any other text'
//
// Names stand for extents: they are taken to be >= 0, and what something is divided by to be >= 1. A symbol
// that cannot be read as an expression is a name as a whole, and is quoted where an expression contains it.
// Every function gives up (an unknown Dim) rather than let an expression or a number grow beyond bounds.
#pragma once

#include "core/ir/tensor_type.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::ir {

// Name -> extent.
using SymbolValues = std::map<std::string, std::int64_t, std::less<>>;

Dim plus(const Dim& a, const Dim& b);
Dim minus(const Dim& a, const Dim& b);
Dim times(const Dim& a, const Dim& b);
Dim floorDivide(const Dim& a, const Dim& b); // rounds towards minus infinity; unknown for a divisor of 0
Dim ceilDivide(const Dim& a, const Dim& b);
// Unknown where the symbols could decide either way.
Dim maximum(const Dim& a, const Dim& b);
Dim minimum(const Dim& a, const Dim& b);

// A number that may be negative: where Dims stand for elements of a tensor, -1 is a Dim with the symbol "-1".
Dim integerDim(std::int64_t value);
// The number that a Dim stands for, negative ones included; empty when symbols remain.
std::optional<std::int64_t> constantOf(const Dim& dim);
// Facts that hold for every extent of the symbols: the sign, -1, 0 or 1, empty where it varies; and >= 0.
std::optional<int> signOf(const Dim& dim);
bool isNonNegative(const Dim& dim);

// The names that an expression needs; empty for a known or unknown Dim.
std::vector<std::string> symbolsOf(const Dim& dim);
// Names that have a value are replaced by it, the whole symbol first. An expression that turns out negative
// becomes unknown, like every Dim that is no extent.
Dim substitute(const Dim& dim, const SymbolValues& values);
// The Dim as an extent may be declared: "?", "", "-1" and the like say nothing and become unknown.
Dim asExtent(const Dim& dim);

} // namespace edgewright::ir
