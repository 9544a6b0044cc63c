// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/image_arguments.h"

#include "app/cli/arguments/checks.h"

#include <CLI/CLI.hpp>

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
    return numbers(text).empty() ? "'" + text + "': expected R,G,B or one number" : std::string();
}

} // namespace

void ImageArguments::declare(CLI::App& verb) {
    const char* group = "Images";
    verb.add_option("--mean", mean, "Subtracted from the scaled pixels: R,G,B, or one number")
        ->type_name("R,G,B")
        ->group(group)
        ->check(problem);
    verb.add_option("--std", deviation, "Then divides them: R,G,B, or one number")
        ->type_name("R,G,B")
        ->group(group)
        ->check(problem)
        ->check([](const std::string& text) {
            for (const double number : numbers(text))
                if (number == 0) return "'" + text + "': expected numbers other than 0";
            return std::string();
        });
    verb.add_option("--pixel-scale", scale,
                    "Multiplies pixels 0..255 before that; 1/255 unless told, so that mean and std are of 0..1")
        ->type_name("S")
        ->group(group)
        ->check([](const std::string& text) {
            const auto given = numbers(text);
            return given.size() == 1 && given.front() > 0 ? std::string()
                                                          : "'" + text + "': expected a number above 0";
        });
    oneOf(verb.add_option("--layout", layout, "Where the channels are; auto: the axis of extent 3, else of 1")
              ->capture_default_str()
              ->group(group),
          {"nchw", "nhwc", "auto"});
    oneOf(verb.add_option("--channels", channels, "Order of the colours")->capture_default_str()->group(group),
          {"rgb", "bgr"});
    oneOf(verb.add_option("--fit", fit, "Images of other proportions: stretched, or their middle part cropped")
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

} // namespace edgewright::cli
