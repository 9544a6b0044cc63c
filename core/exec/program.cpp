// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/program.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/exec/frame.h"
#include "core/exec/lower.h"
#include "core/exec/widen_half.h"
#include "core/ir/feeds/feeds.h"
#include "core/ir/storage/machine_memory.h"
#include "core/ir/storage/mapped_file.h"
#include "core/kernels/backend.h"
#include "core/kernels/float_control.h"
#include "core/ops/operands/element_type.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace edgewright::exec {

Result<Schedule*> Schedules::of(const ir::Graph& graph, std::span<const ValueId> captures) {
    Entry& entry = m_entries[&graph];
    if (!entry.schedule || !std::ranges::equal(entry.captures, captures)) {
        ASSIGN_OR_RETURN(auto made, schedule(graph, ir::opsetsOf(graph, m_opsets), captures));
        entry.captures.assign(captures.begin(), captures.end());
        entry.schedule = std::make_unique<Schedule>(std::move(made));
    }
    return entry.schedule.get();
}

namespace {

// Which run rounds although nobody asked for it.
bool mustRound(const ir::Graph& graph, const ir::Feeds& feeds, const RunOptions& options) {
    if (options.arena || options.replace) return true;
    return std::ranges::any_of(feeds, [&](const auto& feed) {
        return ops::isHalf(feed.second.dtype()) && graph.value(feed.first).constant;
    });
}

// A captured value as it is declared.
Result<void> roundTo(ir::DataType declared, ir::Tensor& tensor) {
    if (!ops::isHalf(declared) || tensor.dtype() != ir::DataType::Float32) return {};
    ASSIGN_OR_RETURN(auto rounded, ir::Tensor::allocate(declared, tensor.dims()));
    const auto round = declared == ir::DataType::Float16 ? ir::floatToHalf : ir::floatToBfloat16;
    std::ranges::transform(std::as_const(tensor).as<float>(), rounded.as<std::uint16_t>().begin(), round);
    tensor = std::move(rounded);
    return {};
}

using Slices = std::unordered_map<ValueId, ConcatSlice>;

// Where members of one group write their part of what a Concat of that group joins.
Slices slicesInGroups(const Lowered& lowered, const ir::Opsets& opsets) {
    const ir::Graph& graph = *lowered.graph;
    if (lowered.memberOf.empty()) return {};
    const ir::Connections links(graph);
    Slices slices = concatSlices(graph, opsets);
    std::erase_if(slices, [&](const auto& each) {
        const NodeId concat = *links.producer(each.second.whole), part = *links.producer(each.first);
        return concat.index() < lowered.firstMember || part.index() < lowered.firstMember ||
               lowered.given(concat) != lowered.given(part);
    });
    return slices;
}

// The graph as it runs.
struct Form {
    Lowered lowered;
    Slices slices;
    bool widened = false; // it has float32 for halves

    // Its nodes are those that were declared.
    bool hasGivenNodes() const { return lowered.memberOf.empty() && !widened; }
};

// What was measured of the nodes that run, told of the declared ones that they stand for: `add` joins the
// measurements of several.
template <typename Measured, typename Add>
std::vector<Measured> ofGiven(const Lowered& form, const ir::Graph& declared,
                              const std::vector<Measured>& measured, Add add) {
    std::vector<Measured> told;
    std::unordered_map<NodeId, std::size_t> placeOf; // in `told`
    for (Measured each : measured) {
        each.node = form.given(each.node);
        if (!declared.contains(each.node)) continue; // a cast that widening put there
        const auto [place, isNew] = placeOf.emplace(each.node, told.size());
        if (isNew)
            told.push_back(each);
        else
            add(told[place->second], each);
    }
    return told;
}

void tellOfGiven(const Form& form, const ir::Graph& declared, RunResult& result) {
    if (form.hasGivenNodes()) return;
    result.timings =
        ofGiven(form.lowered, declared, result.timings,
                [](NodeTiming& sum, const NodeTiming& each) { sum.microseconds += each.microseconds; });
    result.scratch =
        ofGiven(form.lowered, declared, result.scratch, [](NodeScratch& most, const NodeScratch& each) {
            most.bytes = std::max(most.bytes, each.bytes);
        });
    result.operatorCalls = static_cast<std::int64_t>(result.timings.size());
}

// Of weights that were widened.
std::int64_t bytesOfConstants(const ir::Graph& graph, std::size_t firstValue) {
    std::int64_t bytes = 0;
    for (std::size_t i = firstValue; i < graph.valueCount(); ++i)
        if (const auto& constant = graph.value(ValueId(i)).constant)
            bytes += static_cast<std::int64_t>(constant->bytes().size());
    return bytes;
}

} // namespace

struct Program::Kept {
    const ir::Graph& graph;
    Schedules schedules;
    std::shared_ptr<Pool> pool;
    Storage::Count prepared = std::make_shared<std::atomic<std::int64_t>>(0);
    std::optional<bool> halves = {};
    // Once that was wanted: with the declared types, and with float32 for halves.
    std::optional<Form> declared = {}, wide = {};

    Result<const Form*> formFor(const ir::Feeds& feeds, const RunOptions& options, const RunContext& context) {
        const bool round = options.roundHalves || mustRound(graph, feeds, options);
        if (!round && !halves) halves = hasHalves(graph);
        const bool widen = !round && *halves;
        std::optional<Form>& form = widen ? wide : declared;
        if (form) return &*form;
        std::optional<ir::Graph> widened;
        if (widen) {
            ASSIGN_OR_RETURN(auto made, upcastHalves(graph, schedules.opsets()));
            const std::int64_t bytes = bytesOfConstants(made, graph.valueCount());
            if (bytes > options.memoryLimitBytes)
                return outOfMemory(say("weights as float32"), bytes, options.memoryLimitBytes);
            prepared->fetch_add(bytes); // until the program ends
            widened = std::move(made);
        }
        Lowered made = lower(widened ? *widened : graph, schedules.opsets(), {}, context);
        if (context.stopped()) return cancelled(); // nothing half made is kept
        Slices slices = slicesInGroups(made, schedules.opsets());
        form = Form{std::move(made), std::move(slices), widen};
        return &*form;
    }
};

Program::Program(const ir::Graph& graph, const ir::Opsets& opsets)
    : m_kept(std::make_unique<Kept>(Kept{graph, Schedules(opsets), std::make_shared<Pool>()})) {}
Program::~Program() = default;
Program::Program(Program&&) noexcept = default;
Program& Program::operator=(Program&&) noexcept = default;

Result<RunResult> Program::run(const ir::Feeds& feeds, const RunOptions& options, const RunContext& context,
                               const std::function<void()>& betweenNodes) {
    auto result = ir::withinMachineMemory(say("running the model"),
                                          [&] { return runOnce(feeds, options, context, betweenNodes); });
    // Weights and feeds may lie in files: what was read behind the end of one is no result.
    RETURN_IF_ERROR(ir::mappedFilesIntact());
    return result;
}

Result<RunResult> Program::runOnce(const ir::Feeds& feeds, const RunOptions& options, const RunContext& context,
                                   const std::function<void()>& betweenNodes) {
    const ir::Graph& declared = m_kept->graph;
    RETURN_IF_ERROR(ir::checkFeeds(declared, feeds));
    ASSIGN_OR_RETURN(const auto form, m_kept->formFor(feeds, options, context));
    const ir::Graph& graph = *form->lowered.graph;
    Session session{m_kept->schedules, options, context, betweenNodes,
                    Storage(*m_kept->pool, options.memoryLimitBytes, m_kept->prepared)};
    if (!options.backend.empty()) {
        ASSIGN_OR_RETURN(session.backend, kernels::Backend::load(options.backend));
    }
    if (options.arena) RETURN_IF_ERROR(session.storage.useArena(*options.arena));
    ASSIGN_OR_RETURN(const auto schedule, m_kept->schedules.of(graph, options.capture));
    if (!options.arena && schedule->slices.empty()) (schedule)->slices = form->slices;

    RunResult result;
    Frame frame(session, graph, *schedule, nullptr, 0, options.arena);
    for (const auto& [id, tensor] : feeds) {
        auto slot = tensor.isTensor()
                        ? session.storage.takeSlot(options.arena, id, tensor.dtype(), tensor.dims())
                        : std::nullopt;
        if (slot && !slot->bytes().empty()) {
            const auto begin = std::chrono::steady_clock::now();
            std::memcpy(slot->mutableBytes().data(), tensor.bytes().data(), tensor.bytes().size());
            result.inputCopy += std::chrono::steady_clock::now() - begin;
        }
        frame.set(id, {slot ? *std::move(slot) : tensor, {}});
    }
    {
        const kernels::ScopedDenormals denormals(options.flushDenormals);
        RETURN_IF_ERROR(frame.run(&result));
    }

    for (const ValueId id : options.capture) { // inputs and constants: no node has produced them
        const auto fed = feeds.find(id);
        if (const ir::Tensor* tensor = fed != feeds.end() ? &fed->second : frame.find(id))
            result.captured.try_emplace(id, *tensor);
    }
    result.scratch = session.storage.takeScratch();
    tellOfGiven(*form, declared, result);
    for (auto& [id, tensor] : result.captured)
        if (declared.contains(id)) RETURN_IF_ERROR(roundTo(declared.value(id).type.dtype, tensor));
    ASSIGN_OR_RETURN(result.outputs, frame.outputs());
    result.peakBytes = session.storage.peakBytes();
    result.valueBytes = session.storage.valueBytes();
    result.preparedBytes = session.storage.preparedBytes();
    result.arenaReach = session.storage.arenaReach();
    result.allocations = session.storage.allocations();
    return result;
}

Result<RunResult> run(const ir::Graph& graph, const ir::Opsets& opsets, const ir::Feeds& feeds,
                      const RunOptions& options, const RunContext& context) {
    return Program(graph, opsets).run(feeds, options, context);
}

} // namespace edgewright::exec
