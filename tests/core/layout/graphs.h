// SPDX-License-Identifier: GPL-3.0-or-later
// Requests of the shapes that neural networks have, from fixed seeds.
#pragma once

#include "core/layout/layout.h"

#include <random>

namespace edgewright::layout::test {

inline std::uint32_t addBox(Request& request, double width, double height = 40) {
    request.boxes.push_back({width, height});
    return static_cast<std::uint32_t>(request.boxes.size() - 1);
}

inline Request chain(std::size_t boxes) {
    Request request;
    for (std::size_t i = 0; i < boxes; ++i) {
        const auto box = addBox(request, 80 + 10.0 * static_cast<double>(i % 5));
        if (i > 0) request.edges.push_back({box - 1, box});
    }
    return request;
}

// Residual blocks: conv, norm, relu, conv, norm, add with a shortcut, relu.
inline Request residual(std::size_t boxes) {
    Request request;
    std::uint32_t last = addBox(request, 90);
    while (request.boxes.size() < boxes) {
        const std::uint32_t entry = last;
        for (int i = 0; i < 5; ++i) {
            const auto next = addBox(request, 100 + 8 * i, 44);
            request.edges.push_back({last, next});
            last = next;
        }
        const auto sum = addBox(request, 60, 30);
        request.edges.push_back({last, sum});
        request.edges.push_back({entry, sum});
        last = sum;
    }
    return request;
}

// Blocks of four branches that are joined, and one tensor that every block reads.
inline Request branching(std::size_t boxes) {
    Request request;
    const std::uint32_t shared = addBox(request, 70);
    std::uint32_t last = addBox(request, 90);
    while (request.boxes.size() < boxes) {
        const std::uint32_t entry = last;
        const auto join = addBox(request, 120);
        for (int branch = 0; branch < 4; ++branch) {
            std::uint32_t from = entry;
            for (int depth = 0; depth <= branch; ++depth) {
                const auto next = addBox(request, 70 + 15 * depth, 36 + 4 * branch);
                request.edges.push_back({from, next});
                from = next;
            }
            request.edges.push_back({from, join});
        }
        request.edges.push_back({shared, join});
        last = join;
    }
    return request;
}

// A chain whose boxes all feed the last one too: more bends than a layout should carry.
inline Request manyShortcuts(std::size_t boxes) {
    Request request = chain(boxes);
    for (std::uint32_t i = 0; i + 2 < boxes; ++i)
        request.edges.push_back({i, static_cast<std::uint32_t>(boxes - 1)});
    return request;
}

// A chain, every box of which reads the first one too.
inline Request hub(std::size_t boxes) {
    Request request = chain(boxes);
    for (std::uint32_t i = 2; i < boxes; ++i)
        request.edges.push_back({0, i});
    return request;
}

// Any edges at all, cycles, loops and repetitions included.
inline Request wild(std::size_t boxes, std::size_t edges, std::uint32_t seed) {
    std::mt19937 random(seed);
    Request request;
    const auto below = [&](std::size_t bound) { return static_cast<std::uint32_t>(random() % bound); };
    for (std::size_t i = 0; i < boxes; ++i) {
        const double width = 30 + below(150), height = 20 + below(60);
        addBox(request, width, height);
    }
    for (std::size_t i = 0; i < edges; ++i) {
        const std::uint32_t from = below(boxes), to = below(boxes);
        request.edges.push_back({from, to});
    }
    return request;
}

// Acyclic: every edge leads to a later box.
inline Request forwards(std::size_t boxes, std::size_t edges, std::uint32_t seed) {
    Request request = wild(boxes, edges, seed);
    std::erase_if(request.edges, [](const Request::Edge& edge) { return edge.from == edge.to; });
    for (Request::Edge& edge : request.edges)
        if (edge.from > edge.to) std::swap(edge.from, edge.to);
    return request;
}

} // namespace edgewright::layout::test
