// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/settings/setting_fields.h"

#include "core/cost/explore/space_run.h"
#include "core/memory/packing/planner.h"
#include "core/memory/scheduler.h"

#include <array>

namespace edgewright::pipeline {

namespace {

using memory::LivenessOptions;

constexpr std::int64_t MaxSamples = 1000000;
constexpr std::array Alignments{Choice{"1"},  Choice{"4"},   Choice{"8"},   Choice{"16"},   Choice{"32"},
                                Choice{"64"}, Choice{"128"}, Choice{"256"}, Choice{"1024"}, Choice{"4096"}};

constexpr std::array Placements{Choice{"outside", TRANSLATABLE("Setting", "in memory of the caller's own")},
                                Choice{"while-needed", TRANSLATABLE("Setting", "in the arena while needed")},
                                Choice{"whole-run", TRANSLATABLE("Setting", "in the arena for the whole run")}};
constexpr std::array FigureFonts{Choice{"sans", TRANSLATABLE("Setting", "Sans")},
                                 Choice{"serif", TRANSLATABLE("Setting", "Serif")}};
constexpr std::array AllPoints{Choice{"0", TRANSLATABLE("Setting", "all")}};

template <auto Entries>
std::vector<Choice> namesOf() {
    std::vector<Choice> names;
    for (const auto* each : Entries()) {
        names.push_back({each->name, {}, each->summary});
        if constexpr (requires { each->title; }) names.back().title = each->title;
    }
    return names;
}

// clang-format off
constexpr std::array MemoryFields{
    field<&Settings::planner>({.key = "planner", .title = TRANSLATABLE("Setting", "Planner"),
        .label = TRANSLATABLE("Setting", "Planner"), .catalogue = namesOf<memory::planners>, .isOpen = true}),
    field<&Settings::scheduler>({.key = "scheduler", .title = TRANSLATABLE("Setting", "Order"),
        .label = TRANSLATABLE("Setting", "Order"), .catalogue = namesOf<memory::schedulers>, .isOpen = true}),
    field<&Settings::planSeconds>({.key = "seconds", .option = "time-limit",
        .title = TRANSLATABLE("Setting", "Time for a plan"),
        .help = TRANSLATABLE("Setting", "Seconds for each plan, of which the search for an order may take "
                                        "half"),
        .unit = TRANSLATABLE("Setting", "s"), .group = SearchGroup, .highest = 86400}),
    field<&Settings::liveness, &LivenessOptions::alignment>({.key = "alignment",
        .title = TRANSLATABLE("Setting", "Alignment"), .label = TRANSLATABLE("Setting", "Alignment"),
        .help = TRANSLATABLE("Setting", "Bytes that offsets are multiples of"),
        .unit = TRANSLATABLE("Setting", "B"), .group = StorageGroup, .lowest = 1,
        .highest = std::int64_t(1) << 30, .choices = Alignments}),
    field<&Settings::liveness, &LivenessOptions::inPlace>({.key = "in_place",
        .title = TRANSLATABLE("Setting", "In place"),
        .help = TRANSLATABLE("Setting", "Views share their input's buffer; element-wise operators overwrite an "
                                        "input that dies there"),
        .group = StorageGroup}),
    field<&Settings::liveness, &LivenessOptions::parts>({.key = "parts",
        .title = TRANSLATABLE("Setting", "Slices and parts of a Concat in place, not copied"),
        .help = TRANSLATABLE("Setting", "What is sliced, split or concatenated is left or written in place"),
        .group = StorageGroup, .isRare = true}),
    field<&Settings::liveness, &LivenessOptions::inputs>({.key = "inputs",
        .title = TRANSLATABLE("Setting", "Inputs"),
        .help = TRANSLATABLE("Setting", "Where the model's inputs live"), .group = StorageGroup, .isRare = true,
        .choices = Placements}),
    field<&Settings::liveness, &LivenessOptions::outputs>({.key = "outputs",
        .title = TRANSLATABLE("Setting", "Outputs"),
        .help = TRANSLATABLE("Setting", "Where the model's outputs live"), .group = StorageGroup,
        .isRare = true, .choices = Placements}),
    field<&Settings::liveness, &LivenessOptions::weights>({.key = "weights",
        .title = TRANSLATABLE("Setting", "Weights in the arena too"),
        .help = TRANSLATABLE("Setting", "Plan the weights, too"), .group = StorageGroup, .isRare = true}),
    field<&Settings::scratch>({.key = "scratch",
        .title = TRANSLATABLE("Setting", "What operators need for themselves, measured in one run"),
        .help = TRANSLATABLE("Setting", "Plan what operators need for themselves, too, as one run on random "
                                        "inputs measures it"),
        .group = SearchGroup, .isRare = true}),
};

constexpr std::array CheckFields{
    field<&Settings::seed>({.key = "seed", .title = TRANSLATABLE("Setting", "Seed"),
        .help = TRANSLATABLE("Setting", "Seed of the inputs"), .kind = FieldKind::Seed}),
};

constexpr std::array Int8Fields{
    field<&Int8Options::seed>({.key = "seed", .title = TRANSLATABLE("Setting", "Seed of INT8 inputs"),
        .kind = FieldKind::Seed}),
};

constexpr std::array QuantizationFields{
    field<&QuantizationSettings::folds>({.key = "folds",
        .title = TRANSLATABLE("Setting", "Fold batch norms first"),
        .help = TRANSLATABLE("Setting", "The fused graph is what is quantized, as a target would do it"),
        .group = DataGroup}),
    field<&QuantizationSettings::method>({.key = "method", .title = TRANSLATABLE("Setting", "Ranges"),
        .label = TRANSLATABLE("Setting", "Ranges"),
        .help = TRANSLATABLE("Setting", "How the ranges of activations follow from their values"),
        .group = RangesGroup, .catalogue = namesOf<quant::rangeMethods>}),
    field<&QuantizationSettings::percentile>({.key = "percentile",
        .title = TRANSLATABLE("Setting", "Percentile"), .label = TRANSLATABLE("Setting", "Percentile"),
        .help = TRANSLATABLE("Setting", "Share of the values that the method percentile keeps, in %"),
        .unit = "%", .group = RangesGroup, .lowest = 50, .highest = 100, .isRare = true,
        .onlyIn = "percentile"}),
    field<&QuantizationSettings::source>({.key = "source", .title = TRANSLATABLE("Setting", "Calibration data"),
        .label = TRANSLATABLE("Setting", "Calibrate on"),
        .help = TRANSLATABLE("Setting", "Inputs that ranges are taken from: calibration.npy or .npz, "
                                        "test_data_set_*, images; else random numbers"),
        .absent = TRANSLATABLE("Setting", "found or random"), .group = DataGroup, .takesFile = true,
        .takesFolder = true}),
    field<&QuantizationSettings::samples>({.key = "samples",
        .title = TRANSLATABLE("Setting", "Samples to calibrate on at most"),
        .label = TRANSLATABLE("Setting", "Samples"),
        .help = TRANSLATABLE("Setting", "At most so many samples to calibrate on"),
        .group = DataGroup, .lowest = 1, .highest = MaxSamples}),
    field<&QuantizationSettings::evaluation>({.key = "evaluation",
        .title = TRANSLATABLE("Setting", "Evaluation data"),
        .label = TRANSLATABLE("Setting", "Compare on"),
        .help = TRANSLATABLE("Setting", "Inputs that integers are compared with float32 on: test.npz with an "
                                        "array 'labels', test.npy with labels.npy, images in folders of classes; "
                                        "unless told what has labels beside the model, else the inputs of the "
                                        "calibration"),
        .absent = TRANSLATABLE("Setting", "labelled or same"), .group = DataGroup, .takesFile = true,
        .takesFolder = true}),
    field<&QuantizationSettings::evaluationSamples>({.key = "evaluation_samples",
        .title = TRANSLATABLE("Setting", "Samples to compare on at most"),
        .label = TRANSLATABLE("Setting", "Compared"),
        .help = TRANSLATABLE("Setting", "At most so many samples to compare on"),
        .group = DataGroup, .lowest = 1, .highest = MaxSamples}),
    field<&QuantizationSettings::equalize>({.key = "equalize",
        .title = TRANSLATABLE("Setting", "Equalize layers"),
        .help = TRANSLATABLE("Setting", "Cross-layer equalization: channels of neighbours are scaled to like "
                                        "ranges"),
        .group = RemediesGroup}),
    field<&QuantizationSettings::correctBias>({.key = "correct_bias",
        .title = TRANSLATABLE("Setting", "Correct biases"),
        .help = TRANSLATABLE("Setting", "The mean error of every output channel is taken from its bias"),
        .group = RemediesGroup}),
    field<&QuantizationSettings::floatLayers>({.key = "float_layers",
        .title = TRANSLATABLE("Setting", "Layers in float32"), .label = TRANSLATABLE("Setting", "In float32"),
        .help = TRANSLATABLE("Setting", "At most so many layers stay in float32: those that gain most there, "
                                        "and none that gains nothing"),
        .group = RemediesGroup, .highest = MaxSamples}),
};

constexpr std::array SpaceFields{
    field<&cost::SpaceChoice::sample>({.key = "sample",
        .title = TRANSLATABLE("Setting", "Points of the design space"),
        .highest = static_cast<std::int64_t>(cost::SpaceRun::MaxPoints), .choices = AllPoints}),
};

constexpr std::array FigureFields{
    field<&Settings::figureFont>({.key = "figure_font", .option = "font",
        .title = TRANSLATABLE("Setting", "Font of figures"), .label = TRANSLATABLE("Setting", "Font"),
        .help = TRANSLATABLE("Setting", "The font of figures that are exported"), .choices = FigureFonts}),
};

constexpr std::array ViewFields{
    field<&ViewState::sample>({.key = "sample", .title = TRANSLATABLE("Setting", "Sample"),
        .highest = MaxSamples}),
    field<&ViewState::wantsSensitivity>({.key = "sensitivity",
        .title = TRANSLATABLE("Setting", "Sensitivity")}),
};
// clang-format on

} // namespace

std::span<const Field<Settings>> memoryFields() { return MemoryFields; }
std::span<const Field<Settings>> checkFields() { return CheckFields; }
std::span<const Field<Int8Options>> int8Fields() { return Int8Fields; }
std::span<const Field<QuantizationSettings>> quantizationFields() { return QuantizationFields; }
std::span<const Field<cost::SpaceChoice>> spaceFields() { return SpaceFields; }
std::span<const Field<Settings>> figureFields() { return FigureFields; }
std::span<const Field<ViewState>> viewFields() { return ViewFields; }

} // namespace edgewright::pipeline
