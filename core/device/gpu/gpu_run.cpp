// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/gpu/gpu_run.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/device/gpu/gpu_times.h"
#include "core/device/prepared_task.h"
#include "core/device/variant_graph.h"
#include "core/exec/tolerance.h"
#include "core/gpu/network/network.h"
#include "core/measure/utc_date.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace edgewright::device {

namespace {

bool isOfHalves(const Variant& variant) { return variant.backend == GpuHalvesBackend; }

// One thread, our kernels as they choose themselves, in float32, halves or 8 bits.
bool isForGpu(Variant variant) {
    if (isOfHalves(variant)) variant.backend.clear();
    variant.quantized = false;
    return variant.isPredictable();
}

Result<void> checkVariants(const Task& task) {
    for (const Variant& each : task.variants)
        if (!isForGpu(each))
            return badInput(say("variant {1}: threads, tuned kernels, algorithms and backends are those of a "
                                "processor, not of a GPU",
                                inQuotes(each.name)));
    return {};
}

measure::Machine machineWith(const gpu::GpuInfo& info) {
    measure::Machine machine = measure::thisMachine();
    machine.processor = info.name;
    machine.threads = 1;
    machine.cores = info.multiprocessors;
    machine.memoryBytes = info.memoryBytes;
    machine.caches = {{2, info.cacheBytes, 1}};
    machine.governor.clear();
    return machine;
}

// Clock and heat are those of the processor.
measure::Conditions loadNow() {
    measure::Conditions load;
    load.loadAverage = measure::conditionsNow().loadAverage;
    return load;
}

class GpuRun {
public:
    GpuRun(gpu::Programs& programs, Task task, const RunContext& run, const Listener& listener,
           const TunedOnGpu& tuned)
        : m_programs(programs), m_task(std::move(task)), m_run(run), m_listener(listener), m_tuned(tuned),
          m_record(std::make_shared<Record>()) {}

    Result<std::shared_ptr<const Record>> measured() && {
        tell(say("preparing the network"));
        m_task.compares = true;
        RETURN_IF_ERROR(complete(m_task, m_run, m_listener.doing));
        ASSIGN_OR_RETURN(m_prepared, prepared(m_task, m_run));
        begin();
        tell(say("compiling kernels"));
        for (std::size_t i = 0; i < m_record->variants.size();) {
            auto made = makeNetwork(i);
            if (made)
                ++i;
            else if (isOfHalves(m_record->variants[i].variant) && m_record->variants.size() > 1 &&
                     made.error().code == ErrorCode::Unsupported)
                leaveOut(i, made.error().message);
            else
                return std::move(made).error().within(m_record->variants[i].variant.title());
        }
        tell({});
        RETURN_IF_ERROR(sample());
        RETURN_IF_ERROR(profile());
        return std::shared_ptr<const Record>(std::move(m_record));
    }

private:
    void tell(const std::string& what) const {
        if (m_listener.doing) m_listener.doing(what);
    }

    void begin() {
        const gpu::GpuInfo& info = m_programs.gpu()->info();
        m_record->model = m_task.typed->opened->file.string();
        m_record->device = ThisGpu;
        m_record->date = measure::utcNow();
        m_record->isa = "sm_" + std::to_string(info.capability);
        m_record->machine = machineWith(info);
        m_record->leftOut = m_task.leftOut;
        for (std::size_t i = 0; i < m_task.variants.size(); ++i) {
            VariantRecord& each = m_record->variants.emplace_back();
            each.variant = m_task.variants[i];
            if (!isOfHalves(each.variant)) each.variant.backend = GpuBackend;
            each.weightBytes = weightBytesOf(*m_prepared.ran[i].graph);
            if (const auto* quantized = m_prepared.ran[i].quantized)
                each.calibratedOn = {quantized->source, quantized->samples, quantized->isRandom};
        }
    }

    // Halves that the GPU lacks, or in which an output has no numbers.
    void leaveOut(std::size_t variant, const std::string& reason) {
        const auto at = static_cast<std::ptrdiff_t>(variant);
        m_record->leftOut.push_back({m_record->variants[variant].variant, reason});
        m_record->variants.erase(m_record->variants.begin() + at);
        m_prepared.ran.erase(m_prepared.ran.begin() + at);
        m_prepared.order.variants.erase(m_prepared.order.variants.begin() + at);
    }

    const bundle::Program& programOf(std::size_t variant) const {
        return m_prepared.bundle.programs[m_prepared.order.variants[variant].program];
    }
    // Its program in the bundle, the type of its products, and whether its kernels are tuned.
    struct NetworkKey {
        std::uint32_t program;
        gpu::Type products;
        bool isTuned;
        friend auto operator<=>(const NetworkKey&, const NetworkKey&) = default;
    };
    NetworkKey keyOf(std::size_t variant) const {
        const Variant& of = m_record->variants[variant].variant;
        return {m_prepared.order.variants[variant].program,
                isOfHalves(of) ? gpu::Type::Float16 : gpu::Type::Float32, of.name == m_tuned.variant};
    }
    gpu::Network& networkOf(std::size_t variant) { return m_networks.at(keyOf(variant)); }

    Result<void> makeNetwork(std::size_t variant) {
        const bundle::Program& program = programOf(variant);
        const auto key = keyOf(variant);
        std::optional<InEnglish> english; // the reason for what is left out is kept in records
        if (key.products == gpu::Type::Float16) english.emplace();
        if (!m_networks.contains(key)) {
            const std::span<const gpu::TunedLaunch> tuned =
                key.isTuned ? std::span(m_tuned.launches) : std::span<const gpu::TunedLaunch>();
            ASSIGN_OR_RETURN(gpu::Network made,
                             gpu::Network::make(m_programs, *program.graph, program.opsets, program.arena.get(),
                                                m_run, key.products, tuned));
            if (!tuned.empty()) RETURN_IF_ERROR(tellTuned(made.plan()));
            m_networks.emplace(key, std::move(made));
            tellPlan(variant);
        }
        const gpu::NetworkMemory& memory = networkOf(variant).memory();
        VariantRecord& record = m_record->variants[variant];
        if (key.products == gpu::Type::Float16 || record.variant.quantized)
            record.weightBytes = memory.weightBytes();
        record.valueBytes = memory.valueBytes();
        record.peakBytes = memory.valueBytes() + memory.scratchBytes();
        record.arenaBytes = program.arena ? program.arena->arenaBytes : 0;
        record.allocations = static_cast<std::int64_t>(memory.allocations());
        const gpu::NetworkPlan& plan = networkOf(variant).plan();
        record.operatorCalls = static_cast<std::int64_t>(plan.count(gpu::ActionKind::Launches) +
                                                         plan.count(gpu::ActionKind::OnHost));
        return compare(variant);
    }

    void tellPlan(std::size_t variant) {
        const bundle::Program& program = programOf(variant);
        const gpu::NetworkPlan& plan = networkOf(variant).plan();
        for (const gpu::Action& each : plan.actions)
            if (each.kind == gpu::ActionKind::OnHost) {
                const std::string& op = program.graph->node(each.node).op;
                if (m_told.insert(op + each.reason).second)
                    tell(say("{1} runs on this machine: {2}", op, each.reason));
            }
        if (keyOf(variant).products == gpu::Type::Float16) tell(halvesText(plan));
    }

    static std::string halvesText(const gpu::NetworkPlan& plan) {
        std::int64_t operators = 0, conversions = 0;
        for (const gpu::Layer& each : plan.layers) {
            operators += each.halfProducts > 0 ? 1 : 0;
            conversions += each.conversions;
        }
        return say("{1} of {2} operators on the GPU multiply halves, which {3} launches make of float32; the "
                   "others have kernels for float32 alone",
                   operators, plan.layers.size(), conversions);
    }

    Result<void> tellTuned(const gpu::NetworkPlan& plan) const {
        const auto tasks = gpu::launchTasksOf(plan);
        const auto found = std::ranges::count_if(tasks, [this](const gpu::LaunchTask& each) {
            return std::ranges::find(m_tuned.launches, each.shape, &gpu::TunedLaunch::shape) !=
                   m_tuned.launches.end();
        });
        if (found == 0)
            return badInput(say("no kernel of the network is among those that were tuned for the GPU"));
        tell(say("{1} of {2} kernels run with tuned parameters", static_cast<std::int64_t>(found),
                 tasks.size()));
        return {};
    }

    Result<void> compare(std::size_t variant) {
        const bundle::Program& program = programOf(variant);
        gpu::Network& network = networkOf(variant);
        ASSIGN_OR_RETURN(const auto outputs, network.run(m_prepared.bundle.inputs, m_run));
        const exec::Tolerance tolerance = exec::Tolerance::ofModel(
            *m_task.typed->graph,
            keyOf(variant).products == gpu::Type::Float16 ? ir::DataType::Float16 : ir::DataType::Float32);
        for (std::size_t i = 0; i < outputs.size(); ++i) {
            const ir::Tensor &actual = outputs[i], &expected = program.expected[i];
            const exec::Difference difference = exec::compare(actual, expected);
            if (difference.nonFinite > 0) return withoutNumbers(variant, i, difference.nonFinite);
            m_record->variants[variant].outputs.push_back(
                {difference.maxAbs, difference.relNorm, difference.isIdentical,
                 exec::agrees(difference, expected.dtype(), tolerance)});
        }
        return {};
    }

    Result<void> withoutNumbers(std::size_t variant, std::size_t output, std::int64_t elements) {
        const ir::Graph& graph = *programOf(variant).graph;
        ASSIGN_OR_RETURN(const auto node,
                         networkOf(variant).firstWithoutNumbers(m_prepared.bundle.inputs, m_run));
        const std::string name = inQuotes(graph.value(graph.outputs[output]).name);
        const std::string text =
            sayCount(elements, "output {2} has {1} element that is no number on the GPU and one here",
                     "output {2} has {1} elements that are no numbers on the GPU and are here", name);
        return unsupported(
            node ? say("{1}; the first such result is that of {2}", text, inQuotes(graph.node(*node).label()))
                 : text);
    }

    void take(const measure::Samples& samples) {
        m_record->end = samples.end;
        m_record->seconds = samples.seconds;
        for (std::size_t i = 0; i < m_record->variants.size(); ++i) {
            VariantRecord& each = m_record->variants[i];
            each.first = samples.first[i];
            each.warmups = samples.warmups[i];
            each.blocks = samples.blocks[i];
        }
    }

    Result<void> sample() {
        std::vector<measure::Subject> subjects;
        for (std::size_t i = 0; i < m_record->variants.size(); ++i)
            subjects.push_back(
                {m_record->variants[i].variant.name, [this, i](const RunContext& run) -> Result<void> {
                     RETURN_IF_ERROR(networkOf(i).run(m_prepared.bundle.inputs, run));
                     return {};
                 }});
        m_record->before = loadNow();
        ASSIGN_OR_RETURN(const auto samples,
                         measure::sample(subjects, m_task.effort, m_run, [&](const measure::Samples& so) {
                             take(so);
                             if (m_listener.samples) m_listener.samples(*m_record);
                         }));
        take(samples);
        m_record->after = loadNow();
        return {};
    }

    Result<void> profile() {
        for (std::size_t i = 0; i < m_record->variants.size(); ++i) {
            gpu::Network& network = networkOf(i);
            std::vector<std::vector<double>> runs;
            for (int at = 0; at < m_task.profiledRuns; ++at) {
                auto seconds = network.profile(m_prepared.bundle.inputs, m_run);
                if (m_run.stopped()) return {}; // the samples are there
                RETURN_IF_ERROR(seconds);
                runs.push_back(*std::move(seconds));
            }
            tellGpuTimes(m_record->variants[i], m_prepared.ran[i], network.plan(), runs,
                         m_task.profiledQuantile);
        }
        return {};
    }

    gpu::Programs& m_programs;
    Task m_task;
    const RunContext& m_run;
    const Listener& m_listener;
    const TunedOnGpu& m_tuned;
    std::shared_ptr<Record> m_record;
    PreparedTask m_prepared;
    std::map<NetworkKey, gpu::Network> m_networks;
    std::set<std::string> m_told;
};

} // namespace

Result<gpu::Programs> openThisGpu() {
    ASSIGN_OR_RETURN(const auto opened, gpu::Gpu::open());
    ASSIGN_OR_RETURN(gpu::Compiler compiler, gpu::Compiler::open(opened->info().capability));
    return gpu::Programs(opened, std::move(compiler));
}

Result<std::shared_ptr<const Record>> measureOnGpu(gpu::Programs& programs, const Task& task,
                                                   const RunContext& run, const Listener& listener,
                                                   const TunedOnGpu& tuned) {
    RETURN_IF_ERROR(checkVariants(task));
    return GpuRun(programs, task, run, listener, tuned).measured();
}

} // namespace edgewright::device
