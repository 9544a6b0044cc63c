// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/product/einsum_plan.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/broadcast.h"

#include <algorithm>
#include <map>
#include <string>

namespace edgewright::ops {

namespace {

constexpr char Ellipsis = '.';

// One term: letters, with "..." written as a single dot. BadInput for anything else.
Result<std::string> readTerm(std::string_view text) {
    std::string term;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == ' ') continue;
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!letter && (text.substr(i, 3) != "..." || term.find(Ellipsis) != std::string::npos))
            return badInput(
                say("the equation holds '{1}' where a letter or one '...' is expected", std::string(1, c)));
        if (!letter) i += 2;
        term += letter ? c : Ellipsis;
    }
    return term;
}

Result<std::vector<std::string>> readTerms(std::string_view text) {
    std::vector<std::string> terms;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        ASSIGN_OR_RETURN(auto term, readTerm(text.substr(begin, end - begin)));
        terms.push_back(std::move(term));
        begin = end + 1;
    }
    return terms;
}

// Without "->": the broadcast axes, then every letter that occurs once, in alphabetical order.
std::string implicitOutput(const std::vector<std::string>& terms) {
    std::map<char, int> count;
    for (const std::string& term : terms)
        for (const char c : term)
            ++count[c];
    std::string result;
    if (count.contains(Ellipsis)) result += Ellipsis;
    for (const auto& [letter, times] : count)
        if (letter != Ellipsis && times == 1) result += letter;
    return result;
}

} // namespace

Result<EinsumPlan> planEinsum(std::string_view equation, const std::vector<std::size_t>& ranks) {
    const std::size_t arrow = equation.find("->");
    ASSIGN_OR_RETURN(const auto terms, readTerms(equation.substr(0, arrow)));
    ASSIGN_OR_RETURN(auto target, arrow == std::string_view::npos ? Result<std::string>(implicitOutput(terms))
                                                                  : readTerm(equation.substr(arrow + 2)));
    if (terms.size() != ranks.size())
        return badInput(
            say("the equation has {1} terms where the node has {2} inputs", terms.size(), ranks.size()));

    // Broadcast axes count from the right: label k is the k-th from the end.
    std::size_t broadcast = 0;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const std::string& term = terms[i];
        const bool open = term.find(Ellipsis) != std::string::npos;
        const std::size_t letters = term.size() - (open ? 1 : 0);
        if (open ? ranks[i] < letters : ranks[i] != letters)
            return badInput(say("a term has {1} letters where its input has {2} axes", letters, ranks[i]));
        broadcast = std::max(broadcast, ranks[i] - letters);
    }
    EinsumPlan plan;
    plan.labels = broadcast;
    std::map<char, std::size_t> named;
    const auto labelOf = [&](char letter) {
        const auto [it, added] = named.try_emplace(letter, plan.labels);
        if (added) ++plan.labels;
        return it->second;
    };
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        std::vector<std::size_t> axes;
        for (const char c : terms[i]) {
            if (c != Ellipsis) {
                axes.push_back(labelOf(c));
                continue;
            }
            for (std::size_t k = ranks[i] - (terms[i].size() - 1); k-- > 0;)
                axes.push_back(k);
        }
        plan.operands.push_back(std::move(axes));
    }
    for (const char c : target) {
        if (c == Ellipsis) {
            for (std::size_t k = broadcast; k-- > 0;)
                plan.output.push_back(k);
            continue;
        }
        const auto it = named.find(c);
        if (it == named.end() || std::ranges::find(plan.output, it->second) != plan.output.end())
            return badInput(say("the equation's output has '{1}' twice or from nowhere", std::string(1, c)));
        plan.output.push_back(it->second);
    }
    for (std::size_t label = 0; label < plan.labels; ++label)
        if (std::ranges::find(plan.output, label) == plan.output.end()) plan.summed.push_back(label);
    return plan;
}

Result<std::vector<ir::Dim>> labelExtents(const EinsumPlan& plan,
                                          const std::vector<std::vector<ir::Dim>>& shapes) {
    std::vector<ir::Dim> extents(plan.labels, ir::Dim(1));
    for (std::size_t i = 0; i < shapes.size(); ++i)
        for (std::size_t axis = 0; axis < shapes[i].size(); ++axis) {
            ir::Dim& extent = extents[plan.operands[i][axis]];
            ASSIGN_OR_RETURN(const auto joined, broadcastShapes({extent}, {shapes[i][axis]}));
            extent = joined.front();
        }
    return extents;
}

} // namespace edgewright::ops
