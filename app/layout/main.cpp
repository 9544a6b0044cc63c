// SPDX-License-Identifier: GPL-3.0-or-later
// edgewright-layout: lays out one graph with Graphviz's dot and ends. core/layout/helper.h describes the
// conversation. Whoever starts it ends it when it takes too long; it also limits itself.

#include <gvc.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include <sys/resource.h>
#ifdef __linux__
#include <csignal>
#include <sys/prctl.h>
#endif

namespace {

constexpr std::uint32_t MaxBoxes = 1'000'000, MaxEdges = 4'000'000;
constexpr double PointsPerInch = 72; // one point is one pixel of the caller

[[noreturn]] void refuse(const char* reason) {
    std::fprintf(stderr, "edgewright-layout: %s\n", reason);
    std::_Exit(2); // what Graphviz holds goes with the process
}

void limitOurselves() {
    const rlimit seconds{120, 120}, core{0, 0};
    setrlimit(RLIMIT_CPU, &seconds);
#ifndef EDGEWRIGHT_SANITIZED // which reserves terabytes of address space
    const rlimit bytes{rlim_t(4) << 30, rlim_t(4) << 30};
    setrlimit(RLIMIT_AS, &bytes);
#endif
    setrlimit(RLIMIT_CORE, &core);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

class Numbers {
public:
    explicit Numbers(std::FILE* file) : m_file(file) {}
    template <typename T>
    bool next(T& result) {
        char word[64];
        std::size_t length = 0;
        int c = std::getc(m_file);
        while (c == ' ' || c == '\n')
            c = std::getc(m_file);
        for (; c != ' ' && c != '\n' && c != EOF; c = std::getc(m_file)) {
            if (length == sizeof word) return false;
            word[length++] = static_cast<char>(c);
        }
        const auto [end, failure] = std::from_chars(word, word + length, result);
        return failure == std::errc() && end == word + length;
    }

private:
    std::FILE* m_file;
};

void put(std::string& out, double number) {
    char digits[400];
    out.append(digits, std::to_chars(digits, digits + sizeof digits, number, std::chars_format::fixed, 2).ptr);
}

void set(void* object, const char* attribute, const std::string& value) {
    agsafeset(object, const_cast<char*>(attribute), const_cast<char*>(value.c_str()), const_cast<char*>(""));
}

std::string inches(double pixels) {
    std::string text;
    char digits[400];
    text.append(
        digits,
        std::to_chars(digits, digits + sizeof digits, pixels / PointsPerInch, std::chars_format::fixed, 5).ptr);
    return text;
}

} // namespace

int main() {
    limitOurselves();
    char title[64] = {};
    if (!std::fgets(title, sizeof title, stdin) || std::string(title) != "edgewright-layout 1\n")
        refuse("expected a layout request on standard input");
    Numbers numbers(stdin);
    std::uint32_t boxCount = 0, edgeCount = 0;
    if (!numbers.next(boxCount) || !numbers.next(edgeCount) || boxCount > MaxBoxes || edgeCount > MaxEdges)
        refuse("expected the numbers of boxes and edges");

    GVC_t* context = gvContext();
    Agraph_t* graph = agopen(const_cast<char*>("g"), Agdirected, nullptr);
    if (!context || !graph) refuse("Graphviz does not start");
    set(graph, "rankdir", "TB");
    set(graph, "nodesep", "0.3");
    set(graph, "ranksep", "0.45");
    set(graph, "splines", "true");
    if (boxCount > 400) { // the position simplex otherwise takes minutes on real exports
        set(graph, "nslimit", boxCount > 900 ? "0" : "1");
        set(graph, "nslimit1", boxCount > 900 ? "0" : "1");
    }
    agattr(graph, AGNODE, const_cast<char*>("shape"), const_cast<char*>("box"));
    agattr(graph, AGNODE, const_cast<char*>("fixedsize"), const_cast<char*>("true"));
    agattr(graph, AGNODE, const_cast<char*>("label"), const_cast<char*>(""));
    agattr(graph, AGEDGE, const_cast<char*>("dir"), const_cast<char*>("none"));
    agattr(graph, AGEDGE, const_cast<char*>("tailport"), const_cast<char*>("s"));
    agattr(graph, AGEDGE, const_cast<char*>("headport"), const_cast<char*>("n"));

    std::vector<Agnode_t*> boxes(boxCount);
    for (std::uint32_t i = 0; i < boxCount; ++i) {
        double width = 0, height = 0;
        if (!numbers.next(width) || !numbers.next(height)) refuse("expected the size of a box");
        boxes[i] = agnode(graph, const_cast<char*>(std::to_string(i).c_str()), 1);
        if (!boxes[i]) refuse("no memory for a box");
        set(boxes[i], "width", inches(width));
        set(boxes[i], "height", inches(height));
    }
    std::vector<Agedge_t*> edges(edgeCount);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ends(edgeCount);
    std::vector<std::uint32_t> leaving(boxCount, 0), arriving(boxCount, 0);
    for (std::uint32_t i = 0; i < edgeCount; ++i) {
        std::uint32_t from = 0, to = 0;
        if (!numbers.next(from) || !numbers.next(to) || from >= boxCount || to >= boxCount)
            refuse("expected the ends of an edge");
        edges[i] = agedge(graph, boxes[from], boxes[to], const_cast<char*>(std::to_string(i).c_str()), 1);
        if (!edges[i]) refuse("no memory for an edge");
        ++leaving[from];
        ++arriving[to];
        ends[i] = {from, to};
    }
    for (std::uint32_t i = 0; i < edgeCount; ++i) // chains stay straight, the ways around them bend
        if (leaving[ends[i].first] == 1 && arriving[ends[i].second] == 1) set(edges[i], "weight", "10");
    if (gvLayout(context, graph, "dot") != 0) refuse("dot failed");

    const boxf bounds = GD_bb(graph);
    const auto putPoint = [&](std::string& out, pointf p) {
        put(out, p.x - bounds.LL.x);
        out += ' ';
        put(out, bounds.UR.y - p.y); // Graphviz's y grows upwards
    };
    std::string out = "layout\n";
    put(out, bounds.UR.x - bounds.LL.x);
    out += ' ';
    put(out, bounds.UR.y - bounds.LL.y);
    out += '\n';
    for (Agnode_t* node : boxes) {
        putPoint(out, ND_coord(node));
        out += '\n';
    }
    for (Agedge_t* edge : edges) {
        const splines* curves = ED_spl(edge);
        if (!curves || curves->size < 1 || curves->list[0].size < 4) refuse("dot gave no curve for an edge");
        const bezier& curve = curves->list[0];
        std::vector<pointf> points(curve.list, curve.list + curve.size);
        const auto distance = [](pointf a, pointf b) { return std::hypot(a.x - b.x, a.y - b.y); };
        const pointf tail = ND_coord(agtail(edge)), head = ND_coord(aghead(edge));
        if (distance(points.front(), tail) + distance(points.back(), head) >
            distance(points.front(), head) + distance(points.back(), tail))
            std::reverse(points.begin(), points.end());
        out += std::to_string(points.size());
        for (const pointf& p : points) {
            out += ' ';
            putPoint(out, p);
        }
        out += '\n';
    }
    out += "end\n";
    const bool written =
        std::fwrite(out.data(), 1, out.size(), stdout) == out.size() && std::fflush(stdout) == 0;
    // Graphviz frees slowly; the process ends anyway.
    std::_Exit(written ? 0 : 1);
}
