// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/dims/polynomial.h"

#include "core/base/checked.h"

#include <algorithm>
#include <numeric>

namespace edgewright::ir {

namespace {

constexpr std::size_t MaxTerms = 24;
constexpr std::size_t MaxDegree = 6;
constexpr std::size_t MaxText = 400;
constexpr std::int64_t MaxCoefficient = std::int64_t(1) << 62;

bool isLetter(unsigned char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_' || byte >= 0x80;
}

// Adds `coefficient` times `monomial` to `p`.
bool accumulate(Polynomial& p, const Monomial& monomial, std::int64_t coefficient) {
    if (monomial.size() > MaxDegree) return false;
    const auto [it, added] = p.emplace(monomial, coefficient);
    if (!added) {
        const auto total = checkedAdd(it->second, coefficient);
        if (!total) return false;
        it->second = *total;
    }
    const std::int64_t value = it->second;
    if (value == 0) p.erase(it);
    return value > -MaxCoefficient && value < MaxCoefficient && p.size() <= MaxTerms;
}

std::int64_t floorDiv(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); } // b > 0

// a without the atoms of b; empty when b is no factor.
std::optional<Monomial> without(const Monomial& a, const Monomial& b) {
    if (!std::includes(a.begin(), a.end(), b.begin(), b.end())) return std::nullopt;
    Monomial rest;
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(rest));
    return rest;
}

// Division by one polynomial, leading terms first; empty when something remains.
std::optional<Polynomial> exactQuotient(Polynomial rest, const Polynomial& divisor) {
    Polynomial result;
    const auto& [leading, coefficient] = *divisor.begin();
    for (std::size_t step = 0; !rest.empty(); ++step) {
        const auto monomial = without(rest.begin()->first, leading);
        if (!monomial || rest.begin()->second % coefficient != 0 || step > 2 * MaxTerms) return std::nullopt;
        const std::int64_t factor = rest.begin()->second / coefficient;
        const auto part = product(Polynomial{{*monomial, factor}}, divisor);
        const auto negative = part ? scaled(*part, -1) : std::nullopt;
        auto left = negative ? sum(rest, *negative) : std::nullopt;
        if (!left || !accumulate(result, *monomial, factor)) return std::nullopt;
        rest = *std::move(left);
    }
    return result;
}

// The largest number that divides every coefficient, apart from the constant's where `constant` is false.
std::int64_t contentOf(const Polynomial& p, bool constant) {
    std::int64_t content = 0;
    for (const auto& [monomial, coefficient] : p)
        if (constant || !monomial.empty()) content = std::gcd(content, coefficient);
    return content;
}

// Every coefficient divided by `divisor`, rounded down.
Polynomial divided(const Polynomial& p, std::int64_t divisor) {
    Polynomial result;
    for (const auto& [monomial, coefficient] : p)
        if (const std::int64_t quotient = floorDiv(coefficient, divisor); quotient != 0)
            result.emplace(monomial, quotient);
    return result;
}

std::string parenthesised(const Polynomial& p, bool factor, const std::string& text) {
    const auto& [monomial, coefficient] = *p.begin();
    const bool simple = p.size() == 1 && coefficient > 0 &&
                        (!factor || monomial.empty() || (coefficient == 1 && monomial.size() == 1));
    return simple ? text : "(" + text + ")";
}

std::optional<Polynomial> floorAtom(Polynomial numerator, Polynomial denominator) {
    const auto above = textOf(numerator);
    const auto below = textOf(denominator);
    if (!above || !below || above->size() + below->size() > MaxText) return std::nullopt;
    Atom atom;
    atom.text = "floor(" + parenthesised(numerator, false, *above) + "/" +
                parenthesised(denominator, true, *below) + ")";
    atom.floor = std::make_shared<const Quotient>(Quotient{std::move(numerator), std::move(denominator)});
    return Polynomial{{Monomial{std::move(atom)}, 1}};
}

// The floor that `p` consists of, but for a constant.
const Quotient* onlyFloor(const Polynomial& p) {
    const auto& [monomial, coefficient] = *p.begin();
    const bool rest = p.size() == 1 || (p.size() == 2 && std::next(p.begin())->first.empty());
    return rest && coefficient == 1 && monomial.size() == 1 ? monomial.front().floor.get() : nullptr;
}

std::optional<Polynomial> floorByNumber(const Polynomial& a, std::int64_t divisor) {
    // floor((divisor * q + r) / divisor) = q + floor(r / divisor), term by term, so that 0 <= r < divisor.
    Polynomial whole, rest;
    for (const auto& [monomial, coefficient] : a) {
        const std::int64_t quotient = floorDiv(coefficient, divisor);
        if (quotient != 0) whole.emplace(monomial, quotient);
        if (coefficient != quotient * divisor) rest.emplace(monomial, coefficient - quotient * divisor);
    }
    const std::int64_t common = std::gcd(divisor, contentOf(rest, false));
    if (common == divisor) return whole; // a constant below the divisor at most remains
    rest = divided(rest, common);
    divisor /= common;
    std::optional<Polynomial> floor;
    const Quotient* inner = onlyFloor(rest);
    const auto innerDivisor = inner ? constantOf(inner->denominator) : std::nullopt;
    if (innerDivisor) {
        // floor((floor(n / d) + c) / divisor) = floor((n + d * c) / (d * divisor))
        const std::int64_t constant = rest.size() == 2 ? rest.rbegin()->second : 0;
        const auto shift = checkedMul(*innerDivisor, constant);
        const auto joined = checkedMul(*innerDivisor, divisor);
        const auto added = shift ? constantPolynomial(*shift) : std::nullopt;
        const auto numerator = added ? sum(inner->numerator, *added) : std::nullopt;
        if (!numerator || !joined || *joined >= MaxCoefficient) return std::nullopt;
        floor = floorByNumber(*numerator, *joined);
    } else {
        floor = floorAtom(std::move(rest), Polynomial{{Monomial(), divisor}});
    }
    return floor ? sum(whole, *floor) : std::nullopt;
}

} // namespace

bool isWordByte(unsigned char byte, bool first) {
    if (isLetter(byte)) return true;
    return !first && ((byte >= '0' && byte <= '9') || byte == '.' || byte == ':' || byte == '#' ||
                      byte == '$' || byte == '@');
}

std::string spelled(const std::string& name) {
    bool word = !name.empty() && name != "floor";
    for (std::size_t i = 0; word && i < name.size(); ++i) {
        const auto byte = static_cast<unsigned char>(name[i]);
        const bool hyphen =
            byte == '-' && i > 0 && i + 1 < name.size() && isLetter(static_cast<unsigned char>(name[i + 1]));
        word = hyphen || isWordByte(byte, i == 0);
    }
    if (word) return name;
    std::string result = "'";
    for (const char each : name)
        result += each == '\'' ? std::string("''") : std::string(1, each);
    return result + "'";
}

std::optional<Polynomial> constantPolynomial(std::int64_t value) {
    if (value <= -MaxCoefficient || value >= MaxCoefficient) return std::nullopt;
    return value == 0 ? Polynomial() : Polynomial{{Monomial(), value}};
}

std::optional<Polynomial> namePolynomial(const std::string& name) {
    Atom atom{spelled(name), name, nullptr};
    if (atom.text.size() > MaxText / 2) return std::nullopt;
    return Polynomial{{Monomial{std::move(atom)}, 1}};
}

std::optional<std::int64_t> constantOf(const Polynomial& p) {
    if (p.empty()) return 0;
    if (p.size() > 1 || !p.begin()->first.empty()) return std::nullopt;
    return p.begin()->second;
}

std::optional<Polynomial> sum(const Polynomial& a, const Polynomial& b) {
    Polynomial result = a;
    for (const auto& [monomial, coefficient] : b)
        if (!accumulate(result, monomial, coefficient)) return std::nullopt;
    return result;
}

std::optional<Polynomial> scaled(const Polynomial& a, std::int64_t factor) {
    return product(a, Polynomial{{Monomial(), factor}});
}

std::optional<Polynomial> product(const Polynomial& a, const Polynomial& b) {
    Polynomial result;
    for (const auto& [left, leftCoefficient] : a)
        for (const auto& [right, rightCoefficient] : b) {
            const auto coefficient = checkedMul(leftCoefficient, rightCoefficient);
            Monomial joined;
            std::ranges::merge(left, right, std::back_inserter(joined),
                               [](const Atom& x, const Atom& y) { return x < y; });
            if (!coefficient || !accumulate(result, joined, *coefficient)) return std::nullopt;
        }
    return result;
}

std::optional<Polynomial> floorQuotient(const Polynomial& a, const Polynomial& b) {
    if (b.empty()) return std::nullopt;
    if (a.empty()) return Polynomial();
    if (auto exact = exactQuotient(a, b)) return exact;
    if (const auto divisor = constantOf(b)) {
        if (*divisor > 0) return floorByNumber(a, *divisor);
        const auto negative = scaled(a, -1);
        return negative ? floorByNumber(*negative, -*divisor) : std::nullopt;
    }
    const std::int64_t common = std::gcd(contentOf(a, true), contentOf(b, true));
    return floorAtom(divided(a, common), divided(b, common));
}

bool isNonNegative(const Polynomial& p) {
    return std::ranges::all_of(p, [](const auto& term) {
        return term.second >= 0 && std::ranges::all_of(term.first, [](const Atom& atom) {
                   return !atom.floor ||
                          (isNonNegative(atom.floor->numerator) && isNonNegative(atom.floor->denominator));
               });
    });
}

std::optional<std::string> textOf(const Polynomial& p) {
    if (p.empty()) return "0";
    std::string text;
    for (const auto& [monomial, coefficient] : p) {
        const bool negative = coefficient < 0;
        if (text.empty())
            text = negative ? "-" : "";
        else
            text += negative ? " - " : " + ";
        const std::int64_t size = negative ? -coefficient : coefficient;
        if (size != 1 || monomial.empty()) text += std::to_string(size) + (monomial.empty() ? "" : "*");
        for (std::size_t i = 0; i < monomial.size(); ++i)
            text += (i ? "*" : "") + monomial[i].text;
        if (text.size() > MaxText) return std::nullopt;
    }
    return text;
}

} // namespace edgewright::ir
