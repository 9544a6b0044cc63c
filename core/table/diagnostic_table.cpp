// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/diagnostic_table.h"

#include "core/base/say.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace edgewright::table {

namespace {

// Behind the number of them.
struct KindSentence {
    std::string_view code, sentence;
};
constexpr KindSentence KindSentences[] = {
    {"cycle", TRANSLATABLE("Word", "findings of nodes on or behind a cycle")},
    {"missing-data", TRANSLATABLE("Word", "initializers have no data")},
    {"missing-input", TRANSLATABLE("Word", "places use values that nothing provides")},
    {"no-cost", TRANSLATABLE("Word", "operators have no cost")},
    {"open-loop", TRANSLATABLE("Word", "loops whose length is not known are counted with one iteration")},
    {"shape-error", TRANSLATABLE("Word", "nodes do not fit what they read or write")},
    {"shape-mismatch", TRANSLATABLE("Word", "values have other types than the file declares")},
    {"two-producers", TRANSLATABLE("Word", "values are written more than once")},
    {"unknown-operator", TRANSLATABLE("Word", "nodes have operators that are not known")},
    {"unknown-size", TRANSLATABLE("Word", "tensors have sizes that are not known, and are not planned")},
    {"unplanned-body", TRANSLATABLE("Word", "nodes run graphs that are not planned")},
};

// What all have in common; for a kind without a sentence the first of them says it.
std::string sentenceOf(const Diagnostic& first, std::size_t count) {
    const auto* known = std::ranges::find(KindSentences, first.code, &KindSentence::code);
    if (known == std::end(KindSentences))
        return say("{1}, and {2} more of this kind", first.message, count - 1);
    return std::to_string(count) + ' ' + translated("Word", known->sentence);
}

} // namespace

Word wordOf(Severity severity) {
    if (severity == Severity::Error) return {"error", TRANSLATABLE("Word", "Error")};
    if (severity == Severity::Warning) return {"warning", TRANSLATABLE("Word", "Warning")};
    return {"note", TRANSLATABLE("Word", "Note")};
}

Table diagnosticTable(Diagnostics rows) {
    static constexpr Column<Diagnostic> Columns[] = {
        {{"severity", TRANSLATABLE("Column", "Severity")},
         [](const Diagnostic& row) -> Cell { return wordOf(row.severity); }},
        {inFiles("code", Unit::Text), member<&Diagnostic::code>},
        {{"place", TRANSLATABLE("Column", "Place")}, member<&Diagnostic::place>},
        {{"message", TRANSLATABLE("Column", "What is wrong")}, member<&Diagnostic::message>},
    };
    const std::size_t count = rows.size();
    return {std::span(Columns), count,
            [rows = std::move(rows)](std::size_t row) -> const Diagnostic& { return rows[row]; }};
}

DiagnosticTree byKind(const Diagnostics& found) {
    std::map<std::pair<Severity, std::string_view>, std::vector<const Diagnostic*>> kinds;
    for (const Diagnostic& each : found)
        kinds[{each.severity, each.code}].push_back(&each);
    DiagnosticTree tree;
    const auto add = [&tree](Diagnostic row, int parent, std::size_t count) {
        tree.rows.push_back(std::move(row));
        tree.parents.push_back(parent);
        tree.counts.push_back(count);
    };
    for (const Diagnostic& each : found) {
        const std::vector<const Diagnostic*>& alike = kinds.at({each.severity, each.code});
        if (alike.size() < MinAlike) {
            add(each, -1, 0);
        } else if (&each == alike.front()) {
            const auto line = static_cast<int>(tree.rows.size());
            add({each.severity, each.code, sentenceOf(each, alike.size()), {}, {}, {}}, -1, alike.size());
            for (const Diagnostic* one : alike)
                add(*one, line, 0);
        }
    }
    return tree;
}

} // namespace edgewright::table
