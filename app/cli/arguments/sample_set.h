// SPDX-License-Identifier: GPL-3.0-or-later
// Inputs for calibration and for comparing, as named on the command line, and the conversion of pixels to
// numbers.
#pragma once

#include "app/cli/arguments/model_arguments.h"
#include "app/cli/cli11_fwd.h"
#include "core/dataset/image_file.h"
#include "core/dataset/sample_set.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace edgewright::cli {

class Outputs;

struct ImageArguments {
    std::string mean, deviation, layout = "auto", channels = "rgb", fit = "stretch";
    std::optional<double> scale;

    void declare(CLI::App& verb); // --mean, --std, --pixel-scale, --layout, --channels, --fit
    dataset::ImageOptions options() const;
};

struct NamedSamples {
    dataset::DataSource source;
    dataset::SampleSet set;

    // "32 of 64 inputs of test.npy beside the model"
    std::string text(std::size_t count) const;
};

// "compared on 2 of 64 inputs of a, ranges from 8 inputs of b"; one number each: of samples used.
std::string comparedText(const NamedSamples& data, std::size_t compared, const NamedSamples& calibration,
                         std::size_t calibrated);

// --calibration, --data, --limit, --seed and what becomes of images. Either of the first two is "random", a
// folder or a file (dataset::sourceAt); without it, what lies beside the model is taken, random inputs where
// nothing does. Without --data, dataset::evaluationSource decides; with random inputs to calibrate on they are
// what is compared on.
class SampleArguments {
public:
    void declare(CLI::App& verb);
    void toldTo(Outputs& outputs) const; // what is read
    // At most --limit, without it as many as QuantizationSettings has, of random ones 4. `graph` must outlive
    // the set.
    Result<NamedSamples> calibration(const ModelArguments& model, const ir::Graph& graph,
                                     const RunContext& run = {}) const;
    Result<NamedSamples> data(const ModelArguments& model, const ir::Graph& graph,
                              const RunContext& run = {}) const;

private:
    dataset::DataSource random(const ModelArguments& model) const;
    Result<dataset::DataSource> found(Result<dataset::DataSource> source, const ModelArguments& model) const;

    std::string m_calibration, m_data;
    ImageArguments m_images;
    std::optional<std::size_t> m_limit;
    std::uint64_t m_seed = 1;
};

} // namespace edgewright::cli
