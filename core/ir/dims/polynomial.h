// SPDX-License-Identifier: GPL-3.0-or-later
// Polynomials with integer coefficients over names and floor(a/b): what a symbolic extent is made of. Empty
// results mean that a number left its bounds or that there would be too many terms.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::ir {

struct Quotient;

// A name or a floor. `text` is its canonical spelling within an expression, and alone decides what is equal.
struct Atom {
    std::string text;
    std::string name;                      // of a name: as it was given
    std::shared_ptr<const Quotient> floor; // null for a name
    friend bool operator==(const Atom& a, const Atom& b) { return a.text == b.text; }
    friend bool operator<(const Atom& a, const Atom& b) { return a.text < b.text; }
};

using Monomial = std::vector<Atom>; // sorted; an atom to the power of two is there twice; empty: 1

// Graded lexicographic, the highest degree first.
struct MonomialOrder {
    bool operator()(const Monomial& a, const Monomial& b) const {
        return a.size() != b.size() ? a.size() > b.size() : a < b;
    }
};

using Polynomial = std::map<Monomial, std::int64_t, MonomialOrder>; // no coefficient is 0

struct Quotient {
    Polynomial numerator, denominator;
};

std::optional<Polynomial> constantPolynomial(std::int64_t value);
std::optional<Polynomial> namePolynomial(const std::string& name);
// The value of a polynomial without names.
std::optional<std::int64_t> constantOf(const Polynomial& p);

std::optional<Polynomial> sum(const Polynomial& a, const Polynomial& b);
std::optional<Polynomial> scaled(const Polynomial& a, std::int64_t factor);
std::optional<Polynomial> product(const Polynomial& a, const Polynomial& b);
// floor(a/b), as simple as it gets: exact where b divides a; whole multiples taken out, floors of floors joined
// where b is a number. Names are taken to be such that b > 0.
std::optional<Polynomial> floorQuotient(const Polynomial& a, const Polynomial& b);

// For certain, when every name is >= 0.
bool isNonNegative(const Polynomial& p);

// "2*seq + 1"; empty when it would be too long.
std::optional<std::string> textOf(const Polynomial& p);
// "seq", or "'batch size'" for a name that is no word.
std::string spelled(const std::string& name);
// Letters, digits (not first), and marks that mean nothing in an expression; a hyphen only before a letter.
bool isWordByte(unsigned char byte, bool first);

} // namespace edgewright::ir
