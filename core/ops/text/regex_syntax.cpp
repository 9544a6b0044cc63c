// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/text/regex_syntax.h"

#include "core/ops/text/code_points.h"

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>

namespace edgewright::ops {

namespace {

using Ranges = std::vector<std::pair<char32_t, char32_t>>;
using Kind = RegexPiece::Kind;

constexpr char32_t Last = 0x10FFFF;
constexpr int MaxDepth = 500;    // of groups in groups
constexpr int MaxRepeats = 1000; // RE2's limit as well

Ranges posixRanges(std::string_view name) {
    if (name == "alnum") return {{'0', '9'}, {'A', 'Z'}, {'a', 'z'}};
    if (name == "alpha") return {{'A', 'Z'}, {'a', 'z'}};
    if (name == "ascii") return {{0, 0x7F}};
    if (name == "blank") return {{'\t', '\t'}, {' ', ' '}};
    if (name == "cntrl") return {{0, 0x1F}, {0x7F, 0x7F}};
    if (name == "digit") return {{'0', '9'}};
    if (name == "graph") return {{'!', '~'}};
    if (name == "lower") return {{'a', 'z'}};
    if (name == "print") return {{' ', '~'}};
    if (name == "punct") return {{'!', '/'}, {':', '@'}, {'[', '`'}, {'{', '~'}};
    if (name == "space") return {{'\t', '\r'}, {' ', ' '}};
    if (name == "upper") return {{'A', 'Z'}};
    if (name == "word") return {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
    if (name == "xdigit") return {{'0', '9'}, {'A', 'F'}, {'a', 'f'}};
    return {};
}

// `ranges` in rising order and apart.
Ranges complement(const Ranges& ranges) {
    Ranges result;
    char32_t next = 0;
    for (const auto& [first, last] : ranges) {
        if (first > next) result.emplace_back(next, first - 1);
        next = last + 1;
    }
    if (next <= Last) result.emplace_back(next, Last);
    return result;
}

// \d and its like; empty for another letter.
Ranges perlRanges(char32_t letter) {
    switch (letter) {
    case 'd':
        return posixRanges("digit");
    case 'w':
        return posixRanges("word");
    case 's': // without the vertical tab, as in RE2
        return {{'\t', '\n'}, {'\f', '\r'}, {' ', ' '}};
    case 'D':
        return complement(posixRanges("digit"));
    case 'W':
        return complement(posixRanges("word"));
    case 'S':
        return complement(perlRanges('s'));
    default:
        return {};
    }
}

class Parser {
public:
    explicit Parser(std::string_view pattern) : m_pattern(pattern) {}

    Result<RegexTree> parse() {
        for (std::size_t at = 0; at < m_pattern.size();) {
            const CodePoint point = codePointAt(m_pattern, at);
            if (point.value == InvalidCodePoint) return bad("is no UTF-8", at);
            at += point.bytes;
        }
        const auto root = alternatives(0);
        if (!root) return root.error();
        if (!atEnd()) return bad("closes no group", m_at);
        m_tree.root = *root;
        return std::move(m_tree);
    }

private:
    struct Flags {
        bool anyCase = false, lines = false, dotAll = false;
    };

    std::string excerpt(std::size_t from) const {
        constexpr std::size_t most = 12;
        std::string text("'");
        text += m_pattern.substr(from, std::max<std::size_t>(1, std::min(most, m_at - from)));
        text += "' at byte " + std::to_string(from) + " of the pattern ";
        return text;
    }
    Error bad(const std::string& what, std::size_t from) const { return badInput(excerpt(from) + what); }
    Error unknown(std::size_t from) const { return unsupported(excerpt(from) + "is not supported"); }

    bool atEnd() const { return m_at >= m_pattern.size(); }
    bool next(char c) const { return !atEnd() && m_pattern[m_at] == c; }
    bool take(char c) {
        if (!next(c)) return false;
        ++m_at;
        return true;
    }
    bool take(std::string_view text) {
        if (m_pattern.substr(m_at, text.size()) != text) return false;
        m_at += text.size();
        return true;
    }
    char32_t takePoint() {
        const CodePoint point = codePointAt(m_pattern, m_at);
        m_at += point.bytes;
        return point.value;
    }

    std::size_t add(RegexPiece piece) {
        m_tree.pieces.push_back(std::move(piece));
        return m_tree.pieces.size() - 1;
    }
    std::size_t addSet(Ranges ranges, bool negated = false) {
        m_tree.sets.push_back({std::move(ranges), negated, m_flags.anyCase});
        RegexPiece piece;
        piece.kind = Kind::Set;
        piece.set = m_tree.sets.size() - 1;
        return add(std::move(piece));
    }
    std::size_t addAnchor(Anchor anchor) {
        RegexPiece piece;
        piece.kind = Kind::Assertion;
        piece.anchor = anchor;
        return add(std::move(piece));
    }

    Result<std::size_t> alternatives(int depth) {
        RegexPiece piece;
        piece.kind = Kind::Alternatives;
        do {
            const auto part = concatenation(depth);
            if (!part) return part;
            piece.parts.push_back(*part);
        } while (take('|'));
        return piece.parts.size() == 1 ? piece.parts.front() : add(std::move(piece));
    }

    Result<std::size_t> concatenation(int depth) {
        RegexPiece piece;
        while (!atEnd() && !next('|') && !next(')')) {
            const auto part = repeated(depth);
            if (!part) return part.error();
            if (*part) piece.parts.push_back(**part);
        }
        return add(std::move(piece));
    }

    // Nothing for a group that only sets flags.
    Result<std::optional<std::size_t>> repeated(int depth) {
        const std::size_t from = m_at;
        auto part = atom(depth);
        if (!part) return part;
        const std::size_t suffix = m_at;
        auto counts = repetition();
        if (!counts) return std::move(counts).error();
        if (!*counts) return part;
        if (!*part) return bad("repeats nothing", from);
        take('?'); // lazy or greedy: the whole text is matched either way
        const auto again = repetition();
        if (!again) return again.error();
        if (*again) return bad("repeats a repetition", suffix);
        RegexPiece piece;
        piece.kind = Kind::Repetition;
        piece.parts = {**part};
        std::tie(piece.least, piece.most) = **counts;
        return std::optional(add(std::move(piece)));
    }

    Result<std::optional<std::pair<int, int>>> repetition() {
        using Counts = std::optional<std::pair<int, int>>;
        if (take('*')) return Counts({0, -1});
        if (take('+')) return Counts({1, -1});
        if (take('?')) return Counts({0, 1});
        const std::size_t from = m_at;
        if (!take('{')) return Counts();
        const auto least = number();
        std::optional<int> most = least;
        if (least && take(',')) most = next('}') ? -1 : number();
        if (!least || !most || !take('}')) {
            m_at = from; // an ordinary brace
            return Counts();
        }
        if (*least > MaxRepeats || *most > MaxRepeats || (*most >= 0 && *most < *least))
            return bad("asks for a number of repetitions that is out of order or above 1000", from);
        return Counts({*least, *most});
    }

    std::optional<int> number() {
        const std::size_t from = m_at;
        int value = 0;
        for (; !atEnd() && m_pattern[m_at] >= '0' && m_pattern[m_at] <= '9'; ++m_at)
            value = std::min(value * 10 + (m_pattern[m_at] - '0'), MaxRepeats + 1);
        return m_at == from ? std::nullopt : std::optional(value);
    }

    Result<std::optional<std::size_t>> atom(int depth) {
        const std::size_t from = m_at;
        const char32_t c = takePoint();
        switch (c) {
        case '(':
            return group(depth, from);
        case '[':
            return wrap(bracket(from));
        case '.':
            return std::optional(m_flags.dotAll ? addSet({{0, Last}}) : addSet({{'\n', '\n'}}, true));
        case '^':
            return std::optional(addAnchor(m_flags.lines ? Anchor::LineBegin : Anchor::TextBegin));
        case '$':
            return std::optional(addAnchor(m_flags.lines ? Anchor::LineEnd : Anchor::TextEnd));
        case '*':
        case '+':
        case '?':
            return bad("repeats nothing", from);
        case '\\':
            return wrap(escape(from));
        default:
            // A brace that is no repetition counts as a letter.
            return std::optional(addSet({{c, c}}));
        }
    }

    static Result<std::optional<std::size_t>> wrap(Result<std::size_t> piece) {
        if (!piece) return std::move(piece).error();
        return std::optional(*piece);
    }

    Result<std::optional<std::size_t>> group(int depth, std::size_t from) {
        if (depth >= MaxDepth) return bad("nests too deep", from);
        const Flags outer = m_flags;
        if (take("?P<") || take("?<")) {
            if (next('=') || next('!')) return unknown(from);
            while (!atEnd() && !next('>'))
                ++m_at;
            if (!take('>')) return bad("is not closed", from);
        } else if (take('?')) {
            bool set = true;
            for (; !next(':') && !next(')'); ++m_at) {
                if (atEnd()) return bad("is not closed", from);
                const char flag = m_pattern[m_at];
                if (flag == '-' && set)
                    set = false;
                else if (flag == 'i')
                    m_flags.anyCase = set;
                else if (flag == 'm')
                    m_flags.lines = set;
                else if (flag == 's')
                    m_flags.dotAll = set;
                else if (flag != 'U')
                    return ++m_at, unknown(from);
            }
            if (take(')')) return std::optional<std::size_t>(); // holds to the end of the group around
            take(':');
        }
        const auto inside = alternatives(depth + 1);
        if (!inside) return inside.error();
        if (!take(')')) return bad("is not closed", from);
        m_flags = outer;
        return std::optional(*inside);
    }

    Result<std::size_t> escape(std::size_t from) {
        if (atEnd()) return bad("escapes nothing", from);
        const std::size_t at = m_at;
        const char32_t c = takePoint();
        switch (c) {
        case 'A':
            return addAnchor(Anchor::TextBegin);
        case 'z':
            return addAnchor(Anchor::TextEnd);
        case 'b':
            return addAnchor(Anchor::WordBoundary);
        case 'B':
            return addAnchor(Anchor::NoWordBoundary);
        default:
            break;
        }
        if (auto ranges = perlRanges(c); !ranges.empty()) return addSet(std::move(ranges));
        m_at = at;
        const auto letter = escapedLetter(from);
        if (!letter) return letter.error();
        return addSet({{*letter, *letter}});
    }

    // After the backslash: what stands for one code point.
    Result<char32_t> escapedLetter(std::size_t from) {
        if (atEnd()) return bad("escapes nothing", from);
        const char32_t c = takePoint();
        switch (c) {
        case 'a':
            return U'\a';
        case 'f':
            return U'\f';
        case 'n':
            return U'\n';
        case 'r':
            return U'\r';
        case 't':
            return U'\t';
        case 'v':
            return U'\v';
        case 'x':
            return hexadecimal(from);
        default:
            break;
        }
        const bool letterOrDigit = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        if (letterOrDigit || c >= 0x80) return unknown(from);
        return c;
    }

    Result<char32_t> hexadecimal(std::size_t from) {
        const bool braced = take('{');
        char32_t value = 0;
        std::size_t digits = 0;
        for (; !atEnd() && (braced || digits < 2); ++digits, ++m_at) {
            const char c = m_pattern[m_at];
            const int digit = c >= '0' && c <= '9'   ? c - '0'
                              : c >= 'a' && c <= 'f' ? c - 'a' + 10
                              : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                     : -1;
            if (digit < 0) break;
            value = std::min<char32_t>(value * 16 + static_cast<char32_t>(digit), Last + 1);
        }
        if ((braced ? digits == 0 || !take('}') : digits != 2) || value > Last)
            return bad("is no hexadecimal number of a code point", from);
        return value;
    }

    Result<std::size_t> bracket(std::size_t from) {
        const bool negated = take('^');
        Ranges ranges;
        for (bool first = true; first || !next(']'); first = false) {
            if (atEnd()) return bad("is not closed", from);
            const std::size_t item = m_at;
            if (take("[:")) {
                const bool inverse = take('^');
                const std::size_t end = m_pattern.find(":]", m_at);
                auto named =
                    end == std::string_view::npos ? Ranges() : posixRanges(m_pattern.substr(m_at, end - m_at));
                if (named.empty()) return bad("names no class", item);
                if (inverse) named = complement(named);
                ranges.insert(ranges.end(), named.begin(), named.end());
                m_at = end + 2;
                continue;
            }
            if (take('\\')) {
                if (atEnd()) return bad("is not closed", from);
                if (const auto named = perlRanges(codePointAt(m_pattern, m_at).value); !named.empty()) {
                    takePoint();
                    ranges.insert(ranges.end(), named.begin(), named.end());
                    continue;
                }
                m_at = item;
            }
            const auto low = bracketLetter();
            if (!low) return low.error();
            char32_t high = *low;
            if (next('-') && m_pattern.substr(m_at, 2) != "-]") {
                take('-');
                if (atEnd()) return bad("is not closed", from);
                const auto end = bracketLetter();
                if (!end) return end.error();
                high = *end;
            }
            if (high < *low) return bad("is a range in falling order", item);
            ranges.emplace_back(*low, high);
        }
        take(']');
        return addSet(std::move(ranges), negated);
    }

    Result<char32_t> bracketLetter() {
        const std::size_t from = m_at;
        if (take('\\')) return escapedLetter(from);
        return takePoint();
    }

    std::string_view m_pattern;
    std::size_t m_at = 0;
    Flags m_flags;
    RegexTree m_tree;
};

} // namespace

Result<RegexTree> parseRegex(std::string_view pattern) { return Parser(pattern).parse(); }

} // namespace edgewright::ops
