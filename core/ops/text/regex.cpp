// SPDX-License-Identifier: GPL-3.0-or-later
// R. Cox, "Regular Expression Matching Can Be Simple And Fast" (2007); K. Thompson, CACM 11(6), 1968.
#include "core/ops/text/regex.h"

#include "core/ops/text/code_points.h"
#include "core/ops/text/regex_syntax.h"

#include <algorithm>
#include <optional>
#include <string>

namespace edgewright::ops {

namespace {

using Instruction = Regex::Instruction;
using Op = Instruction::Kind;
using Kind = RegexPiece::Kind;

constexpr std::size_t MaxInstructions = 20'000;
constexpr std::size_t MaxSteps = 200'000; // {1000} of {1000} of nothing makes no instruction

class Compiler {
public:
    explicit Compiler(const RegexTree& tree) : m_tree(tree) {}

    Result<std::vector<Instruction>> compile() {
        if (!emitPiece(m_tree.root))
            return unsupported("the pattern takes more than " + std::to_string(MaxInstructions) + " states");
        emit({});
        return std::move(m_code);
    }

private:
    std::size_t emit(Instruction instruction) {
        m_code.push_back(instruction);
        return m_code.size() - 1;
    }
    std::size_t emitSplit() { return emit({Op::Split, {}, m_code.size() + 1, 0}); }

    bool emitPiece(std::size_t index) {
        if (++m_steps > MaxSteps || m_code.size() > MaxInstructions) return false;
        const RegexPiece& piece = m_tree.pieces[index];
        switch (piece.kind) {
        case Kind::Concatenation:
            return std::ranges::all_of(piece.parts, [&](std::size_t part) { return emitPiece(part); });
        case Kind::Alternatives:
            return emitAlternatives(piece);
        case Kind::Set:
            emit({Op::Set, {}, piece.set, 0});
            return true;
        case Kind::Assertion:
            emit({Op::Assert, piece.anchor, 0, 0});
            return true;
        case Kind::Repetition:
            return emitRepetition(piece);
        }
        return false;
    }

    bool emitAlternatives(const RegexPiece& piece) {
        std::vector<std::size_t> jumps;
        for (std::size_t i = 0; i < piece.parts.size(); ++i) {
            const bool last = i + 1 == piece.parts.size();
            const std::size_t split = last ? 0 : emitSplit();
            if (!emitPiece(piece.parts[i])) return false;
            if (last) break;
            jumps.push_back(emit({Op::Jump, {}, 0, 0}));
            m_code[split].second = m_code.size();
        }
        for (const std::size_t jump : jumps)
            m_code[jump].first = m_code.size();
        return true;
    }

    bool emitRepetition(const RegexPiece& piece) {
        for (int i = 0; i < piece.least; ++i)
            if (!emitPiece(piece.parts[0])) return false;
        if (piece.most < 0) {
            const std::size_t split = emitSplit();
            if (!emitPiece(piece.parts[0])) return false;
            emit({Op::Jump, {}, split, 0});
            m_code[split].second = m_code.size();
            return true;
        }
        std::vector<std::size_t> splits;
        for (int i = piece.least; i < piece.most; ++i) {
            splits.push_back(emitSplit());
            if (!emitPiece(piece.parts[0])) return false;
        }
        for (const std::size_t split : splits)
            m_code[split].second = m_code.size();
        return true;
    }

    const RegexTree& m_tree;
    std::vector<Instruction> m_code;
    std::size_t m_steps = 0;
};

using Neighbour = std::optional<char32_t>; // none at the ends of the text

bool isWord(const Neighbour& c) {
    return c && ((*c >= '0' && *c <= '9') || (*c >= 'A' && *c <= 'Z') || *c == '_' || (*c >= 'a' && *c <= 'z'));
}

bool holds(Anchor anchor, const Neighbour& before, const Neighbour& after) {
    switch (anchor) {
    case Anchor::TextBegin:
        return !before;
    case Anchor::TextEnd:
        return !after;
    case Anchor::LineBegin:
        return !before || *before == '\n';
    case Anchor::LineEnd:
        return !after || *after == '\n';
    case Anchor::WordBoundary:
        return isWord(before) != isWord(after);
    case Anchor::NoWordBoundary:
        return isWord(before) == isWord(after);
    }
    return false;
}

// The Set and Accept instructions that can be reached without reading, each once.
class States {
public:
    explicit States(const std::vector<Instruction>& code) : m_code(&code), m_seen(code.size(), 0) {}

    void clear() {
        m_members.clear();
        ++m_round;
    }
    void add(std::size_t start, const Neighbour& before, const Neighbour& after) {
        m_pending.push_back(start);
        while (!m_pending.empty()) {
            const std::size_t at = m_pending.back();
            m_pending.pop_back();
            if (m_seen[at] == m_round) continue;
            m_seen[at] = m_round;
            const Instruction& instruction = (*m_code)[at];
            switch (instruction.kind) {
            case Op::Split:
                m_pending.push_back(instruction.second);
                m_pending.push_back(instruction.first);
                break;
            case Op::Jump:
                m_pending.push_back(instruction.first);
                break;
            case Op::Assert:
                if (holds(instruction.anchor, before, after)) m_pending.push_back(at + 1);
                break;
            case Op::Set:
            case Op::Accept:
                m_members.push_back(at);
                break;
            }
        }
    }
    const std::vector<std::size_t>& members() const { return m_members; }

private:
    const std::vector<Instruction>* m_code;
    std::vector<std::uint64_t> m_seen; // in which round
    std::uint64_t m_round = 1;
    std::vector<std::size_t> m_members;
    std::vector<std::size_t> m_pending;
};

bool inRanges(const CharacterSet& set, char32_t c) {
    return std::ranges::any_of(set.ranges,
                               [c](const auto& range) { return c >= range.first && c <= range.second; });
}

} // namespace

bool CharacterSet::holds(char32_t c) const {
    if (c == InvalidCodePoint) return false;
    const bool inside =
        inRanges(*this, c) || (anyCase && (inRanges(*this, toLower(c)) || inRanges(*this, toUpper(c))));
    return inside != negated;
}

Result<Regex> Regex::compile(std::string_view pattern) {
    auto tree = parseRegex(pattern);
    if (!tree) return std::move(tree).error();
    auto code = Compiler(*tree).compile();
    if (!code) return std::move(code).error();
    Regex regex;
    regex.m_sets = std::move(tree->sets);
    regex.m_code = *std::move(code);
    return regex;
}

Result<bool> Regex::matchesAll(std::string_view text, const RunContext& run) const {
    States current(m_code);
    States next(m_code);
    const auto pointAt = [&](std::size_t at) {
        return at < text.size() ? Neighbour(codePointAt(text, at).value) : Neighbour();
    };
    current.clear();
    current.add(0, {}, pointAt(0));
    constexpr std::uint64_t pollEvery = 1'000'000;
    std::uint64_t work = 0;
    for (std::size_t at = 0; at < text.size() && !current.members().empty();) {
        const CodePoint point = codePointAt(text, at);
        at += point.bytes;
        const Neighbour after = pointAt(at);
        next.clear();
        for (const std::size_t state : current.members())
            if (m_code[state].kind == Op::Set && m_sets[m_code[state].first].holds(point.value))
                next.add(state + 1, point.value, after);
        std::swap(current, next);
        work += m_code.size();
        if (work < pollEvery) continue;
        work = 0;
        if (run.stopped()) return cancelled();
    }
    return std::ranges::any_of(current.members(),
                               [&](std::size_t state) { return m_code[state].kind == Op::Accept; });
}

} // namespace edgewright::ops
