// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/helper.h"

#include "core/base/propagate.h"
#include "core/layout/child.h"

#include <charconv>
#include <cmath>
#include <string_view>

namespace edgewright::layout {

namespace {

constexpr std::size_t AnswerLimit = std::size_t(64) << 20;
constexpr std::uint32_t MaxPoints = 30001; // of one edge
constexpr double FurthestPixel = 1e8;

void append(std::string& text, double number) {
    char digits[64];
    const auto end = std::to_chars(digits, digits + sizeof digits, number, std::chars_format::fixed, 2).ptr;
    text.append(digits, end);
}

class Words {
public:
    explicit Words(std::string_view text) : m_rest(text) {}

    std::string_view next() {
        while (!m_rest.empty() && blank(m_rest.front()))
            m_rest.remove_prefix(1);
        std::size_t length = 0;
        while (length < m_rest.size() && !blank(m_rest[length]))
            ++length;
        const std::string_view word = m_rest.substr(0, length);
        m_rest.remove_prefix(length);
        return word;
    }
    bool number(double& result) {
        const std::string_view word = next();
        const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), result);
        return failure == std::errc() && end == word.data() + word.size() && std::isfinite(result) &&
               std::abs(result) <= FurthestPixel;
    }
    bool count(std::uint32_t& result) {
        const std::string_view word = next();
        const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), result);
        return failure == std::errc() && end == word.data() + word.size();
    }
    bool point(Point& result) { return number(result.x) && number(result.y); }

private:
    static bool blank(char c) { return c == ' ' || c == '\n'; }
    std::string_view m_rest;
};

} // namespace

std::string helperRequest(const Request& request) {
    std::string text = "edgewright-layout 1\n";
    text += std::to_string(request.boxes.size()) + ' ' + std::to_string(request.edges.size()) + '\n';
    for (const Request::Box& box : request.boxes) {
        append(text, box.width);
        text += ' ';
        append(text, box.height);
        text += '\n';
    }
    for (const Request::Edge& edge : request.edges)
        text += std::to_string(edge.from) + ' ' + std::to_string(edge.to) + '\n';
    return text;
}

Result<Layout> readHelperAnswer(const Request& request, std::string_view answer) {
    Words words(answer);
    if (words.next() != "layout") return badInput("the layout process gave no layout");
    Layout layout;
    layout.engine = "graphviz";
    if (!words.number(layout.width) || !words.number(layout.height) || layout.width < 0 || layout.height < 0)
        return badInput("the layout process gave no size");
    layout.centres.resize(request.boxes.size());
    for (std::size_t i = 0; i < layout.centres.size(); ++i)
        if (!words.point(layout.centres[i]))
            return badInput("the layout process gave no place for box " + std::to_string(i));
    layout.edges.resize(request.edges.size());
    for (std::size_t i = 0; i < layout.edges.size(); ++i) {
        std::uint32_t count = 0;
        if (!words.count(count) || count < 4 || count > MaxPoints || count % 3 != 1)
            return badInput("the layout process gave no curve for edge " + std::to_string(i));
        layout.edges[i].resize(count);
        for (Point& point : layout.edges[i])
            if (!words.point(point))
                return badInput("the layout process gave an incomplete curve for edge " + std::to_string(i));
    }
    if (words.next() != "end" || !words.next().empty())
        return badInput("the layout process's answer does not end");
    return layout;
}

Result<Layout> layoutWithHelper(const Request& request, const Options& options, const RunContext& run) {
    ASSIGN_OR_RETURN(const auto answer, runFilter(options.helper, helperRequest(request),
                                                  options.timeLimitSeconds, AnswerLimit, run));
    return readHelperAnswer(request, answer);
}

} // namespace edgewright::layout
