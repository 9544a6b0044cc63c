// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/exposition.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/utf8.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>

namespace edgewright::metrics {

namespace {

constexpr char32_t Replacement = 0xFFFD;

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

// "[a-zA-Z_:][a-zA-Z0-9_:]*"; a label's without colons.
bool isName(std::string_view name, bool mayHaveColons) {
    const auto isFirst = [&](char c) { return isLetter(c) || (mayHaveColons && c == ':'); };
    return !name.empty() && isFirst(name.front()) &&
           std::ranges::all_of(name, [&](char c) { return isFirst(c) || isDigit(c); });
}

std::string numberText(double value) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value > 0 ? "+Inf" : "-Inf";
    std::array<char, 32> text;
    const auto end =
        std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general).ptr;
    return {text.data(), end};
}

// With a backslash before each of `special` and itself; a line's end becomes "\n".
std::string escapedText(std::string_view text, std::string_view special) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint point = codePointAt(text, at);
        const char c = text[at];
        if (!isCodePoint(point.value))
            appendUtf8(result, Replacement);
        else if (c == '\n')
            result += "\\n";
        else if (c == '\\' || special.find(c) != std::string_view::npos)
            (result += '\\') += c;
        else
            result += text.substr(at, point.bytes);
        at += point.bytes;
    }
    return result;
}

std::string labelText(const Label& label) { return label.name + "=\"" + escapedText(label.value, "\"") + '"'; }

// "{model=\"a\"}"; empty where there are none. `last` stands behind the others.
std::string labelsText(std::span<const Label> labels, const std::string& last = {}) {
    std::string text;
    for (const Label& label : labels)
        (text += text.empty() ? "" : ",") += labelText(label);
    if (!last.empty()) (text += text.empty() ? "" : ",") += last;
    return text.empty() ? text : "{" + text + "}";
}

Error fault(const Family& family, const std::string& what) {
    return internalError("the metric " + inQuotes(family.name) + " " + what);
}

// `seen`: labels of the family's other samples.
Result<void> checkLabels(const Family& family, const std::vector<Label>& labels, std::set<std::string>& seen) {
    std::vector<std::string> texts;
    std::set<std::string> names;
    for (const Label& label : labels) {
        const bool isReserved = label.name.starts_with("__") || label.name == "le" || label.name == "quantile";
        if (!isName(label.name, false) || isReserved || !names.insert(label.name).second)
            return fault(family, "has the label " + inQuotes(label.name));
        texts.push_back(labelText(label));
    }
    std::ranges::sort(texts);
    std::string joined;
    for (const std::string& each : texts)
        joined += each + ',';
    if (!seen.insert(joined).second) return fault(family, "has equal labels twice: " + inQuotes(joined));
    return {};
}

Result<void> check(const Family& family) {
    if (!isName(family.name, true)) return fault(family, "has a name that is none");
    const bool isHistogram = family.kind == MetricKind::Histogram;
    if (isHistogram ? !family.samples.empty() : !family.histograms.empty())
        return fault(family, "has samples of another kind");
    std::set<std::string> seen;
    for (const Sample& sample : family.samples) {
        RETURN_IF_ERROR(checkLabels(family, sample.labels, seen));
        if (family.kind == MetricKind::Counter && !(std::isfinite(sample.value) && sample.value >= 0))
            return fault(family, "counts " + numberText(sample.value));
    }
    for (const HistogramSample& sample : family.histograms) {
        RETURN_IF_ERROR(checkLabels(family, sample.labels, seen));
        const Histogram& histogram = sample.histogram;
        const auto& bounds = histogram.bounds;
        const bool ascend = std::ranges::adjacent_find(bounds, std::ranges::greater_equal()) == bounds.end();
        if (!ascend || !std::ranges::all_of(bounds, [](double each) { return std::isfinite(each); }) ||
            histogram.counts.size() != bounds.size() + 1 || !std::isfinite(histogram.sum))
            return fault(family, "has bounds and counts that do not belong together");
    }
    return {};
}

void write(std::string& text, const Family& family, const HistogramSample& sample) {
    const Histogram& histogram = sample.histogram;
    std::uint64_t below = 0;
    for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
        below += histogram.counts[i];
        const std::string bound = i < histogram.bounds.size() ? numberText(histogram.bounds[i]) : "+Inf";
        text += family.name + "_bucket" + labelsText(sample.labels, "le=\"" + bound + "\"") + ' ' +
                std::to_string(below) + '\n';
    }
    const std::string labels = labelsText(sample.labels);
    text += family.name + "_sum" + labels + ' ' + numberText(histogram.sum) + '\n';
    text += family.name + "_count" + labels + ' ' + std::to_string(below) + '\n';
}

// The names of the family's lines.
std::vector<std::string> lineNames(const Family& family) {
    if (family.kind != MetricKind::Histogram) return {family.name};
    return {family.name, family.name + "_bucket", family.name + "_sum", family.name + "_count"};
}

} // namespace

std::string_view kindName(MetricKind kind) {
    constexpr std::array<std::string_view, 3> Names{"counter", "gauge", "histogram"};
    return Names[static_cast<std::size_t>(kind)];
}

Result<std::string> expositionText(std::span<const Family> families) {
    std::string text;
    std::set<std::string> names;
    for (const Family& family : families) {
        RETURN_IF_ERROR(check(family));
        for (const std::string& name : lineNames(family))
            if (!names.insert(name).second) return fault(family, "is there twice: " + inQuotes(name));
        if (family.samples.empty() && family.histograms.empty()) continue;
        text += "# HELP " + family.name + ' ' + escapedText(family.help, {}) + '\n';
        text += "# TYPE " + family.name + ' ' + std::string(kindName(family.kind)) + '\n';
        for (const Sample& sample : family.samples)
            text += family.name + labelsText(sample.labels) + ' ' + numberText(sample.value) + '\n';
        for (const HistogramSample& sample : family.histograms)
            write(text, family, sample);
    }
    return text;
}

} // namespace edgewright::metrics
