// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tune/steps.h"

#include "core/base/say.h"
#include "core/tune/trial_json.h"

#include <algorithm>
#include <iterator>

namespace edgewright::tune {

namespace {

constexpr std::size_t MaxSteps = 4096;

// Behind the number of the stage: i a whole number, l a list of them, t a text.
struct StepSpelling {
    std::string_view code, fields;
};
constexpr std::array Spellings{
    StepSpelling{"AN", "ii"},     StepSpelling{"FU", "l"},    StepSpelling{"PR", "it"},
    StepSpelling{"RE", "l"},      StepSpelling{"SP", "iili"}, StepSpelling{"FSP", "iii"},
    StepSpelling{"FFSP", "ilii"}, StepSpelling{"SA", "iii"},  StepSpelling{"CA", "ii"},
    StepSpelling{"CI", ""},       StepSpelling{"CR", ""},     StepSpelling{"CHR", "tl"},
    StepSpelling{"CHW", "t"},     StepSpelling{"RF", "ii"}};

constexpr std::array<std::string_view, 12> AnnotationWords{
    "for",         "unroll",     "vectorize",   "parallel",   "vthread",     "blockIdx.x",
    "threadIdx.x", "blockIdx.y", "threadIdx.y", "blockIdx.z", "threadIdx.z", "tensorize"};

const StepSpelling& spellingOf(StepKind kind) { return Spellings[static_cast<std::size_t>(kind)]; }

bool hasLoop(StepKind kind) { return kind != StepKind::ComputeAt && spellingOf(kind).fields.starts_with('i'); }

std::string codes() {
    std::string all;
    for (const StepSpelling& each : Spellings)
        all += (all.empty() ? "" : ", ") + std::string(each.code);
    return all;
}

Step stepOf(const JsonValue& value) {
    Step step;
    if (!isList(value)) return step;
    const auto& items = value.raw();
    const bool hasCode = !items.empty() && items[0].is_string();
    const std::string code = hasCode ? items[0].get<std::string>() : std::string();
    const auto* const spelling = std::ranges::find(Spellings, code, &StepSpelling::code);
    if (spelling == Spellings.end()) {
        value.expected(say("a step that begins with one of {1}", codes()));
        return step;
    }
    step.kind = static_cast<StepKind>(spelling - Spellings.begin());
    if (items.size() != 2 + spelling->fields.size()) {
        value.expected(say("a step {1} of {2} items", code, 2 + spelling->fields.size()));
        return step;
    }
    step.stage = static_cast<std::size_t>(itemOf(value, 1).integer(0, INT32_MAX).value_or(0));
    for (std::size_t i = 0; i < spelling->fields.size(); ++i) {
        const JsonValue item = itemOf(value, 2 + i);
        if (spelling->fields[i] == 'i')
            step.numbers.push_back(item.integer(INT32_MIN, INT32_MAX).value_or(0));
        else if (spelling->fields[i] == 't')
            step.text = textOf(item);
        else
            step.list = wholeNumbersOf(item, INT32_MIN, INT32_MAX);
    }
    return step;
}

KnobValue valueOfStep(const Step& step) {
    switch (step.kind) {
    case StepKind::Annotate:
        return Annotations{{std::string(annotationOf(step.numbers[1]))}};
    case StepKind::Fuse:
    case StepKind::Split:
        return step.list;
    case StepKind::Reorder:
        return Permutation{step.list};
    case StepKind::Pragma:
    case StepKind::CacheRead:
    case StepKind::CacheWrite:
        return step.text;
    case StepKind::Inline:
    case StepKind::ComputeRoot:
        return true;
    default:
        break;
    }
    Numbers numbers = step.list;
    numbers.insert(numbers.end(), step.numbers.begin() + (hasLoop(step.kind) ? 1 : 0), step.numbers.end());
    return numbers;
}

} // namespace

std::string_view annotationOf(std::int64_t number) {
    const bool isKnown = number >= 0 && number < std::ssize(AnnotationWords);
    return isKnown ? AnnotationWords[static_cast<std::size_t>(number)] : "?";
}

std::vector<Step> stepsOf(const JsonValue& list) {
    std::vector<Step> steps;
    const auto items = list.items();
    if (items.size() > MaxSteps) {
        list.expected(say("at most {1} steps", MaxSteps));
        return steps;
    }
    for (const JsonValue& each : items) {
        steps.push_back(stepOf(each));
        if (!each.findings().fault.empty()) return {};
    }
    return steps;
}

std::vector<Knob> knobsOf(const std::vector<Step>& steps) {
    std::vector<Knob> knobs;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Step& step = steps[i];
        std::string name = std::to_string(i) + " " + std::string(spellingOf(step.kind).code) + " " +
                           std::to_string(step.stage);
        if (hasLoop(step.kind)) name += "." + std::to_string(step.numbers[0]);
        knobs.push_back({std::move(name), valueOfStep(step)});
    }
    return knobs;
}

std::string nestText(const std::vector<NestLine>& nest) {
    std::string text;
    for (const NestLine& line : nest) {
        if (!text.empty()) text += '\n';
        text += std::string(2 * line.depth, ' ');
        if (!line.pragma.empty()) text += line.pragma + ": ";
        text += line.annotation + " " + line.name;
        if (!line.isLoop) continue;
        const std::string extent = std::to_string(line.extent);
        text += line.extent == 0 ? " (?)" : line.isAtMost ? " (<= " + extent + ")" : " (0, " + extent + ")";
    }
    return text;
}

} // namespace edgewright::tune
