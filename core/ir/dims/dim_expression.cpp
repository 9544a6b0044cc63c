// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/dims/dim_expression.h"

#include "core/base/checked.h"
#include "core/ir/dims/polynomial.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <string_view>

namespace edgewright::ir {

namespace {

constexpr std::size_t MaxSymbol = 512; // longer ones are names
constexpr int MaxNesting = 100;

using Resolve = std::function<std::optional<Polynomial>(const std::string& name)>;

// expression = ["-"] term {("+" | "-") term};  term = factor {"*" factor};
// factor = number | word | "'" text "'" | "(" expression ")" | "floor(" term "/" factor ")"
class Parser {
public:
    Parser(std::string_view text, Resolve resolve) : m_text(text), m_resolve(std::move(resolve)) {}

    // Empty when the text is no expression, or its value has no bounds.
    std::optional<Polynomial> parse() {
        auto result = expression(0);
        skipSpace();
        return m_at == m_text.size() ? result : std::nullopt;
    }

private:
    std::optional<Polynomial> expression(int depth) {
        const bool negative = accept('-');
        auto result = term(depth);
        if (result && negative) result = scaled(*result, -1);
        while (result) {
            const bool less = accept('-');
            if (!less && !accept('+')) break;
            auto next = term(depth);
            if (next && less) next = scaled(*next, -1);
            result = next ? sum(*result, *next) : std::nullopt;
        }
        return result;
    }
    std::optional<Polynomial> term(int depth) {
        auto result = factor(depth);
        while (result && accept('*')) {
            const auto next = factor(depth);
            result = next ? product(*result, *next) : std::nullopt;
        }
        return result;
    }
    std::optional<Polynomial> factor(int depth) {
        skipSpace();
        if (m_at == m_text.size() || depth > MaxNesting) return std::nullopt;
        const auto first = static_cast<unsigned char>(m_text[m_at]);
        if (first >= '0' && first <= '9') return number();
        if (accept('(')) {
            auto inner = expression(depth + 1);
            return accept(')') ? inner : std::nullopt;
        }
        if (first == '\'') return quoted();
        if (!isWordByte(first, true)) return std::nullopt;
        const std::string word = takeWord();
        if (word != "floor") return m_resolve(word);
        if (!accept('(')) return std::nullopt;
        const auto above = term(depth + 1);
        if (!above || !accept('/')) return std::nullopt;
        const auto below = factor(depth + 1);
        return below && accept(')') ? floorQuotient(*above, *below) : std::nullopt;
    }
    std::optional<Polynomial> number() {
        std::int64_t value = 0;
        const char* end = m_text.data() + m_text.size();
        const auto [next, error] = std::from_chars(m_text.data() + m_at, end, value);
        if (error != std::errc()) return std::nullopt;
        m_at = static_cast<std::size_t>(next - m_text.data());
        if (m_at < m_text.size() && isWordByte(static_cast<unsigned char>(m_text[m_at]), false))
            return std::nullopt; // "3d" is no number
        return constantPolynomial(value);
    }
    std::optional<Polynomial> quoted() {
        std::string name;
        for (++m_at; m_at < m_text.size(); ++m_at) {
            if (m_text[m_at] == '\'') {
                if (m_at + 1 == m_text.size() || m_text[m_at + 1] != '\'') {
                    ++m_at;
                    return name.empty() ? std::nullopt : m_resolve(name);
                }
                ++m_at;
            }
            name += m_text[m_at];
        }
        return std::nullopt;
    }
    std::string takeWord() {
        const std::size_t begin = m_at++;
        while (m_at < m_text.size()) {
            const auto byte = static_cast<unsigned char>(m_text[m_at]);
            const bool hyphen = byte == '-' && m_at + 1 < m_text.size() &&
                                isWordByte(static_cast<unsigned char>(m_text[m_at + 1]), true);
            if (!hyphen && !isWordByte(byte, false)) break;
            ++m_at;
        }
        return std::string(m_text.substr(begin, m_at - begin));
    }
    void skipSpace() {
        while (m_at < m_text.size() && m_text[m_at] == ' ')
            ++m_at;
    }
    bool accept(char expected) {
        skipSpace();
        if (m_at == m_text.size() || m_text[m_at] != expected) return false;
        ++m_at;
        return true;
    }

    std::string_view m_text;
    Resolve m_resolve;
    std::size_t m_at = 0;
};

std::optional<std::int64_t> numberIn(const std::string& text) {
    std::int64_t value = 0;
    const char* end = text.data() + text.size();
    const auto [next, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || next != end || text.empty()) return std::nullopt;
    return value;
}

bool saysNothing(const std::string& symbol) {
    return symbol.find_first_not_of("? \t\r\n-*0123456789") == std::string::npos &&
           (symbol.find_first_of("?-*") != std::string::npos || !numberIn(symbol));
}

std::optional<Polynomial> polynomialOf(const Dim& dim) {
    if (const auto number = constantOf(dim)) return constantPolynomial(*number);
    const std::string& symbol = dim.symbol();
    if (saysNothing(symbol)) return std::nullopt;
    if (symbol.size() <= MaxSymbol)
        if (auto parsed = Parser(symbol, namePolynomial).parse()) return parsed;
    return namePolynomial(symbol);
}

// The same with something in the place of the names.
std::optional<Polynomial> polynomialOf(const Dim& dim, const Resolve& resolve) {
    if (dim.known() || saysNothing(dim.symbol())) return polynomialOf(dim);
    const std::string& symbol = dim.symbol();
    const bool expression = symbol.size() <= MaxSymbol && Parser(symbol, namePolynomial).parse();
    return expression ? Parser(symbol, resolve).parse() : resolve(symbol);
}

Dim dimOf(const std::optional<Polynomial>& p) {
    if (!p) return {};
    if (const auto constant = constantOf(*p)) return integerDim(*constant);
    const auto& [monomial, coefficient] = *p->begin();
    if (p->size() == 1 && coefficient == 1 && monomial.size() == 1 && !monomial.front().floor) {
        // A name on its own needs no quotes, unless it would be read as something else.
        const Dim bare = Dim::named(monomial.front().name);
        if (const auto again = polynomialOf(bare); again && *again == *p) return bare;
    }
    const auto text = textOf(*p);
    return text ? Dim::named(*text) : Dim();
}

template <typename Combine>
Dim combine(const Dim& a, const Dim& b, Combine combined) {
    const auto left = polynomialOf(a);
    const auto right = left ? polynomialOf(b) : std::nullopt;
    return right ? dimOf(combined(*left, *right)) : Dim();
}

std::optional<Polynomial> difference(const Polynomial& a, const Polynomial& b) {
    const auto negative = scaled(b, -1);
    return negative ? sum(a, *negative) : std::nullopt;
}

// 1: certainly a >= b, -1: certainly a <= b, 0: open.
int compared(const Dim& a, const Dim& b) {
    const Dim over = minus(a, b);
    if (isNonNegative(over)) return 1;
    return isNonNegative(minus(b, a)) ? -1 : 0;
}

} // namespace

Dim integerDim(std::int64_t value) { return value >= 0 ? Dim(value) : Dim::named(std::to_string(value)); }

std::optional<std::int64_t> constantOf(const Dim& dim) {
    if (dim.known()) return dim.value();
    return numberIn(dim.symbol());
}

Dim plus(const Dim& a, const Dim& b) {
    if (a.known() && a.value() == 0) return b;
    if (b.known() && b.value() == 0) return a;
    if (a.known() && b.known()) {
        const auto total = checkedAdd(a.value(), b.value());
        return total ? Dim(*total) : Dim();
    }
    return combine(a, b, sum);
}

Dim minus(const Dim& a, const Dim& b) {
    if (a.known() && b.known()) return integerDim(a.value() - b.value());
    return combine(a, b, difference);
}

Dim times(const Dim& a, const Dim& b) {
    if (a.known() && a.value() == 1) return b;
    if (b.known() && b.value() == 1) return a;
    if (a.known() && b.known()) {
        const auto product = checkedMul(a.value(), b.value());
        return product ? Dim(*product) : Dim();
    }
    return combine(a, b, [](const Polynomial& x, const Polynomial& y) { return product(x, y); });
}

Dim floorDivide(const Dim& a, const Dim& b) {
    if (a.known() && b.known()) return b.value() == 0 ? Dim() : Dim(a.value() / b.value());
    return combine(a, b, floorQuotient);
}

Dim ceilDivide(const Dim& a, const Dim& b) {
    if (a.known() && b.known()) return b.value() == 0 ? Dim() : Dim(ceilDiv(a.value(), b.value()));
    return floorDivide(plus(a, minus(b, Dim(1))), b);
}

Dim maximum(const Dim& a, const Dim& b) {
    if (a.known() && b.known()) return Dim(std::max(a.value(), b.value()));
    const int order = compared(a, b);
    return order > 0 ? a : order < 0 ? b : Dim();
}

Dim minimum(const Dim& a, const Dim& b) {
    if (a.known() && b.known()) return Dim(std::min(a.value(), b.value()));
    const int order = compared(a, b);
    return order > 0 ? b : order < 0 ? a : Dim();
}

bool isNonNegative(const Dim& dim) {
    const auto p = polynomialOf(dim);
    return p && isNonNegative(*p);
}

std::optional<int> signOf(const Dim& dim) {
    if (const auto constant = constantOf(dim)) return *constant < 0 ? -1 : *constant > 0 ? 1 : 0;
    // At least one from zero in one direction, for every extent.
    if (isNonNegative(minus(dim, Dim(1)))) return 1;
    if (isNonNegative(minus(integerDim(-1), dim))) return -1;
    return std::nullopt;
}

std::vector<std::string> symbolsOf(const Dim& dim) {
    std::vector<std::string> names;
    polynomialOf(dim, [&](const std::string& name) {
        if (std::ranges::find(names, name) == names.end()) names.push_back(name);
        return namePolynomial(name);
    });
    return names;
}

Dim substitute(const Dim& dim, const SymbolValues& values) {
    if (dim.known() || dim.symbol().empty() || values.empty()) return dim;
    const auto valueOf = [&](const std::string& name) -> std::optional<std::int64_t> {
        const auto it = values.find(name);
        return it == values.end() || it->second < 0 ? std::nullopt : std::optional(it->second);
    };
    if (const auto whole = valueOf(dim.symbol())) return Dim(*whole);
    if (dim.symbol().find_first_of("*+-'(") == std::string::npos) return dim; // one word, and without a value
    bool changed = false;
    const auto result = polynomialOf(dim, [&](const std::string& name) {
        const auto value = valueOf(name);
        changed = changed || value;
        return value ? constantPolynomial(*value) : namePolynomial(name);
    });
    return changed ? asExtent(dimOf(result)) : dim;
}

Dim asExtent(const Dim& dim) {
    if (dim.known()) return dim;
    if (const auto number = numberIn(dim.symbol())) return *number < 0 ? Dim() : Dim(*number);
    return saysNothing(dim.symbol()) ? Dim() : dim;
}

} // namespace edgewright::ir
