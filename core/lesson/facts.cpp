// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/facts.h"

#include "core/base/translatable.h"
#include "core/lesson/measuring_facts.h"
#include "core/pipeline/history/benefits.h"
#include "core/pipeline/memory/memory_plan.h"
#include "core/pipeline/quantization/simulation/accumulator_experiment.h"
#include "core/pipeline/states/quantities.h"
#include "core/quant/layer/layer_study.h"
#include "core/quant/layer/value_trace.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace edgewright::lesson {

namespace {

using pipeline::Analysis;
using MaybeNumber = std::optional<double>;

template <typename T>
MaybeNumber number(T value) {
    return static_cast<double>(value);
}

const cost::LayerCost* layerCost(const Analysis& now, const std::string& name) {
    if (!now.costs) return nullptr;
    const auto& layers = now.costs->report.layers;
    const auto found =
        std::ranges::find_if(layers, [&](const cost::LayerCost& each) { return each.layer.name == name; });
    return found != layers.end() ? &*found : nullptr;
}

// A tensor of the original graph, or of the fused one.
const ir::Value* tensorNamed(const Analysis& now, const std::string& name) {
    for (const ir::Graph* graph : {now.before(), now.after()})
        for (std::size_t i = 0; graph && i < graph->valueCount(); ++i)
            if (const ir::Value& value = graph->value(ValueId(i)); value.name == name) return &value;
    return nullptr;
}

// Overflowing outputs with accumulators of so many bits: "16 wrap", "24 saturate".
const pipeline::AccumulatorRow* accumulatorRow(const Analysis& now, const std::string& name) {
    if (!now.accumulators) return nullptr;
    pipeline::Int8Accumulator accumulator;
    const auto read = std::from_chars(name.data(), name.data() + name.size(), accumulator.bits);
    const std::string_view rest(read.ptr, name.data() + name.size());
    if (rest == " saturate")
        accumulator.overflow = quant::Overflow::Saturate;
    else if (rest != " wrap")
        return nullptr;
    return now.accumulators->row(accumulator);
}

constexpr std::array OwnFacts{
    Fact{"nodes_unfused", TRANSLATABLE("Fact", "Operators of the original graph"), "", "type",
         [](const Analysis& now, const std::string&) {
             return now.before() ? number(now.before()->nodeCount()) : MaybeNumber();
         }},
    Fact{"calls_unfused", TRANSLATABLE("Fact", "Calls of kernels that the original graph takes"), "",
         "benefits",
         [](const Analysis& now, const std::string&) {
             return now.benefits ? number(now.benefits->launchesBefore) : MaybeNumber();
         }},
    Fact{"traffic_unfused", TRANSLATABLE("Fact", "Bytes that the original graph reads and writes"), "B",
         "benefits",
         [](const Analysis& now, const std::string&) {
             return now.benefits ? number(now.benefits->trafficBefore) : MaybeNumber();
         }},
    Fact{"seconds_unfused", TRANSLATABLE("Fact", "Predicted time of the original graph on one core"), "s",
         "benefits",
         [](const Analysis& now, const std::string&) {
             return now.benefits ? number(now.benefits->secondsBefore) : MaybeNumber();
         }},
    Fact{"fusion_steps", TRANSLATABLE("Fact", "Patches of the fusion"), "", "fuse",
         [](const Analysis& now, const std::string&) {
             return now.fusion ? number(now.fusion->steps.size()) : MaybeNumber();
         }},
    Fact{"lower_bound_unfused", TRANSLATABLE("Fact", "Most live bytes of the original graph"), "B", "memory",
         [](const Analysis& now, const std::string&) {
             return now.memoryBefore ? number(now.memoryBefore->lowerBound) : MaybeNumber();
         }},
    Fact{"without_reuse_unfused",
         TRANSLATABLE("Fact", "Bytes of all buffers of the original graph side by side"), "B", "memory",
         [](const Analysis& now, const std::string&) {
             return now.memoryBefore ? number(now.memoryBefore->sum) : MaybeNumber();
         }},
    Fact{"buffers_unfused", TRANSLATABLE("Fact", "Buffers of the original graph"), "", "memory",
         [](const Analysis& now, const std::string&) {
             return now.memoryBefore ? number(now.memoryBefore->liveness.problem.buffers.size())
                                     : MaybeNumber();
         }},
    Fact{"peak_step_unfused",
         TRANSLATABLE("Fact", "First step with the most live bytes, of the original graph"), "", "memory",
         [](const Analysis& now, const std::string&) {
             return now.memoryBefore ? number(now.memoryBefore->peakStep) : MaybeNumber();
         }},
    Fact{"tensor_bytes", TRANSLATABLE("Fact", "Bytes of a tensor"), "B", "fuse",
         [](const Analysis& now, const std::string& name) {
             const ir::Value* tensor = tensorNamed(now, name);
             const auto bytes = tensor ? tensor->type.bytes() : std::nullopt;
             return bytes ? number(*bytes) : MaybeNumber();
         },
         true},
    Fact{"utilization", TRANSLATABLE("Fact", "MACs / (cycles × cells) of the accelerator"), "%", "cost",
         [](const Analysis& now, const std::string&) {
             return now.costs ? number(now.costs->report.utilization * 100) : MaybeNumber();
         }},
    Fact{"array_cells", TRANSLATABLE("Fact", "Cells of the array: MACs per cycle at most"), "", "cost",
         [](const Analysis& now, const std::string&) {
             return now.costs ? number(now.costs->roofline.peak) : MaybeNumber();
         }},
    Fact{"ridge", TRANSLATABLE("Fact", "MACs per byte where the roofs meet"), "MAC/B", "cost",
         [](const Analysis& now, const std::string&) {
             return now.costs ? number(now.costs->roofline.ridge) : MaybeNumber();
         }},
    Fact{"layer_cycles", TRANSLATABLE("Fact", "Cycles of a layer on the accelerator"), "cycles", "cost",
         [](const Analysis& now, const std::string& name) {
             const cost::LayerCost* layer = layerCost(now, name);
             return layer ? number(layer->cycles) : MaybeNumber();
         },
         true},
    Fact{"layer_folds", TRANSLATABLE("Fact", "Folds of a layer on the array"), "", "cost",
         [](const Analysis& now, const std::string& name) {
             const cost::LayerCost* layer = layerCost(now, name);
             return layer ? number(layer->folds) : MaybeNumber();
         },
         true},
    Fact{"layer_macs", TRANSLATABLE("Fact", "MACs of a layer"), "MAC", "cost",
         [](const Analysis& now, const std::string& name) {
             const cost::LayerCost* layer = layerCost(now, name);
             return layer ? number(layer->layer.macs()) : MaybeNumber();
         },
         true},
    Fact{"layer_utilization", TRANSLATABLE("Fact", "MACs / (cycles × cells) of a layer"), "%", "cost",
         [](const Analysis& now, const std::string& name) {
             const cost::LayerCost* layer = layerCost(now, name);
             return layer ? number(layer->utilization * 100) : MaybeNumber();
         },
         true},
    Fact{"layer_intensity", TRANSLATABLE("Fact", "MACs per byte of DRAM of a layer"), "MAC/B", "cost",
         [](const Analysis& now, const std::string& name) {
             const cost::LayerCost* layer = layerCost(now, name);
             return layer ? number(layer->intensity) : MaybeNumber();
         },
         true},
    Fact{"input_scale", TRANSLATABLE("Fact", "Scale of the input of the INT8 layer"), "", "int8",
         [](const Analysis& now, const std::string&) {
             return now.int8 ? number(now.int8->input.scale) : MaybeNumber();
         }},
    Fact{"input_zero_point", TRANSLATABLE("Fact", "Zero point of the input of the INT8 layer"), "", "int8",
         [](const Analysis& now, const std::string&) {
             return now.int8 ? number(now.int8->input.zeroPoint) : MaybeNumber();
         }},
    Fact{"output_scale", TRANSLATABLE("Fact", "Scale of the output of the INT8 layer"), "", "int8",
         [](const Analysis& now, const std::string&) {
             return now.int8 ? number(now.int8->output.scale) : MaybeNumber();
         }},
    Fact{"output_zero_point", TRANSLATABLE("Fact", "Zero point of the output of the INT8 layer"), "", "int8",
         [](const Analysis& now, const std::string&) {
             return now.int8 ? number(now.int8->output.zeroPoint) : MaybeNumber();
         }},
    Fact{"weight_scales", TRANSLATABLE("Fact", "Scales of the weights of the INT8 layer"), "", "int8",
         [](const Analysis& now, const std::string&) {
             return now.int8 ? number(now.int8->weights.size()) : MaybeNumber();
         }},
    Fact{"layer_sqnr", TRANSLATABLE("Fact", "SQNR of the INT8 layer"), "dB", "int8",
         [](const Analysis& now, const std::string&) {
             return now.int8 ? number(now.int8->sqnrDb) : MaybeNumber();
         }},
    Fact{"accumulator_bits", TRANSLATABLE("Fact", "Bits that the sums of the INT8 layer need"), "bit", "int8",
         [](const Analysis& now, const std::string&) {
             return now.int8 ? number(now.int8->accumulatorBitsNeeded) : MaybeNumber();
         }},
    Fact{"layer_overflows", TRANSLATABLE("Fact", "Outputs of the INT8 layer whose sums left the accumulator"),
         "", "int8",
         [](const Analysis& now, const std::string&) {
             return now.int8 ? number(now.int8->overflows) : MaybeNumber();
         }},
    Fact{"value_terms", TRANSLATABLE("Fact", "Products of the INT8 value"), "", "int8_value",
         [](const Analysis& now, const std::string&) {
             return now.int8Value ? number(now.int8Value->terms.size()) : MaybeNumber();
         }},
    Fact{"value_sum", TRANSLATABLE("Fact", "Sum of the INT8 value, with its bias"), "", "int8_value",
         [](const Analysis& now, const std::string&) {
             return now.int8Value ? number(now.int8Value->exact) : MaybeNumber();
         }},
    Fact{"value_code", TRANSLATABLE("Fact", "Output code of the INT8 value"), "", "int8_value",
         [](const Analysis& now, const std::string&) {
             return now.int8Value ? number(now.int8Value->code) : MaybeNumber();
         }},
    Fact{"accumulator_overflows",
         TRANSLATABLE("Fact", "Outputs that left accumulators: \"16 wrap\", \"24 saturate\""), "",
         "int8_accumulators",
         [](const Analysis& now, const std::string& name) {
             const pipeline::AccumulatorRow* row = accumulatorRow(now, name);
             return row ? number(row->overflows) : MaybeNumber();
         },
         true},
    Fact{"accumulator_sqnr", TRANSLATABLE("Fact", "SQNR of the weakest output with accumulators: \"16 wrap\""),
         "dB", "int8_accumulators",
         [](const Analysis& now, const std::string& name) {
             const pipeline::AccumulatorRow* row = accumulatorRow(now, name);
             return row ? number(row->outputSqnrDb()) : MaybeNumber();
         },
         true},
};

// Of pipeline::quantities(), without a state of its own.
template <std::size_t I>
MaybeNumber quantityOf(const Analysis& now, const std::string&) {
    const MaybeNumber known = pipeline::quantities()[I].of(now);
    const bool isShare = pipeline::quantities()[I].share != nullptr;
    return known && isShare ? number(*known * 100) : known;
}

template <std::size_t... I>
std::vector<Fact> allFacts(std::index_sequence<I...>) {
    std::vector<Fact> all;
    (all.push_back({pipeline::quantities()[I].key, pipeline::quantities()[I].title,
                    pipeline::quantities()[I].share ? "%" : pipeline::quantities()[I].unit,
                    pipeline::quantities()[I].stage, quantityOf<I>}),
     ...);
    for (const std::span<const Fact> more : {std::span<const Fact>(OwnFacts), measuringFacts()})
        all.insert(all.end(), more.begin(), more.end());
    return all;
}

void addLargestOf(const ir::Graph* graph, std::vector<Spot>& spots) {
    std::int64_t most = 0;
    for (const NodeId id : graph ? graph->order() : std::vector<NodeId>())
        for (const ValueId output : graph->node(id).outputs) {
            if (!output.valid() || !graph->contains(output)) continue;
            const std::int64_t bytes = graph->value(output).type.bytes().value_or(0);
            if (bytes < most || bytes == 0) continue;
            if (bytes > most) spots.clear();
            most = bytes;
            spots.push_back({{}, output});
        }
}

std::vector<Spot> aliveAtPeak(const pipeline::MemoryPlan& plan) {
    std::vector<Spot> spots;
    const memory::Liveness& liveness = plan.liveness;
    for (std::size_t i = 0; i < liveness.values.size(); ++i) {
        const memory::Buffer& buffer = liveness.problem.buffers[i];
        if (buffer.lower > plan.peakStep || buffer.upper <= plan.peakStep) continue;
        for (const ValueId value : liveness.values[i])
            spots.push_back({{}, value});
    }
    return spots;
}

// A node of the fused graph, and those of the original graph that it stands for.
void addWithOrigins(const Analysis& now, NodeId node, std::vector<Spot>& spots) {
    spots.push_back({node, {}});
    if (!now.after() || !now.after()->contains(node)) return;
    for (const NodeId origin : ir::originsOf(now.after()->node(node)))
        if (origin != node) spots.push_back({origin, {}});
}

template <typename Number>
std::vector<Spot> layersOfMost(const Analysis& now, Number of) {
    std::vector<Spot> spots;
    if (!now.costs) return spots;
    const auto& layers = now.costs->report.layers;
    std::int64_t most = 0;
    for (const cost::LayerCost& each : layers)
        most = std::max(most, of(each));
    for (const cost::LayerCost& each : layers)
        if (of(each) == most) addWithOrigins(now, each.layer.node, spots);
    return spots;
}

// Of the original graph, and of the fused one what stands for one of these.
std::vector<Spot> nodesNamed(const Analysis& now, const std::string& name) {
    std::vector<Spot> spots;
    const auto add = [&](NodeId id) {
        if (std::ranges::find(spots, Spot{id, {}}) == spots.end()) spots.push_back({id, {}});
    };
    for (const NodeId id : now.before() ? now.before()->order() : std::vector<NodeId>())
        if (now.before()->node(id).label() == name) add(id);
    for (const NodeId id : now.after() ? now.after()->order() : std::vector<NodeId>()) {
        const ir::Node& node = now.after()->node(id);
        const auto origins = ir::originsOf(node);
        const bool standsFor = std::ranges::any_of(origins, [&](NodeId each) {
            return std::ranges::find(spots, Spot{each, {}}) != spots.end();
        });
        if (node.label() == name || standsFor) add(id);
    }
    return spots;
}

constexpr std::array Places{
    Place{"largest_tensor", TRANSLATABLE("Place", "The largest tensor between operators of the original graph"),
          "type",
          [](const Analysis& now) {
              std::vector<Spot> spots;
              addLargestOf(now.before(), spots);
              return spots;
          }},
    Place{"largest_tensor_fused",
          TRANSLATABLE("Place", "The largest tensor between operators of the fused graph"), "fuse",
          [](const Analysis& now) {
              std::vector<Spot> spots;
              addLargestOf(now.after(), spots);
              return spots;
          }},
    Place{"alive_at_peak",
          TRANSLATABLE("Place", "The tensors that are alive in the step with the most live bytes, fused"),
          "memory_fused",
          [](const Analysis& now) {
              return now.memoryAfter ? aliveAtPeak(*now.memoryAfter) : std::vector<Spot>();
          }},
    Place{"alive_at_peak_unfused", TRANSLATABLE("Place", "The same of the original graph"), "memory",
          [](const Analysis& now) {
              return now.memoryBefore ? aliveAtPeak(*now.memoryBefore) : std::vector<Spot>();
          }},
    Place{"slowest_layer", TRANSLATABLE("Place", "The layer with the most cycles on the accelerator"), "cost",
          [](const Analysis& now) {
              return layersOfMost(now, [](const cost::LayerCost& each) { return each.cycles; });
          }},
    Place{"most_macs", TRANSLATABLE("Place", "The layer with the most MACs"), "cost",
          [](const Analysis& now) {
              return layersOfMost(now, [](const cost::LayerCost& each) { return each.layer.macs(); });
          }},
};

} // namespace

std::span<const Fact> facts() {
    static const std::vector<Fact> all = allFacts(std::make_index_sequence<pipeline::QuantityCount>());
    return all;
}

bool isQuantity(const Fact& fact) { return &fact < facts().data() + pipeline::QuantityCount; }

const Fact* findFact(std::string_view key) {
    const auto found = std::ranges::find(facts(), key, &Fact::key);
    return found != facts().end() ? &*found : nullptr;
}

std::span<const Place> places() { return Places; }

const Place* findPlace(std::string_view key) {
    const auto found = std::ranges::find(Places, key, &Place::key);
    return found != Places.end() ? &*found : nullptr;
}

std::string nameOf(const Spot& spot, const Analysis& now) {
    for (const ir::Graph* graph : {now.before(), now.after()}) {
        if (graph && spot.node.valid() && graph->contains(spot.node)) return graph->node(spot.node).label();
        if (graph && spot.value.valid() && graph->contains(spot.value)) return graph->value(spot.value).name;
    }
    return {};
}

std::vector<Spot> spotsOf(const Target& target, const Analysis& now) {
    std::vector<Spot> spots;
    if (target.kind == Target::Kind::Place) {
        if (const Place* place = findPlace(target.name)) spots = place->of(now);
    } else if (target.kind == Target::Kind::Tensor) {
        if (const ir::Value* tensor = tensorNamed(now, target.name)) spots.push_back({{}, tensor->id});
    } else if (target.kind == Target::Kind::Node) {
        spots = nodesNamed(now, target.name);
    }
    return spots;
}

std::string_view stageOf(const Target& target) {
    if (target.kind == Target::Kind::Place) {
        const Place* place = findPlace(target.name);
        return place ? place->stage : std::string_view();
    }
    return target.kind == Target::Kind::Node || target.kind == Target::Kind::Tensor ? "fuse" : "";
}

} // namespace edgewright::lesson
