// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/panels/node_query.h"

#include "core/base/propagate.h"
#include "views/graph/panels/insides.h"
#include "views/inspector/describe.h"
#include "views/support/utf8.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace edgewright::views {

namespace {

constexpr std::size_t NodesPerPoll = 512;

bool regexAhead(const QString& text, qsizetype at) {
    return text[at] == u'/' && (at == 0 || text[at - 1].isSpace() || text[at - 1] == u':');
}

// Where the regular expression that starts at `from` ends: a slash before a space or the end. -1: it does not,
// so that the slash is a part of a name.
qsizetype regexEnd(const QString& text, qsizetype from) {
    for (qsizetype i = from + 2; i < text.size(); ++i)
        if (text[i] == u'/' && text[i - 1] != u'\\' && (i + 1 == text.size() || text[i + 1].isSpace()))
            return i;
    return -1;
}

// Words and ">"; quotes and slashes hold together what they enclose.
Result<QStringList> wordsOf(const QString& text) {
    QStringList words;
    QString word;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        if (c == u'"') {
            const qsizetype end = text.indexOf(u'"', i + 1);
            if (end < 0)
                return badInput(
                    QCoreApplication::translate("edgewright::views::NodeQuery", "the quote is not closed")
                        .toStdString());
            word += text.mid(i, end - i + 1);
            i = end;
        } else if (const qsizetype end = regexAhead(text, i) ? regexEnd(text, i) : -1; end > 0) {
            word += text.mid(i, end - i + 1);
            i = end;
        } else if (c.isSpace() || c == u'>') {
            if (!word.isEmpty()) words << std::exchange(word, {});
            if (c == u'>') words << QStringLiteral(">");
        } else {
            word += c;
        }
    }
    if (!word.isEmpty()) words << word;
    return words;
}

// In lower case; those of the graphs inside, too.
void addOperators(const ir::Graph& graph, std::set<QString>& operators, std::set<const ir::Graph*>& visited) {
    if (!visited.insert(&graph).second) return;
    for (const NodeId id : graph.order()) {
        operators.insert(QString::fromStdString(graph.node(id).op).toLower());
        for (const Inside& inside : insidesOf(graph.node(id)))
            addOperators(*inside.graph, operators, visited);
    }
}

QString withoutSpaces(QString text) { return text.remove(u' '); }

} // namespace

Result<NodeQuery::Term> NodeQuery::term(const QString& word, bool chained) {
    static const std::array<std::pair<QStringView, Field>, 8> fields{{{u"name:", Field::Name},
                                                                      {u"op:", Field::Operator},
                                                                      {u"attr:", Field::Attribute},
                                                                      {u"shape:", Field::Shape},
                                                                      {u"dtype:", Field::Type},
                                                                      {u"type:", Field::Type},
                                                                      {u"tensor:", Field::Tensor},
                                                                      {u"value:", Field::Tensor}}};
    Term term;
    term.text = word;
    const auto named = std::ranges::find_if(
        fields, [&](const auto& field) { return word.startsWith(field.first, Qt::CaseInsensitive); });
    if (named != fields.end()) {
        term.field = named->second;
        term.text = word.mid(named->first.size());
    }
    if (term.text.size() >= 2 && term.text.startsWith(u'"') && term.text.endsWith(u'"')) {
        term.kind = Term::Kind::Equals;
        term.text = term.text.mid(1, term.text.size() - 2);
    } else if (term.text.size() >= 3 && term.text.startsWith(u'/') && term.text.endsWith(u'/')) {
        term.kind = Term::Kind::Regex;
        term.regex = QRegularExpression(term.text.mid(1, term.text.size() - 2),
                                        QRegularExpression::CaseInsensitiveOption);
        if (!term.regex.isValid())
            return badInput(
                QCoreApplication::translate("edgewright::views::NodeQuery", "regular expression: %1")
                    .arg(term.regex.errorString())
                    .toStdString());
    } else if (term.text == u"*") {
        term.kind = Term::Kind::Anything;
    } else if (chained && term.field == Field::Any) {
        term.field = Field::Operator;
        term.kind = Term::Kind::Equals;
    }
    if (term.field == Field::Shape)
        term.extents = term.text.toLower().replace(u'×', u'x').split(u'x', Qt::SkipEmptyParts);
    return term;
}

Result<NodeQuery> NodeQuery::parse(const QString& text) {
    ASSIGN_OR_RETURN(auto words, wordsOf(text));
    NodeQuery query;
    if (words.isEmpty()) return query;
    const bool chained = words.contains(QStringLiteral(">"));
    Link link;
    for (const QString& word : words) {
        if (word == u">") {
            if (link.empty())
                return badInput(
                    QCoreApplication::translate("edgewright::views::NodeQuery",
                                                "an operator is missing before \">\"; * stands for any")
                        .toStdString());
            query.m_links.push_back(std::exchange(link, {}));
            continue;
        }
        ASSIGN_OR_RETURN(auto parsed, term(word, chained));
        link.push_back(std::move(parsed));
    }
    if (link.empty())
        return badInput(QCoreApplication::translate("edgewright::views::NodeQuery",
                                                    "an operator is missing after \">\"; * stands for any")
                            .toStdString());
    query.m_links.push_back(std::move(link));
    return query;
}

bool NodeQuery::Term::accepts(const QString& candidate) const {
    switch (kind) {
    case Kind::Anything:
        return true;
    case Kind::Contains:
        return candidate.contains(text, Qt::CaseInsensitive);
    case Kind::Equals:
        return candidate.compare(text, Qt::CaseInsensitive) == 0;
    case Kind::Regex:
        return regex.match(candidate).hasMatch();
    }
    return false;
}

// The extents asked for stand side by side somewhere in the shape; * is any.
bool NodeQuery::Term::acceptsShape(const ir::TensorType& type) const {
    if (!type.shape) return false;
    QStringList dims;
    for (const ir::Dim& dim : *type.shape)
        dims << QString::fromStdString(dim.text());
    if (kind == Kind::Regex || kind == Kind::Equals) return accepts(dims.join(u'x'));
    for (qsizetype first = 0; first + extents.size() <= dims.size(); ++first) {
        qsizetype i = 0;
        while (i < extents.size() && (extents[i] == u"*" || dims[first + i].toLower() == extents[i]))
            ++i;
        if (i == extents.size()) return true;
    }
    return false;
}

bool NodeQuery::Term::acceptsAttribute(const ir::Attribute& attribute) const {
    const QString name = QString::fromStdString(attribute.name);
    const qsizetype equals = kind == Kind::Contains ? text.indexOf(u'=') : -1;
    if (equals < 0)
        return accepts(name + u'=' + withoutSpaces(attributeText(attribute.value))) || accepts(name);
    return name.compare(text.left(equals), Qt::CaseInsensitive) == 0 &&
           withoutSpaces(attributeText(attribute.value))
                   .remove(u'"')
                   .compare(text.mid(equals + 1), Qt::CaseInsensitive) == 0;
}

bool NodeQuery::Term::accepts(const ir::Graph& graph, const ir::Node& node) const {
    const bool any = field == Field::Any;
    if ((any || field == Field::Name) &&
        (accepts(QString::fromStdString(node.name)) || accepts(labelText(node))))
        return true;
    if (any || field == Field::Operator) {
        if (accepts(QString::fromStdString(node.op))) return true;
        if (node.body && node.domain == ir::FusedDomain)
            for (const NodeId member : node.body->order())
                if (accepts(QString::fromStdString(node.body->node(member).op))) return true;
    }
    if (any || field == Field::Attribute)
        for (const ir::Attribute& attribute : node.attributes)
            if (acceptsAttribute(attribute)) return true;
    if (any || field == Field::Tensor || field == Field::Shape || field == Field::Type)
        for (const auto* ids : {&node.inputs, &node.outputs})
            for (const ValueId id : *ids) {
                if (!id.valid() || !graph.contains(id)) continue;
                const ir::Value& value = graph.value(id);
                if ((any || field == Field::Tensor) && accepts(QString::fromStdString(value.name))) return true;
                if ((any || field == Field::Type) && accepts(views::text(ir::dataTypeName(value.type.dtype))))
                    return true;
                if (field == Field::Shape && acceptsShape(value.type)) return true;
                if (any && value.type.shape) {
                    QStringList dims;
                    for (const ir::Dim& dim : *value.type.shape)
                        dims << QString::fromStdString(dim.text());
                    if (accepts(dims.join(u'x')) || accepts(dims.join(u'×'))) return true;
                }
            }
    return false;
}

bool NodeQuery::accepts(const Link& link, const ir::Graph& graph, const ir::Node& node) {
    return std::ranges::all_of(link, [&](const Term& term) { return term.accepts(graph, node); });
}

std::vector<NodeQuery::Link> NodeQuery::linksFor(const std::set<QString>& operators) const {
    std::vector<Link> links = m_links;
    for (Link& link : links)
        for (Term& term : link)
            if (term.field == Field::Any && term.kind == Term::Kind::Contains &&
                operators.contains(term.text.toLower())) {
                term.field = Field::Operator;
                term.kind = Term::Kind::Equals;
            }
    return links;
}

NodeQuery NodeQuery::meantFor(const std::vector<std::shared_ptr<const ir::Graph>>& graphs) const {
    std::set<QString> operators;
    std::set<const ir::Graph*> seen;
    for (const auto& graph : graphs)
        addOperators(*graph, operators, seen);
    NodeQuery meant;
    meant.m_links = linksFor(operators);
    return meant;
}

Result<Found> NodeQuery::find(const ir::Graph& graph, const RunContext& run) const {
    Found found;
    std::set<QString> operators;
    std::set<const ir::Graph*> visited;
    addOperators(graph, operators, visited);
    const std::vector<Link> links = linksFor(operators);
    if (links.empty()) return found;
    // By link: the nodes that it accepts and that the links before lead to.
    std::vector<std::set<NodeId>> reached(links.size());
    std::size_t seen = 0;
    for (const NodeId id : graph.order()) {
        if (++seen % NodesPerPoll == 0 && run.stopped()) return cancelled();
        if (accepts(links[0], graph, graph.node(id))) reached[0].insert(id);
    }
    if (links.size() > 1) {
        const ir::Connections connections(graph);
        const auto followers = [&](NodeId id, auto visit) {
            for (const ValueId output : graph.node(id).outputs)
                if (output.valid() && graph.contains(output))
                    for (const NodeId reader : connections.consumers(output))
                        visit(reader);
        };
        for (std::size_t link = 1; link < links.size(); ++link)
            for (const NodeId id : reached[link - 1]) {
                if (run.stopped()) return cancelled();
                followers(id, [&](NodeId reader) {
                    if (accepts(links[link], graph, graph.node(reader))) reached[link].insert(reader);
                });
            }
        // Backwards: only those that get to the last link.
        for (std::size_t link = links.size() - 1; link-- > 0;)
            std::erase_if(reached[link], [&](NodeId id) {
                bool leads = false;
                followers(id, [&](NodeId reader) { leads = leads || reached[link + 1].count(reader) != 0; });
                return !leads;
            });
    }
    for (const NodeId id : graph.order()) {
        if (reached[0].count(id) != 0) found.hits.push_back(id);
        if (std::ranges::any_of(reached, [&](const auto& nodes) { return nodes.count(id) != 0; }))
            found.all.push_back(id);
    }
    return found;
}

} // namespace edgewright::views
