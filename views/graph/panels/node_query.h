// SPDX-License-Identifier: GPL-3.0-or-later
// A query for nodes, as a person types it: words, all of which must be found in the node, or a chain.
//
//   relu 64x56          the operator, where the graph has one of that name; else name, operator, attribute,
//                       tensor, shape or type contains the word
//   "conv1"             equals
//   /^layer[12]/        regular expression
//   op:Conv name:… attr:group=32 shape:64x56 dtype:int8 tensor:…   only there
//   Conv > BatchNormalization > *      operators that follow each other; a link takes words as well
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/ir/graph.h"

#include <QRegularExpression>
#include <QString>
#include <QStringList>

#include <memory>
#include <set>
#include <vector>

namespace edgewright::views {

struct Found {
    std::vector<NodeId> hits; // in graph order; of a chain its first nodes
    std::vector<NodeId> all;  // all that take part
};

class NodeQuery {
public:
    // BadInput for an unfinished quote, a regular expression that is none, a chain with an empty link.
    static Result<NodeQuery> parse(const QString& text);
    bool empty() const { return m_links.empty(); }
    Result<Found> find(const ir::Graph& graph, const RunContext& run = {}) const;
    // With words that are operators of the graphs, or of those inside, as such: "conv" is no BatchNormalization
    // of the module conv1, in no graph.
    NodeQuery meantFor(const std::vector<std::shared_ptr<const ir::Graph>>& graphs) const;

private:
    enum class Field { Any, Name, Operator, Attribute, Shape, Type, Tensor };
    struct Term {
        Field field = Field::Any;
        enum class Kind { Contains, Equals, Regex, Anything } kind = Kind::Contains;
        QString text;
        QRegularExpression regex;
        QStringList extents; // of Field::Shape

        bool accepts(const QString& candidate) const;
        bool acceptsShape(const ir::TensorType& type) const;
        bool acceptsAttribute(const ir::Attribute& attribute) const;
        bool accepts(const ir::Graph& graph, const ir::Node& node) const;
    };
    using Link = std::vector<Term>;
    static Result<Term> term(const QString& word, bool chained);
    static bool accepts(const Link& link, const ir::Graph& graph, const ir::Node& node);
    std::vector<Link> linksFor(const std::set<QString>& operators) const;

    std::vector<Link> m_links;
};

} // namespace edgewright::views
