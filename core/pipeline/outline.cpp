// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/outline.h"

#include "core/ops/work.h"

#include <unordered_map>

namespace edgewright::pipeline {

namespace outline_columns {

namespace {

using table::Cell;
using table::inFiles;
using enum Unit;

struct Row {
    const Outline& outline;
    const OutlineRow& row;
    const ir::Node* node() const {
        return row.item.node.valid() ? &outline.graph->node(row.item.node) : nullptr;
    }
    const modules::Module& module() const { return (*outline.modules)[row.item.module]; }
};

template <auto member>
Cell summed(const Row& row) {
    return row.row.isSummed ? Cell(row.row.*member) : Cell();
}

constexpr table::Column<Row> Columns[] = {
    {{"name", TRANSLATABLE("Column", "Module, node"), "", Text, table::Page},
     [](const Row& row) -> Cell { return row.node() ? row.node()->label() : row.module().name; }},
    {{"path", TRANSLATABLE("Column", "Module, node"), "", Text, table::File | table::Terminal},
     [](const Row& row) -> Cell {
         return row.node() ? row.node()->label() : row.outline.modules->pathText(row.row.item.module);
     }},
    {inFiles("is_module"), [](const Row& row) -> Cell { return row.row.item.module.valid(); }},
    {inFiles("module", Text),
     [](const Row& row) -> Cell {
         if (row.row.parent < 0) return {};
         const OutlineRow& parent = row.outline.rows[static_cast<std::size_t>(row.row.parent)];
         return row.outline.modules->pathText(parent.item.module);
     }},
    {{"kind", TRANSLATABLE("Column", "Kind"), "", Text, table::Everywhere | table::Folded},
     [](const Row& row) -> Cell {
         if (row.node()) return row.node()->op;
         return row.module().type.empty() ? Cell(table::Word{"module", TRANSLATABLE("Word", "module")})
                                          : Cell(row.module().type);
     }},
    {{"operators", TRANSLATABLE("Column", "Operators"),
      TRANSLATABLE("Column", "Without those that compute constants"), Count, table::Everywhere | table::Folded},
     [](const Row& row) -> Cell { return row.row.operators; }},
    {{"macs", TRANSLATABLE("Column", "MACs"), TRANSLATABLE("Column", "What is inside included"), Macs},
     summed<&OutlineRow::macs>},
    {{"parameters", TRANSLATABLE("Column", "Parameters"),
      TRANSLATABLE("Column", "Of a module: a constant that several nodes read counts once"), Count},
     summed<&OutlineRow::parameters>},
    {{"parameter_bytes", TRANSLATABLE("Column", "Weights"), "", Bytes, table::Everywhere | table::Folded},
     summed<&OutlineRow::weightBytes>},
    {{"activation_bytes", TRANSLATABLE("Column", "Activations"),
      TRANSLATABLE("Column", "Bytes that the nodes write, as far as sizes are known"), Bytes,
      table::Everywhere | table::Folded},
     summed<&OutlineRow::activationBytes>},
};

void addItems(const modules::Modules& modules, modules::ModuleId module, int parent,
              std::vector<OutlineRow>& rows) {
    for (const modules::Item& item : modules[module].items) {
        OutlineRow row{.item = item, .parent = parent};
        if (item.module.valid()) row.operators = static_cast<std::int64_t>(modules[item.module].operators);
        rows.push_back(row);
        if (item.module.valid()) addItems(modules, item.module, static_cast<int>(rows.size()) - 1, rows);
    }
}

} // namespace

} // namespace outline_columns

std::vector<OutlineRow> outlineRows(const modules::Modules& modules) {
    std::vector<OutlineRow> rows;
    outline_columns::addItems(modules, modules::Root, -1, rows);
    return rows;
}

Result<std::vector<OutlineRow>> outlineOf(const ir::Graph& graph, const modules::Modules& modules,
                                          const RunContext& run) {
    std::vector<OutlineRow> rows = outlineRows(modules);
    const auto rowAt = [&](int place) -> OutlineRow& { return rows[static_cast<std::size_t>(place)]; };
    std::unordered_map<ValueId, int> lastReaders; // rows, by constant
    for (int place = 0; place < static_cast<int>(rows.size()); ++place) {
        if (run.stopped()) return cancelled();
        rowAt(place).isSummed = true;
        const NodeId node = rowAt(place).item.node;
        if (!node.valid() || !graph.contains(node)) continue;
        const ops::Sums sums = ops::sumsOf(graph, std::span(&node, 1));
        for (int at = place; at >= 0; at = rowAt(at).parent) {
            rowAt(at).macs += sums.macs;
            rowAt(at).macsAreLeast = rowAt(at).macsAreLeast || !sums.uncounted.empty();
            rowAt(at).activationBytes += sums.activationBytes;
        }
        for (const ValueId input : graph.node(node).inputs) {
            const ops::ConstantSize size = ops::constantSizeOf(graph, input);
            int& last = lastReaders.try_emplace(input, -1).first->second;
            // Modules that begin before the last reader hold it, too, and have counted the constant.
            for (int at = place; at > last; at = rowAt(at).parent) {
                rowAt(at).parameters += size.parameters;
                rowAt(at).weightBytes += size.bytes;
            }
            last = place;
        }
    }
    return rows;
}

table::Table outlineTable(std::shared_ptr<const Outline> outline) {
    const std::size_t rows = outline ? outline->rows.size() : 0;
    return {std::span(outline_columns::Columns), rows, [outline = std::move(outline)](std::size_t row) {
                return outline_columns::Row{*outline, outline->rows[row]};
            }};
}

} // namespace edgewright::pipeline
