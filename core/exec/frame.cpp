// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/frame.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/exec/fused/inner_groups.h"
#include "core/exec/node_context.h"
#include "core/exec/place_inputs.h"
#include "core/ir/subgraphs.h"
#include "core/ops/operands/operands.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>

namespace edgewright::exec {

Frame::Frame(Session& session, const ir::Graph& graph, Schedule& schedule, const Frame* outer, int depth,
             const ir::ArenaPlan* plan)
    : m_session(session), m_graph(graph), m_outer(outer), m_depth(depth), m_plan(plan), m_schedule(schedule),
      m_values(std::exchange(schedule.values, {})) {
    m_values.resize(graph.valueCount());
}

// Steps have emptied all values but those.
Frame::~Frame() {
    if (!m_ranThrough) return;
    for (const ValueId id : m_set)
        m_values[id.index()] = {};
    for (const ValueId id : m_schedule.keptIds)
        m_values[id.index()] = {};
    m_schedule.values = std::move(m_values);
}

const ir::Tensor* Frame::find(ValueId id) const {
    if (!id.valid() || !m_graph.contains(id)) return nullptr;
    const Block& block = m_values[id.index()];
    if (block.tensor.hasData()) return &block.tensor;
    const ir::Value& value = m_graph.value(id);
    if (const ir::Tensor* known = value.known()) return known;
    return value.outer && m_outer ? m_outer->find(*value.outer) : nullptr;
}

bool Frame::isConstant(ValueId id) const {
    if (!id.valid() || !m_graph.contains(id)) return false;
    const ir::Value& value = m_graph.value(id);
    if (m_values[id.index()].tensor.hasData()) // fed, or computed
        return !m_constant.empty() && m_constant[id.index()];
    if (value.known()) return true;
    return value.outer && m_outer && m_outer->isConstant(*value.outer);
}

bool Frame::isInitializer(ValueId id) const {
    const ir::Value& value = m_graph.value(id);
    return value.constant || (value.outer && m_outer && m_outer->m_graph.contains(*value.outer) &&
                              m_outer->isInitializer(*value.outer));
}

const Block* Frame::reusable(ValueId id) const {
    if (!id.valid() || !m_graph.contains(id)) return nullptr;
    const Block& block = m_values[id.index()];
    return isLastRead(id) && block.handle.use_count() == 1 ? &block : nullptr;
}

bool Frame::isLastRead(ValueId id) const {
    return m_schedule.lastReader[id.index()] == m_step && !m_schedule.kept[id.index()] &&
           m_values[id.index()].tensor.hasData();
}

Result<void> Frame::run(RunResult* result) {
    const RunContext& context = m_session.context;
    std::uint32_t done = 0;
    const bool timed = result && m_session.options.timeNodes;
    const auto begin = timed ? std::chrono::steady_clock::now() : std::chrono::steady_clock::time_point();
    double before = 0; // microseconds, when the node before was done
    if (result) result->timings.reserve(m_schedule.steps.size());
    for (m_step = 0; m_step < m_schedule.steps.size(); ++m_step) {
        Schedule::Step& step = m_schedule.steps[m_step];
        if (result && done > 0 && m_session.betweenNodes) m_session.betweenNodes();
        if (context.stopped()) return cancelled();
        const ir::Node& node = m_graph.node(step.node);
        if (isTop()) m_session.storage.beginTopNode(node.id);
        if (auto ran = runNode(node, step); !ran) {
            if (ran.error().code == ErrorCode::Cancelled) return ran;
            return std::move(ran).error().within(nameOf(node));
        }
        if (result) {
            ++result->operatorCalls;
            if (!m_session.options.capture.empty()) RETURN_IF_ERROR(capture(node, *result));
            context.report(++done, static_cast<std::uint32_t>(m_schedule.steps.size()));
        }
        for (const ValueId id : step.freed)
            m_values[id.index()] = {};
        if (!result) continue;
        const std::chrono::duration<double, std::micro> sinceBegin =
            timed ? std::chrono::steady_clock::now() - begin : std::chrono::steady_clock::duration(0);
        result->timings.push_back({step.node, sinceBegin.count() - before, before});
        before = sinceBegin.count();
    }
    m_ranThrough = true;
    return {};
}

Result<void> Frame::runNode(const ir::Node& node, Schedule::Step& step) {
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const ValueId id = node.inputs[i];
        if (!id.valid() || find(id)) continue;
        if (!m_graph.contains(id)) return badInput(say("input {1} names no value", i));
        const ir::Value& value = m_graph.value(id);
        // An omitted argument of a function stays omitted inside its body.
        if (!isTop() && m_graph.isInput(id)) continue;
        return badInput(
            isInitializer(id)
                ? say("input {1} '{2}' has no data: the data of this initializer is missing", i, value.name)
                : say("input {1} '{2}' has no data: nothing produces it", i, value.name));
    }
    if (isTop() && m_session.options.replace) {
        ASSIGN_OR_RETURN(auto replaced, runReplacement(node));
        if (replaced) return {};
    }

    if (!node.body && (!step.op || !step.op->run)) return unsupported(ops::obstacleOf(node));
    if (!m_plan || !m_session.options.guardArena) return compute(node, step);
    const auto bytes = m_session.storage.bytesOf(*m_plan);
    std::vector<ArenaGuard::Range> written = writtenBy(node);
    std::erase_if(written, [&](const ArenaGuard::Range& range) { return !isInside(bytes, range); });
    ArenaGuard guard(bytes, liveIn(bytes), written);
    RETURN_IF_ERROR(compute(node, step));
    return guard.check();
}

// What of this frame lies in these bytes of the arena now.
std::vector<ArenaGuard::Range> Frame::liveIn(std::span<const std::byte> bytes) const {
    std::vector<ArenaGuard::Range> ranges;
    for (const Block& block : m_values)
        if (block.tensor.isTensor() && isInside(bytes, block.tensor.bytes()))
            ranges.push_back(block.tensor.bytes());
    return ranges;
}

std::vector<ArenaGuard::Range> Frame::writtenBy(const ir::Node& node) const {
    std::vector<ArenaGuard::Range> ranges;
    for (const ValueId id : node.outputs)
        if (id.valid())
            if (auto range = m_session.storage.place(*m_plan, id)) ranges.push_back(*range);
    if (auto range = isTop() ? m_session.storage.scratchPlace(node.id) : std::nullopt) ranges.push_back(*range);
    if (const auto bodies = m_plan->bodies.find(node.id); bodies != m_plan->bodies.end())
        for (const ir::ArenaPlan& inner : bodies->second)
            if (const auto bytes = m_session.storage.bytesOf(inner); !bytes.empty()) ranges.push_back(bytes);
    return ranges;
}

Result<void> Frame::compute(const ir::Node& node, Schedule::Step& step) {
    NodeContext context(*this, node, step);
    const Storage::ScratchMark mark = m_session.storage.scratchMark();
    ASSIGN_OR_RETURN(const kernels::GeneratedKernel* const generated, context.generated());
    if (generated) {
        if (!step.generated) step.generated = std::make_unique<GeneratedNode>();
        RETURN_IF_ERROR(
            step.generated->run(context, *generated, [&] { return computeOwn(context, node, step); }));
        step.forgetOwn();
    } else {
        RETURN_IF_ERROR(computeOwn(context, node, step));
    }
    m_session.storage.releaseScratch(mark);
    for (std::size_t i = 0; i < node.outputs.size(); ++i)
        RETURN_IF_ERROR(keep(node, i, std::move(context.results()[i])));
    return {};
}

// By the program's own kernel.
Result<void> Frame::computeOwn(NodeContext& context, const ir::Node& node, Schedule::Step& step) {
    if (step.op) {
        RETURN_IF_ERROR(ops::checkKinds(*step.op, context));
        if (auto whole = concatInPlace(node))
            context.results()[0] = *std::move(whole);
        else if (auto parts = splitInPlace(node))
            context.results() = *std::move(parts);
        else
            return step.op->run(context);
        return {};
    }
    if (step.map) return step.map->run(context);
    if (step.fused && step.fused->fits([&](std::size_t i) { return context.isConstant(i); }))
        return step.fused->run(context);
    if (step.moves && step.moves->fits(context)) return step.moves->run(context);
    if (step.rows && step.rows->fits(context)) return step.rows->run(context);
    ASSIGN_OR_RETURN(auto outputs, runBody(node, step));
    for (std::size_t i = 0; i < outputs.size(); ++i)
        context.setOutput(i, std::move(outputs[i]));
    return {};
}

namespace {

Result<void> checkDepth(const Frame& parent) {
    if (parent.depth() + 1 <= Frame::DepthLimit) return {};
    return badInput(say("subgraphs are nested deeper than {1} levels", Frame::DepthLimit));
}

Result<void> checkArguments(std::size_t given, const ir::Graph& graph) {
    if (given <= graph.inputs.size()) return {};
    return badInput(say("a subgraph with {1} inputs was called with {2}", graph.inputs.size(), given));
}

} // namespace

// What was not lowered: in a subgraph, a group or a call of a function; a function with operator sets of its
// own; a group whose kernel does not fit what is fed. Member by member. The schedule belongs to this one call:
// what its kernels prepare from arguments that are the same in every run stays with it.
Result<std::vector<ir::Tensor>> Frame::runBody(const ir::Node& node, Schedule::Step& step) {
    RETURN_IF_ERROR(checkDepth(*this));
    RETURN_IF_ERROR(checkArguments(node.inputs.size(), *node.body));
    if (!step.body) {
        const ir::Opsets& opsets = ir::opsetsOf(*node.body, m_session.schedules.opsets());
        const bool group = node.domain == ir::FusedDomain;
        step.members = group ? withInnerGroups(node.body, opsets, m_session.context) : node.body;
        if (m_session.context.stopped()) return cancelled(); // nothing half made is kept
        ASSIGN_OR_RETURN(auto made, schedule(*step.members, opsets, {}));
        step.body = std::make_unique<Schedule>(std::move(made));
        if (group) step.body->slices = concatSlices(*step.members, opsets);
    }
    const ir::Graph& body = *step.members;
    Frame frame(m_session, body, *step.body, this, m_depth + 1, planInside(node, body));
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const ValueId id = node.inputs[i];
        const ir::Tensor* input = find(id);
        if (!input || !body.inputs[i].valid()) continue;
        if (isConstant(id)) {
            frame.set(body.inputs[i], {*input, {}});
            frame.setConstant(body.inputs[i]);
        } else if (isLastRead(id) && std::ranges::find(step.handedOver, id) != step.handedOver.end()) {
            // The body frees it after its last reader there, or writes over it.
            frame.set(body.inputs[i], std::exchange(m_values[id.index()], Block()));
        } else {
            frame.set(body.inputs[i], {*input, {}});
        }
    }
    RETURN_IF_ERROR(frame.run(nullptr));
    return frame.outputs();
}

Result<bool> Frame::runReplacement(const ir::Node& node) {
    Schedule::Step none;
    const NodeContext context(*this, node, none);
    auto replaced = m_session.options.replace(node, context.inputs());
    if (!replaced) return false;
    if (!*replaced) return std::move(*replaced).error();
    std::vector<ir::Tensor> outputs = std::move(*replaced).value();
    outputs.resize(std::max(outputs.size(), node.outputs.size()));
    for (std::size_t i = 0; i < node.outputs.size(); ++i)
        RETURN_IF_ERROR(keep(node, i, {std::move(outputs[i]), {}}));
    return true;
}

// Stores an output. Under an arena plan a handed-over tensor goes into its slot, and a view of the arena into
// memory of its own: the plan knows nothing of views.
Result<void> Frame::keep(const ir::Node& node, std::size_t index, Block block) {
    const ValueId id = node.outputs[index];
    if (!id.valid() || !m_graph.contains(id)) return {};
    if (!block.tensor.hasData()) {
        if (m_schedule.lastReader[id.index()] == Schedule::NoStep && !m_schedule.kept[id.index()]) return {};
        return badInput(say("output {1} '{2}' is needed, but this operator does not produce it", index,
                            m_graph.value(id).name));
    }
    if (m_plan && !block.tensor.isTensor()) {
        ASSIGN_OR_RETURN(block.tensor, outsideArena(m_session.storage, block.tensor));
    }
    const ir::Tensor& tensor = block.tensor;
    Storage& storage = m_session.storage;
    if (m_plan && tensor.isTensor() && block.handle.expired() && tensor.dtype() != ir::DataType::String &&
        !storage.isInSlot(m_plan, id, tensor)) {
        auto slot = storage.takeSlot(m_plan, id, tensor.dtype(), tensor.dims());
        if (!slot && storage.inArena(tensor)) {
            ASSIGN_OR_RETURN(auto copy, storage.allocate(tensor.dtype(), tensor.dims()));
            std::memcpy(copy.tensor.mutableBytes().data(), tensor.bytes().data(), tensor.bytes().size());
            block = std::move(copy);
        } else if (slot && !slot->bytes().empty()) {
            if (slot->bytes().data() != tensor.bytes().data())
                std::memmove(slot->mutableBytes().data(), tensor.bytes().data(), tensor.bytes().size());
            block = {*std::move(slot), {}};
        }
    }
    // Those of an input under another name are counted already.
    if (tensor.dtype() == ir::DataType::String && !sharesStrings(node, tensor)) {
        ASSIGN_OR_RETURN(block.strings, storage.countStrings(tensor));
    }
    m_values[id.index()] = std::move(block);
    return {};
}

bool Frame::sharesStrings(const ir::Node& node, const ir::Tensor& tensor) const {
    return std::ranges::any_of(node.inputs, [&](ValueId id) {
        const ir::Tensor* input = find(id);
        return input && !tensor.strings().empty() && input->strings().data() == tensor.strings().data();
    });
}

// In the arena a later value may overwrite a captured one, so it is copied at once.
Result<void> Frame::capture(const ir::Node& node, RunResult& result) {
    for (const ValueId id : node.outputs) {
        if (std::ranges::find(m_session.options.capture, id) == m_session.options.capture.end()) continue;
        const ir::Tensor* tensor = find(id);
        if (!tensor) continue;
        ASSIGN_OR_RETURN(ir::Tensor captured, outsideArena(m_session.storage, *tensor));
        result.captured.insert_or_assign(id, std::move(captured));
    }
    return {};
}

Result<std::vector<ir::Tensor>> Frame::outputs() const {
    std::vector<ir::Tensor> result;
    result.reserve(m_graph.outputs.size());
    for (const ValueId id : m_graph.outputs) {
        const ir::Tensor* tensor = find(id);
        if (!tensor)
            return badInput(say("graph output '{1}' has no data: no node produces it",
                                m_graph.contains(id) ? m_graph.value(id).name : std::string("?")));
        result.push_back(*tensor);
    }
    return result;
}

const ir::ArenaPlan* Frame::planInside(const ir::Node& node, const ir::Graph& graph) const {
    if (!m_plan) return nullptr;
    const auto found = m_plan->bodies.find(node.id);
    if (found == m_plan->bodies.end()) return nullptr;
    const ir::ArenaPlan* plan = nullptr;
    std::size_t index = 0;
    const auto look = [&](const ir::Subgraph& each) {
        if (each.get() == &graph && index < found->second.size()) plan = &found->second[index];
        ++index;
    };
    if (node.body)
        look(node.body);
    else
        ir::forEachSubgraph(node, look);
    return plan;
}

Result<std::vector<ir::Tensor>> runInner(const Frame& parent, const ir::Node& node, const ir::Graph& graph,
                                         std::vector<ir::Tensor> inputs) {
    RETURN_IF_ERROR(checkDepth(parent));
    RETURN_IF_ERROR(checkArguments(inputs.size(), graph));
    ASSIGN_OR_RETURN(const auto schedule, parent.session().schedules.of(graph, {}));
    const ir::ArenaPlan* plan = parent.planInside(node, graph);
    if (plan) RETURN_IF_ERROR(placeInputs(parent.session().storage, *plan, graph, inputs));
    Frame frame(parent.session(), graph, *schedule, &parent, parent.depth() + 1, plan);
    for (std::size_t i = 0; i < inputs.size(); ++i)
        if (graph.inputs[i].valid() && inputs[i].hasData()) {
            ASSIGN_OR_RETURN(auto strings, parent.session().storage.countStrings(inputs[i]));
            frame.set(graph.inputs[i], {std::move(inputs[i]), {}, std::move(strings)});
        }
    RETURN_IF_ERROR(frame.run(nullptr));
    return frame.outputs();
}

} // namespace edgewright::exec
