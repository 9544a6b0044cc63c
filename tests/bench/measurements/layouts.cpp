// SPDX-License-Identifier: GPL-3.0-or-later
// Layered layouts of families of graphs and of the networks at hand; with --peers beside dagre, set up as
// Netron does. Both draw the same boxes and edges and are measured with one yardstick
// (tests/core/layout/drawing.h).
#include "core/ir/graph.h"
#include "core/layout/layout.h"
#include "core/onnx/reading/import.h"
#include "core/ops/infer.h"
#include "tests/bench/measurement.h"
#include "tests/bench/peer.h"
#include "tests/bench/timing.h"
#include "tests/core/layout/drawing.h"
#include "tests/core/layout/families.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <unordered_map>

namespace edgewright::bench {

namespace {

using layout::test::Measures;

constexpr std::size_t Most = 30'000;                      // boxes of a family
constexpr std::size_t MaxPeerBoxes = 3000;                // and what dagre is asked for
constexpr double TenThousand = 100, ThirtyThousand = 400; // milliseconds of CPU that were asked for

// As the graph view asks: constants and what computes nothing else are part of their readers.
layout::Request requestOf(const ir::Graph& graph) {
    layout::Request request;
    std::unordered_map<NodeId, std::uint32_t> boxOf;
    std::unordered_map<ValueId, std::uint32_t> sourceOf;
    const auto box = [&](std::size_t letters, double height) {
        request.boxes.push_back({std::clamp(30 + 7.5 * static_cast<double>(letters), 88.0, 264.0), height});
        return static_cast<std::uint32_t>(request.boxes.size() - 1);
    };
    for (const ValueId input : graph.inputs)
        if (graph.contains(input)) sourceOf.try_emplace(input, box(graph.value(input).name.size(), 44));
    for (const NodeId id : graph.order()) {
        const ir::Node& node = graph.node(id);
        const bool known = std::all_of(node.outputs.begin(), node.outputs.end(), [&](ValueId out) {
            return !graph.contains(out) || (graph.value(out).known() && !graph.isOutput(out));
        });
        if (known) continue;
        const std::uint32_t index =
            box(std::max(node.op.size(), std::min<std::size_t>(node.name.size(), 20)), 62);
        boxOf.emplace(id, index);
        for (const ValueId out : node.outputs)
            if (graph.contains(out)) sourceOf.try_emplace(out, index);
    }
    const ir::Connections connections(graph);
    for (const auto& [value, from] : sourceOf)
        for (const NodeId reader : connections.consumers(value))
            if (const auto to = boxOf.find(reader); to != boxOf.end())
                request.edges.push_back({from, to->second, value.index() + 1});
    std::sort(request.edges.begin(), request.edges.end(), [](const auto& a, const auto& b) {
        return std::tuple(a.tensor, a.to) < std::tuple(b.tensor, b.to);
    });
    for (const ValueId output : graph.outputs)
        if (const auto from = sourceOf.find(output); from != sourceOf.end())
            request.edges.push_back(
                {from->second, box(graph.value(output).name.size(), 44), output.index() + 1});
    return request;
}

struct Drawn {
    Measures measures;
    double milliseconds = 0; // of CPU
};

std::optional<Drawn> ours(const layout::Request& request, const Patience& patience) {
    Fastest fastest;
    std::optional<layout::Layout> drawn;
    const Stopwatch watch;
    for (int done = 0; !patience.enough(watch.elapsed().wall, done); ++done) {
        const Stopwatch one;
        auto layout = layout::layoutGraph(request, {});
        fastest.add(one.elapsed());
        if (!layout) return std::nullopt;
        drawn = std::move(layout).value();
    }
    return Drawn{layout::test::measure(request, drawn->centres, layout::test::polylinesOf(*drawn)),
                 fastest.milliseconds()};
}

std::optional<Drawn> drawnBy(Peer& dagre, const layout::Request& request) {
    Json question{{"boxes", Json::array()}, {"edges", Json::array()}};
    for (const auto& box : request.boxes)
        question["boxes"].push_back({box.width, box.height});
    for (const auto& edge : request.edges)
        question["edges"].push_back({edge.from, edge.to});
    const Json answer = dagre.ask(question, 60);
    if (answer.contains("error")) return std::nullopt;
    const auto point = [](const Json& pair) { return layout::Point{pair.at(0), pair.at(1)}; };
    std::vector<layout::Point> centres;
    layout::test::Polylines lines;
    for (const Json& centre : answer.at("centres"))
        centres.push_back(point(centre));
    for (const Json& edge : answer.at("edges")) {
        lines.emplace_back();
        for (const Json& corner : edge)
            lines.back().push_back(point(corner));
    }
    return Drawn{layout::test::measure(request, centres, lines), answer.at("ms")};
}

class Comparison {
public:
    Comparison(Session& session, Peer* peer) : m_session(session), m_peer(peer) {
        session.report.figures()["layouts"] = Json::array();
    }

    void add(const std::string& name, const layout::Request& request, bool family) {
        m_session.report.progress(name);
        const auto own = ours(request, m_session.patience);
        if (!own) return m_session.report.line("failed: " + name);
        const Measures& mine = own->measures;
        std::vector<std::string> cells{
            name,
            std::to_string(request.boxes.size()),
            cli::fixed(own->milliseconds, 2),
            cli::fixed(1e3 * own->milliseconds / static_cast<double>(request.boxes.size()), 2),
            std::to_string(mine.crossings),
            cli::fixed(mine.length / 1e3, 1),
            cli::fixed(mine.width, 0)};
        Json row{{"name", name},
                 {"boxes", request.boxes.size()},
                 {"edges", request.edges.size()},
                 {"ms", own->milliseconds},
                 {"crossings", mine.crossings},
                 {"length", mine.length},
                 {"width", mine.width},
                 {"height", mine.height}};
        if (family) {
            if (request.boxes.size() >= Most)
                m_thirty = std::max(m_thirty, own->milliseconds);
            else if (request.boxes.size() >= 10'000)
                m_ten = std::max(m_ten, own->milliseconds);
        }
        const auto theirs =
            m_peer && request.boxes.size() <= MaxPeerBoxes ? drawnBy(*m_peer, request) : std::optional<Drawn>();
        if (theirs) {
            const Measures& other = theirs->measures;
            cells.insert(cells.end(), {cli::fixed(theirs->milliseconds, 0), std::to_string(other.crossings),
                                       cli::fixed(other.length / 1e3, 1), cli::fixed(other.width, 0)});
            row["dagre"] = {{"ms", theirs->milliseconds},
                            {"crossings", other.crossings},
                            {"length", other.length},
                            {"width", other.width},
                            {"height", other.height}};
            if (!family) {
                ++m_compared;
                m_crossed += mine.crossings > other.crossings ? " " + name : "";
                m_times.push_back(own->milliseconds / theirs->milliseconds);
                m_widths.push_back(mine.width / other.width);
            }
        }
        m_table.add(std::move(cells));
        m_session.report.figures()["layouts"].push_back(std::move(row));
    }

    void finish() {
        Report& report = m_session.report;
        report.print(m_table);
        if (m_ten > 0)
            report.asked("layouts of 10 000 boxes take at most 0.1 s", m_ten <= TenThousand,
                         "slowest " + cli::fixed(m_ten, 0) + " ms");
        if (m_thirty > 0)
            report.asked("of 30 000 at most 0.4 s", m_thirty <= ThirtyThousand,
                         "slowest " + cli::fixed(m_thirty, 0) + " ms");
        if (m_compared == 0) return;
        report.line("ours / dagre, geometric means over " + std::to_string(m_compared) + " networks: time " +
                    cli::fixed(geometricMean(m_times), 4) + ", width " +
                    cli::fixed(geometricMean(m_widths), 2));
        report.line(m_crossed.empty() ? "no network has more crossings than dagre gives it"
                                      : "more crossings than dagre:" + m_crossed);
    }

private:
    Session& m_session;
    Peer* m_peer;
    Table m_table{{"graph", "boxes", "ms", "us/box", "crossings", "length k", "width", "dagre ms", "crossings",
                   "length k", "width"}};
    double m_ten = 0, m_thirty = 0; // slowest
    int m_compared = 0;
    std::string m_crossed;
    std::vector<double> m_times, m_widths;
};

void run(Session& session) {
    const auto script = session.peerScript.parent_path() / "dagre_layout.js";
    Peer dagre({"node", "--stack-size=16000", script.string()});
    Peer* peer = nullptr;
    if (session.peers) {
        const Json answer = dagre.ask({{"version", true}}, 30);
        if (answer.contains("error")) {
            session.report.line("without dagre: " + answer["error"].dump());
        } else {
            session.report.line("dagre " + answer.value("version", std::string("?")) +
                                ", as Netron sets it up");
            peer = &dagre;
        }
    }
    Comparison comparison(session, peer);
    for (const layout::test::Family& family : layout::test::families())
        for (const std::size_t boxes : {std::size_t(500), std::size_t(1500), std::size_t(10'000), Most})
            if (!session.quick || boxes <= 10'000)
                comparison.add(std::string(family.name) + " " + std::to_string(boxes), family.make(boxes),
                               true);
    for (const Case& each : session.cases) {
        const auto imported = onnx::importModel(each.model);
        if (!imported) continue;
        const ops::Inferred inferred = ops::inferTypes(imported->model->graph, imported->model->opsets);
        comparison.add(each.name, requestOf(inferred.graph), false);
    }
    comparison.finish();
}

} // namespace

extern const Measurement layouts{"layouts", "where the boxes go, beside dagre (--peers)", true, run};

} // namespace edgewright::bench
