// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/sample_set.h"

#include "app/cli/arguments/checks.h"
#include "app/cli/outputs.h"
#include "app/cli/text.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/pipeline/study.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace edgewright::cli {

namespace {

// "0.5" or "0.485,0.456,0.406"; empty where the text is neither.
std::vector<double> numbers(const std::string& text) {
    std::vector<double> result;
    const char* at = text.c_str();
    while (true) {
        char* end = nullptr;
        const double number = std::strtod(at, &end);
        if (end == at || !std::isfinite(number)) return {};
        result.push_back(number);
        if (*end == '\0') break;
        if (*end != ',') return {};
        at = end + 1;
    }
    return result.size() == 1 || result.size() == 3 ? result : std::vector<double>();
}

std::string problem(const std::string& text) {
    return numbers(text).empty() ? say("'{1}': expected R,G,B or one number", text) : std::string();
}

} // namespace

void ImageArguments::declare(CLI::App& verb) {
    const std::string group = say("Images");
    verb.add_option("--mean", mean, say("Subtracted from the scaled pixels: R,G,B, or one number"))
        ->type_name("R,G,B")
        ->group(group)
        ->check(problem);
    verb.add_option("--std", deviation, say("Then divides them: R,G,B, or one number"))
        ->type_name("R,G,B")
        ->group(group)
        ->check(problem)
        ->check([](const std::string& text) {
            for (const double number : numbers(text))
                if (number == 0) return say("'{1}': expected numbers other than 0", text);
            return std::string();
        });
    verb.add_option(
            "--pixel-scale", scale,
            say("Multiplies pixels 0..255 before that; 1/255 unless told, so that mean and std are of 0..1"))
        ->type_name("S")
        ->group(group)
        ->check([](const std::string& text) {
            const auto given = numbers(text);
            return given.size() == 1 && given.front() > 0 ? std::string()
                                                          : say("'{1}': expected a number above 0", text);
        });
    oneOf(verb.add_option("--layout", layout,
                          say("Where the channels are; auto: the axis of extent 3, else of 1"))
              ->capture_default_str()
              ->group(group),
          {"nchw", "nhwc", "auto"});
    oneOf(verb.add_option("--channels", channels, say("Order of the colours"))
              ->capture_default_str()
              ->group(group),
          {"rgb", "bgr"});
    oneOf(verb.add_option("--fit", fit,
                          say("Images of other proportions: stretched, or their middle part cropped"))
              ->capture_default_str()
              ->group(group),
          {"stretch", "crop"});
}

dataset::ImageOptions ImageArguments::options() const {
    dataset::ImageOptions result;
    result.scale = scale;
    result.mean = numbers(mean);
    result.deviation = numbers(deviation);
    result.layout = layout == "nchw"   ? dataset::ImageLayout::ChannelsFirst
                    : layout == "nhwc" ? dataset::ImageLayout::ChannelsLast
                                       : dataset::ImageLayout::Auto;
    result.fit = fit == "crop" ? dataset::ImageFit::Crop : dataset::ImageFit::Stretch;
    result.bgr = channels == "bgr";
    return result;
}

namespace {

constexpr std::size_t MaxRandom = 4;
constexpr const char* Random = "random";

} // namespace

std::string NamedSamples::text(std::size_t count) const {
    if (source.isRandom())
        return sayCount(groups(count), "{1} input made at random", "{1} inputs made at random");
    const std::size_t all = set.available();
    return count < all ? sayCount(groups(all), "{2} of {1} input of {3}", "{2} of {1} inputs of {3}", count,
                                  source.title())
                       : sayCount(groups(count), "{1} input of {2}", "{1} inputs of {2}", source.title());
}

std::string comparedText(const NamedSamples& data, std::size_t compared, const NamedSamples& calibration,
                         std::size_t calibrated) {
    return data.source.hasInputsOf(calibration.source) && compared == calibrated
               ? say("compared on {1}, which the ranges are from, too", data.text(compared))
               : say("compared on {1}, ranges from {2}", data.text(compared), calibration.text(calibrated));
}

void SampleArguments::declare(CLI::App& verb) {
    verb.add_option("--calibration", m_calibration,
                    say("A folder or a file of inputs, or 'random'; without it, what lies beside the model"))
        ->type_name("DIR|FILE");
    verb.add_option(
            "--data", m_data,
            say("Inputs to compare on, with labels where there are any, or 'random'; without it, what "
                "--calibration holds for comparing, what has labels beside the model, or the inputs of the "
                "calibration"))
        ->type_name("DIR|FILE");
    m_images.declare(verb);
    inRange(verb.add_option("--limit", m_limit,
                            say("Inputs to use at most; without it {1} to calibrate on and {2} to compare on",
                                pipeline::QuantizationSettings().samples,
                                pipeline::QuantizationSettings().evaluationSamples)),
            1, 1000000);
    declareSeed(verb, m_seed, say("Seed of random inputs"));
}

void SampleArguments::toldTo(Outputs& outputs) const {
    for (const std::string& each : {m_calibration, m_data})
        if (each != Random) outputs.reads(each);
}

namespace {

Result<NamedSamples> readSamples(Result<dataset::DataSource> found, const ir::Graph& graph, std::size_t limit,
                                 const ImageArguments& images, const RunContext& run) {
    ASSIGN_OR_RETURN(auto source, std::move(found));
    ASSIGN_OR_RETURN(auto set, dataset::read(source, graph, limit, images.options(), run));
    return NamedSamples{std::move(source), std::move(set)};
}

} // namespace

dataset::DataSource SampleArguments::random(const ModelArguments& model) const {
    dataset::DataSource source =
        dataset::randomSource(std::min(m_limit.value_or(MaxRandom), MaxRandom), m_seed);
    source.memoryBytes = model.memory.dataBytes();
    return source;
}

Result<dataset::DataSource> SampleArguments::found(Result<dataset::DataSource> source,
                                                   const ModelArguments& model) const {
    if (!source) {
        Error error = std::move(source).error();
        if (error.code == ErrorCode::BadInput) error.message = say("{1}; or 'random'", error.message);
        return error;
    }
    source->memoryBytes = model.memory.dataBytes();
    return source;
}

Result<NamedSamples> SampleArguments::calibration(const ModelArguments& model, const ir::Graph& graph,
                                                  const RunContext& run) const {
    const auto source = [&]() -> Result<dataset::DataSource> {
        if (m_calibration == Random) return random(model);
        if (m_calibration.empty())
            return dataset::bestSource(model.model, graph, dataset::Use::Calibration, random(model), run);
        return found(dataset::sourceAt(m_calibration), model);
    };
    return readSamples(source(), graph, m_limit.value_or(pipeline::QuantizationSettings().samples), m_images,
                       run);
}

Result<NamedSamples> SampleArguments::data(const ModelArguments& model, const ir::Graph& graph,
                                           const RunContext& run) const {
    const auto source = [&]() -> Result<dataset::DataSource> {
        if (m_data == Random || (m_data.empty() && m_calibration == Random)) return random(model);
        const std::string& calibration = m_calibration == Random ? std::string() : m_calibration;
        return found(dataset::evaluationSource(model.model, graph, {calibration, m_data}, random(model), run),
                     model);
    };
    return readSamples(source(), graph, m_limit.value_or(pipeline::QuantizationSettings().evaluationSamples),
                       m_images, run);
}

} // namespace edgewright::cli
