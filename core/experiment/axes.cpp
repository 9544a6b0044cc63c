// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/axes.h"

#include "core/base/nearest_word.h"
#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/pipeline/quantization/calibrated.h"
#include "core/quant/layer/study_fields.h"

#include <algorithm>

namespace edgewright::experiment {

namespace {

constexpr Axis AxisList[] = {
    {"model", TRANSLATABLE("Column", "Model"), TRANSLATABLE("Column", "Name in the experiment"),
     &Choices::model},
    {"size", TRANSLATABLE("Column", "Size"), TRANSLATABLE("Column", "Extents of open dimensions of the inputs"),
     &Choices::size},
    {"codes", TRANSLATABLE("Column", "Codes"),
     TRANSLATABLE("Column", "float32, or integers by a strategy of quantization"), &Choices::codes},
    {"configuration", TRANSLATABLE("Column", "Configuration"),
     TRANSLATABLE("Column", "Fusion and reuse of memory, alone and together"), &Choices::configuration},
    {"accelerator", TRANSLATABLE("Column", "Accelerator"),
     TRANSLATABLE("Column", "The accelerator that cycles and energy are predicted for"), &Choices::accelerator},
    {"device", TRANSLATABLE("Column", "Device"), TRANSLATABLE("Column", "The machine that it was measured on"),
     &Choices::device},
};

std::string_view remedyKey(pipeline::Remedy remedy) {
    switch (remedy) {
    case pipeline::Remedy::None:
        break;
    case pipeline::Remedy::Equalize:
        return "/equalize";
    case pipeline::Remedy::CorrectBias:
        return "/correct_bias";
    case pipeline::Remedy::FloatLayers:
        return "/float_layers";
    }
    return "";
}

} // namespace

Error noSuch(const std::string& nothing, std::string_view key, const std::vector<std::string_view>& known,
             const std::string& list) {
    if (const auto nearest = nearestWord(key, known))
        return badInput(say("{1}; did you mean '{2}'?", nothing, *nearest));
    return badInput(say("{1}; there are {2}", nothing, list));
}

bool isFused(std::string_view configuration) {
    const auto found = enumeratorOf<Configuration>(Configurations, configuration);
    return found && isFused(*found);
}

bool isReusing(std::string_view configuration) {
    const auto found = enumeratorOf<Configuration>(Configurations, configuration);
    return found && isReusing(*found);
}

std::string keyOf(const pipeline::Strategy& strategy) {
    return "int8/" + std::string(quant::Granularities[static_cast<std::size_t>(strategy.weights)].key) +
           (strategy.symmetric ? "/symmetric/" : "/asymmetric/") + strategy.method +
           std::string(remedyKey(strategy.remedy));
}

const std::vector<Codes>& allCodes() {
    static const std::vector<Codes> all = [] {
        std::vector<Codes> made{{}, {"int8", pipeline::Strategy()}};
        for (const pipeline::Strategy& each : pipeline::strategyMatrix())
            made.push_back({keyOf(each), each});
        for (const auto remedy :
             {pipeline::Remedy::Equalize, pipeline::Remedy::CorrectBias, pipeline::Remedy::FloatLayers})
            for (const auto weights : {quant::Granularity::PerTensor, quant::Granularity::PerChannel}) {
                pipeline::Strategy strategy;
                strategy.weights = weights;
                strategy.remedy = remedy;
                if (remedy == pipeline::Remedy::FloatLayers) strategy.floatLayers = 1;
                made.push_back({keyOf(strategy), strategy});
            }
        return made;
    }();
    return all;
}

Result<Codes> codesNamed(std::string_view key) {
    const auto found = std::ranges::find(allCodes(), key, &Codes::key);
    if (found != allCodes().end()) return *found;
    std::vector<std::string_view> known;
    for (const Codes& each : allCodes())
        known.push_back(each.key);
    return noSuch(say("{1} is no way to code a network", inQuotes(key)), key, known,
                  say("fp32, int8 and strategies such as {1}", allCodes()[2].key));
}

pipeline::Settings settingsWith(const Codes& codes, pipeline::Settings settings) {
    if (!codes.strategy) return settings;
    const pipeline::QuantizeOptions chosen =
        codes.strategy->options(pipeline::quantizeOptions(settings.int8, settings.quantization));
    settings.int8.study.weights = chosen.codes.weights;
    settings.int8.study.activationScheme = chosen.codes.activationScheme;
    settings.quantization.method = chosen.method;
    settings.quantization.equalize = codes.strategy->remedy == pipeline::Remedy::Equalize;
    settings.quantization.correctBias = codes.strategy->remedy == pipeline::Remedy::CorrectBias;
    settings.quantization.floatLayers = codes.strategy->floatLayers;
    return settings;
}

std::string Choices::text() const {
    std::string text;
    for (const Axis& axis : axes())
        if (const std::string& choice = this->*axis.member; !choice.empty())
            text += (text.empty() ? "" : ", ") + choice;
    return text;
}

std::span<const Axis> axes() { return AxisList; }

Result<const Axis*> axisNamed(std::string_view key) {
    std::vector<std::string_view> known;
    std::string list;
    for (const Axis& axis : axes()) {
        if (axis.key == key) return &axis;
        known.push_back(axis.key);
        list += (list.empty() ? "" : ", ") + std::string(axis.key);
    }
    return noSuch(say("{1} is no axis of an experiment", inQuotes(key)), key, known, list);
}

Result<AxisChoice> axisChoiceFrom(std::string_view text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos)
        return badInput(say("{1}: expected AXIS=CHOICE, as configuration=baseline", inQuotes(text)));
    ASSIGN_OR_RETURN(const Axis* axis, axisNamed(text.substr(0, equals)));
    return AxisChoice{axis, std::string(text.substr(equals + 1))};
}

std::string textOf(const std::vector<AxisChoice>& choices) {
    std::string text;
    for (const AxisChoice& each : choices)
        text += (text.empty() ? "" : ", ") + std::string(each.axis->key) + "=" + each.choice;
    return text;
}

std::string sizeText(const ir::Bindings& extents) {
    std::string text;
    for (const auto& [name, extent] : extents)
        text += (text.empty() ? "" : ", ") + name + "=" + std::to_string(extent);
    return text;
}

} // namespace edgewright::experiment
