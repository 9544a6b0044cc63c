// SPDX-License-Identifier: GPL-3.0-or-later
// One model followed all the way down: the stages that the command line and the workbench share.
//
//   open -> type -> fuse -> check -> broken
//                    |--> memory (before, after)
//                    '--> workload -> cost, explore
//          '--> calibration -> quantized model -> sensitivity
//                    '--> one layer on a sample -> its study in integers
//
// Each stage is a free function, value in, value out; results are immutable and shared.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/figure_style.h"
#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/cost/explore/design_space.h"
#include "core/cost/findings/what_if.h"
#include "core/cost/roofline.h"
#include "core/cost/search/comparison_options.h"
#include "core/cost/systolic.h"
#include "core/fusion/fuse.h"
#include "core/ir/graph.h"
#include "core/ops/infer.h"
#include "core/ops/work.h"
#include "core/pipeline/check.h"
#include "core/pipeline/memory/memory_plan.h"
#include "core/quant/calibration/range_method.h"
#include "core/quant/layer/layer_study.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::cost {
struct Processor;
}

namespace edgewright::cost::search {
struct StrategyOutcomes; // strategy_comparison.h
}

namespace edgewright::quant {
struct ValueTrace;
}

namespace edgewright::pipeline {

// A model file as it was read.
struct Opened {
    std::filesystem::path file;
    std::int64_t fileBytes = 0;
    std::shared_ptr<const ir::Model> model;
    Diagnostics diagnostics;
    std::int64_t memoryLeft = 0; // for type(), of what opening may take; 0: ops::InferLimits decides
    ir::Bindings inTestData;     // open extents as the first test_data_set_* beside the file has them
};
// Extents for the open dimensions of the inputs: those that are given, else of the test data, else
// ops::defaultBindings.
ir::Bindings usualBindings(const Opened& opened, const ir::Bindings& given = {});
// `path` is a file, or a folder that holds a model (model_file.h). `memoryBytes` is what opening and type() may
// make together beside weights that lie in files; 0: in proportion to the model (onnx::openingLimit). More is
// an OutOfMemory error here, a graph with fewer types there.
Result<std::shared_ptr<const Opened>> open(const std::filesystem::path& path, const RunContext& run = {},
                                           std::int64_t memoryBytes = 0);

// Its graph with types for every value.
struct Typed {
    std::shared_ptr<const Opened> opened;
    std::shared_ptr<const ir::Graph> graph;
    ir::Bindings bindings;   // given and, where `assumed` says so, chosen by us
    ir::Bindings assumed;    // what had to be chosen so that the model can run
    Diagnostics diagnostics; // of opening and of typing
    std::vector<ValueId> unresolved;
    std::int64_t parameters = 0, parameterBytes = 0, macs = 0;
    ops::Uncounted uncounted; // with any, `macs` is a lower bound
};
// With `assume`, open dimensions of the inputs get usualBindings().
std::shared_ptr<const Typed> type(std::shared_ptr<const Opened> opened, const ir::Bindings& bindings,
                                  bool assume, const RunContext& run = {});

Result<std::shared_ptr<const fusion::History>> fuse(const Typed& typed, const fusion::Options& options,
                                                    const RunContext& run = {});

struct Costs {
    cost::CostReport report;
    cost::Roofline roofline;
    Diagnostics skipped; // products without a cost
    Diagnostics notes;   // what the costs assume
    std::vector<cost::Unmodelled> unmodelled;
    ops::Uncounted uncounted; // with any, the report's sums are lower bounds
};
// Layers have those of `tilings` that are for this accelerator, where they can; CostReport says which are not
// used.
Result<std::shared_ptr<const Costs>> costs(const ir::Graph& graph, const cost::Accelerator& accelerator,
                                           const RunContext& run = {},
                                           const cost::AdoptedTilings& tilings = {});
using cost::Improvements; // with the tilings of `now`
Result<std::shared_ptr<const Improvements>> improvements(const ir::Graph& graph, const Costs& now,
                                                         const RunContext& run = {});

struct Explored; // exploration.h

// The way in which layers become integers: codes, rounding and arithmetic. A whole model is computed with ONNX
// Runtime's arithmetic, whatever the target of one layer is.
struct Int8Options {
    quant::StudyOptions study;
    std::uint64_t seed = 1; // of random inputs
    friend bool operator==(const Int8Options&, const Int8Options&) = default;
};

// The quantization of a whole model, beside the codes and the rounding of Int8Options.
struct QuantizationSettings {
    bool folds = true;                             // QuantizeOptions::folds
    std::string method{quant::DefaultRangeMethod}; // quant::rangeMethods()
    double percentile = quant::RangeOptions().percentile;
    std::filesystem::path source;     // to calibrate on (dataset::sourceAt); empty: what lies beside the model
    std::filesystem::path evaluation; // to compare on; empty: dataset::evaluationSource decides
    std::size_t samples = 32;         // at most so many to calibrate on
    std::size_t evaluationSamples = 128;        // at most so many to compare on
    bool equalize = false, correctBias = false; // ImproveOptions
    std::size_t floatLayers = 0;
    friend bool operator==(const QuantizationSettings&, const QuantizationSettings&) = default;
};

// quantization/: calibrated.h, layer_on_sample.h, quantized_model.h, sensitivity.h.
struct Calibrated;
struct LayerOnSample;
struct QuantizedModel;
struct Sensitivity;
struct DequantizedModel; // quantization/dequantized_model.h
struct LayerFacts;       // quantization/layer/layer_facts.h

struct StrategyComparison;    // quantization/strategies/strategies.h
struct AccumulatorExperiment; // quantization/simulation/accumulator_experiment.h
struct FixedPointNote;        // quantization/simulation/fixed_point_note.h

struct ComparedCosts; // cost_comparison.h

// Written by a person, by the name of the figure: "roofline". No stage depends on them.
using FigureCaptions = std::map<std::string, std::string>;

// Requests are counted (Stage::asked); 0: none.
struct StrategyRequest {
    std::uint32_t asked = 0;
    bool remedies = false; // also strategies with remedies
    bool times = true;     // also how long each takes on this machine
    friend bool operator==(const StrategyRequest&, const StrategyRequest&) = default;
};

// A layer on an accelerator, as they were when it was asked for.
struct MappingRequest {
    std::uint32_t asked = 0;
    cost::Layer layer = {};
    cost::Accelerator accelerator = {};
    cost::search::ComparisonOptions options = {};
    friend bool operator==(const MappingRequest&, const MappingRequest&) = default;
};

// Another planner and order than those of the settings, on one of the two graphs. No planner: none.
struct OtherPlan {
    std::string planner = {}, scheduler = {};
    bool fused = false;
    friend bool operator==(const OtherPlan&, const OtherPlan&) = default;
};

struct PlanTable; // plan_table.h

// graph_modules.h
struct GraphModules;
struct FusedModules;

struct BrokenBy;    // bisect.h
struct Benefits;    // benefits.h
struct WeightStats; // weight_stats.h

// The tensor whose numbers are looked at; of the same bytes it is the same one.
struct InspectedTensor {
    ir::Tensor tensor = {};
    friend bool operator==(const InspectedTensor& a, const InspectedTensor& b) {
        return a.tensor.bytes().data() == b.tensor.bytes().data() && a.tensor.dtype() == b.tensor.dtype() &&
               a.tensor.dims() == b.tensor.dims();
    }
};

// View state that stages depend on. Not undoable, ignored when settings are compared.
struct ViewState {
    NodeId int8Layer;              // of the base graph; invalid: none
    std::size_t sample = 0;        // of those that integers are compared on
    bool wantsSensitivity = false; // runs stage int8_sensitivity, the slowest of all
    std::string comparedWith = {}; // cost_comparison.h: costs beside those; empty: none
    std::int64_t int8Element = -1; // of the output of that layer, to be computed step by step; -1: none
    StrategyRequest strategies = {};
    std::uint32_t accumulatorsAsked = 0, fixedPointAsked = 0;
    MappingRequest mappings = {};
    // The accelerator that the design space was explored on, of which a person has chosen a point.
    std::optional<cost::Accelerator> exploredOn = {};
    std::shared_ptr<const cost::Processor> processor = {}; // that times are predicted for; null: the reference
    // Beside the one that runs; its benefits are asked for.
    std::shared_ptr<const fusion::History> pinnedFusion = {};
    std::shared_ptr<const ir::Graph> graphInside =
        {}; // of the model, that a page shows; null: the model itself
    InspectedTensor inspected = {};
    OtherPlan otherPlan = {};
    std::optional<bool> planTable = {}; // every planner: on the original graph, or (true) on the fused one
    friend bool operator==(const ViewState&, const ViewState&) = default;
};

// The choices of a person; everything that the stages depend on.
struct Settings {
    ir::Bindings bindings;
    fusion::Options fusion;
    std::uint64_t seed = 1;
    memory::LivenessOptions liveness;
    bool scratch = false; // plan what operators need for themselves, too
    std::string planner{memory::DefaultPlanner};
    std::string scheduler = "as_given";
    double planSeconds = 10; // for the order and the plan of one graph
    cost::Accelerator accelerator;
    cost::AdoptedTilings tilings = {}; // of layers of the fused graph, of this accelerator and of others
    cost::SpaceChoice space = cost::SpaceChoice::standard(); // that it is chosen from
    Int8Options int8;
    QuantizationSettings quantization;
    FigureCaptions captions = {};
    FigureFont figureFont = FigureFont::Sans; // no stage depends on it
    ViewState viewState;

    PlanOptions plan() const { return {liveness, scratch, planner, scheduler, planSeconds}; }
    friend bool operator==(const Settings&, const Settings&) = default;
};

// Everything known at one moment. Parts are null until they are computed, or when they cannot be: then `errors`
// says why, by the name of the stage (stage.h).
struct Analysis {
    std::shared_ptr<const Opened> opened;
    std::shared_ptr<const Typed> typed;
    std::shared_ptr<const WeightStats> weightStats; // of ViewState::inspected
    std::shared_ptr<const fusion::History> fusion;
    std::shared_ptr<const GraphModules> modules;       // of typed->graph
    std::shared_ptr<const FusedModules> modulesFused;  // of the fused graph
    std::shared_ptr<const GraphModules> modulesInside; // of ViewState::graphInside
    std::shared_ptr<const Benefits> benefits;          // of `fusion`
    std::shared_ptr<const Benefits> pinnedBenefits;    // of ViewState::pinnedFusion
    std::shared_ptr<const Check> check;
    std::shared_ptr<const std::optional<BrokenBy>> broken; // by which patch; where `check` fails
    std::shared_ptr<const MemoryPlan> memoryBefore, memoryAfter;
    std::shared_ptr<const MemoryPlan> otherBefore, otherAfter; // by ViewState::otherPlan
    std::shared_ptr<const PlanTable> tableBefore, tableAfter;  // that begins with that plan of memory
    std::shared_ptr<const Costs> costs;                        // of the fused graph
    std::shared_ptr<const Improvements> improvements;          // of `costs`
    std::shared_ptr<const ComparedCosts> comparedCosts;        // `costs` with those that ViewState names
    std::shared_ptr<const Explored> explored;                  // Settings::space, of the fused graph
    std::shared_ptr<const cost::search::StrategyOutcomes> mappings;
    std::shared_ptr<const Calibrated> calibrated;
    std::shared_ptr<const QuantizedModel> quantized;
    std::shared_ptr<const DequantizedModel> dequantized;       // `typed` where it comes quantized
    std::shared_ptr<const Sensitivity> sensitivity;            // of `quantized`
    std::shared_ptr<const StrategyComparison> strategies;      // on the samples of `calibrated`
    std::shared_ptr<const AccumulatorExperiment> accumulators; // of `quantized`
    std::shared_ptr<const FixedPointNote> fixedPoint;          // of `accumulators`
    std::shared_ptr<const LayerOnSample> layerOnSample;
    std::shared_ptr<const quant::LayerStudy> int8;      // of it
    std::shared_ptr<const LayerFacts> int8Facts;        // of it
    std::shared_ptr<const quant::ValueTrace> int8Value; // one output of that; core/quant/layer/value_trace.h
    std::map<std::string, Error, std::less<>> errors;
    // Stages whose shown result is older than the settings; a view dims it. Either it is being computed, or
    // waits for one that is, or a person stopped it, or one that it needs.
    std::set<std::string, std::less<>> pending, cancelled;
    bool isStale(std::string_view stage) const { return pending.contains(stage) || cancelled.contains(stage); }
    // Stages, pending, cancelled or failed, whose shown result is not stale, but the part that they have so far
    // with the settings of now.
    std::set<std::string, std::less<>> partial;

    // Operator sets of before() or after(); none without a model.
    ir::Opsets opsets(bool fused) const {
        if (fused && fusion) return fusion->opsets;
        return typed && typed->opened && typed->opened->model ? typed->opened->model->opsets : ir::Opsets();
    }
    const ir::Graph* before() const { return typed ? typed->graph.get() : nullptr; }
    const ir::Graph* after() const { return fusion ? &fusion->graph : nullptr; }
};

} // namespace edgewright::pipeline
