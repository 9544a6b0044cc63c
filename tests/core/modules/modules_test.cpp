// SPDX-License-Identifier: GPL-3.0-or-later
// The blocks of a model: from names, from weights, from structure; and that folding them makes no cycle.
#include "core/fusion/fuse.h"
#include "core/ir/builder.h"
#include "core/ir/constant_nodes.h"
#include "core/modules/modules.h"
#include "tests/support/test_class.h"
#include "tests/support/typed_model.h"

#include <QTest>

#include <algorithm>
#include <set>
#include <string>

namespace edgewright::modules_test {

using namespace edgewright::modules;
using Names = std::vector<std::string>;

namespace {

const ir::TensorType Row(ir::DataType::Float32, ir::Dims{1, 8});

struct Chain {
    ir::GraphBuilder builder{"chain"};
    ValueId at = builder.input("x", Row);

    NodeId add(const std::string& op, const std::string& name, std::vector<ValueId> more = {}) {
        std::vector<ValueId> in{at};
        in.insert(in.end(), more.begin(), more.end());
        at = builder.value(name + "_out" + std::to_string(builder.graph().valueCount()), Row);
        const NodeId id = builder.nodeInto(op, std::move(in), {at});
        builder.graph().node(id).name = name;
        return id;
    }
    ValueId weight(const std::string& name) {
        return builder.constant(name, ir::Tensor::of<float>({8, 8}, std::vector<float>(64, 1)));
    }
    ir::Graph take() {
        builder.output(at);
        return builder.take();
    }
};

Modules of(const ir::Graph& graph) { return modulesOf(graph).value(); }

// By path, without what only lists operators.
std::set<std::string> paths(const Modules& modules) {
    std::set<std::string> all;
    for (std::size_t i = 1; i < modules.all.size(); ++i)
        if (modules.all[i].named) all.insert(modules.pathText(ModuleId(i)));
    return all;
}

Names childrenOf(const Modules& modules, ModuleId id) {
    Names names;
    for (const Item& item : modules[id].items)
        if (item.module.valid()) names.push_back(modules[item.module].name);
    return names;
}

ModuleId find(const Modules& modules, const std::string& path) {
    for (std::size_t i = 0; i < modules.all.size(); ++i)
        if (modules.pathText(ModuleId(i)) == path) return ModuleId(i);
    return {};
}

// What a node is drawn as when `open` are open: a folded module, else itself.
std::size_t boxOf(const Modules& modules, const std::set<ModuleId>& open, NodeId node) {
    for (const ModuleId id : modules.path(modules.moduleOf(node)))
        if (!open.contains(id)) return id.index();
    return modules.all.size() + node.index();
}

bool acyclic(const ir::Graph& graph, const Modules& modules, const std::set<ModuleId>& open) {
    const ir::Constants constants = ir::constantsOf(graph);
    const ir::Connections connections(graph);
    std::map<std::size_t, std::set<std::size_t>> next;
    std::map<std::size_t, int> waiting;
    for (const NodeId id : graph.order()) {
        if (constants.nodes[id.index()]) continue;
        waiting[boxOf(modules, open, id)];
        for (const ValueId out : graph.node(id).outputs)
            if (graph.contains(out))
                for (const NodeId reader : connections.consumers(out)) {
                    const std::size_t from = boxOf(modules, open, id), to = boxOf(modules, open, reader);
                    if (from != to && next[from].insert(to).second) ++waiting[to];
                }
    }
    std::vector<std::size_t> ready;
    for (const auto& [box, count] : waiting)
        if (count == 0) ready.push_back(box);
    std::size_t done = 0;
    while (!ready.empty()) {
        const std::size_t box = ready.back();
        ready.pop_back();
        ++done;
        for (const std::size_t reader : next[box])
            if (--waiting[reader] == 0) ready.push_back(reader);
    }
    return done == waiting.size();
}

std::size_t boxes(const ir::Graph& graph, const Modules& modules, const std::set<ModuleId>& open) {
    const ir::Constants constants = ir::constantsOf(graph);
    std::set<std::size_t> all;
    for (const NodeId id : graph.order())
        if (!constants.nodes[id.index()]) all.insert(boxOf(modules, open, id));
    return all.size();
}

void checkTree(const ir::Graph& graph, const Modules& modules) {
    QCOMPARE(modules.order.size(), graph.nodeCount());
    std::vector<std::size_t> place(graph.nextNode().index(), 0);
    for (std::size_t i = 0; i < modules.order.size(); ++i)
        place[modules.order[i].index()] = i;
    QCOMPARE((std::set<NodeId>(modules.order.begin(), modules.order.end()).size()), graph.nodeCount());
    std::size_t listed = 0;
    for (std::size_t m = 0; m < modules.all.size(); ++m) {
        const Module& module = modules.all[m];
        std::size_t at = module.begin;
        for (const Item& item : module.items) {
            if (item.module.valid()) {
                QVERIFY(item.module > ModuleId(m));
                QCOMPARE(modules[item.module].parent, ModuleId(m));
                QCOMPARE(modules[item.module].begin, at);
                at = modules[item.module].end;
            } else {
                QCOMPARE(modules.moduleOf(item.node), ModuleId(m));
                QCOMPARE(place[item.node.index()], at);
                ++at;
                ++listed;
            }
        }
        QCOMPARE(at, module.end);
        QVERIFY(m == 0 || module.operators >= 2);
    }
    QCOMPARE(listed, graph.nodeCount());
}

} // namespace

class ModulesTest : public QObject {
    Q_OBJECT

private slots:
    void hierarchyOfTheFile();
    void thousandsOfModules();
    void hierarchyOfModernModels();
    void nodeNames();
    void tensorFlowNames();
    void namesThatSayNothing();
    void weightNames();
    void branchesAndLists();
    void repeats();
    void manyRepeats();
    void undividedIsTheRootAlone();
    void whatComesBackIsSplit();
    void constantsGoWithTheirReaders();
    void hostileNames();
    void hostileWiring();
    void nothing();
    void fusedNodes();
    void realModels();
    void swin();
    void yolox();
    void bert();
    void tensorFlow();
    void weightsOfADetector();

private:
    // A graph of the collection; false after a skip.
    static bool load(const char* name, std::optional<test::TypedModel>& model) {
        const auto file = test::sharedIfAny(std::string(name) + "/model.onnx");
        if (!file.empty()) model = test::typedModel(file, true);
        return model.has_value();
    }
};

void ModulesTest::hierarchyOfTheFile() {
    Chain chain;
    const auto add = [&](const std::string& op, const ir::Hierarchy& levels) {
        const NodeId id = chain.add(op, "/wrong/" + op);
        chain.builder.graph().node(id).hierarchy = std::make_shared<const ir::Hierarchy>(levels);
        return id;
    };
    add("Neg", {{"model", "Model"}, {"embed", "Embedding"}});
    std::vector<NodeId> between, projections;
    for (const char* layer : {"layers.0", "layers.1"}) {
        const ir::Hierarchy block{{"model", "Model"}, {layer, "Layer"}};
        ir::Hierarchy norm = block, attention = block;
        norm.push_back({"norm", "RMSNorm"});
        attention.push_back({"self_attn", "Attention"});
        ir::Hierarchy query = attention;
        query.push_back({"q_proj", "Linear"});
        add("Abs", norm);
        add("Sqrt", norm);
        between.push_back(chain.add("Exp", "")); // between norm and attention
        add("Relu", attention);
        between.push_back(chain.add("Log", "")); // within attention
        add("Softmax", attention);
        projections.push_back(add("Sigmoid", query));
    }
    add("Tanh", {{"head", "Linear"}});
    add("Neg", {{"head", "Linear"}});
    const ir::Graph graph = chain.take();
    const Modules modules = of(graph);
    checkTree(graph, modules);
    QCOMPARE(modules.source, Source::Hierarchy);
    const ModuleId attention = find(modules, "model.layers.1.self_attn");
    QVERIFY(attention.valid());
    QCOMPARE(modules[attention].type, std::string("Attention"));
    QCOMPARE(modules[find(modules, "model.layers.1")].type, std::string("Layer"));
    QCOMPARE(modules.pathText(between[2]), std::string("model.layers.1"));
    QCOMPARE(modules.pathText(between[3]), std::string("model.layers.1.self_attn"));
    QCOMPARE(modules.pathText(projections[1]), std::string("model.layers.1.self_attn.q_proj"));
    QVERIFY(find(modules, "head").valid());

    // A hierarchy of one node in eight does not speak for all.
    Chain few;
    for (int i = 0; i < 16; ++i) {
        const NodeId id = few.add("Neg", "/a/b" + std::to_string(i / 4) + "/Neg");
        if (i % 8 == 0)
            few.builder.graph().node(id).hierarchy =
                std::make_shared<const ir::Hierarchy>(ir::Hierarchy{{"m", "M"}});
    }
    QCOMPARE(of(few.take()).source, Source::Names);
}

void ModulesTest::thousandsOfModules() {
    Chain chain;
    for (int i = 0; i < 20'000; ++i) {
        const NodeId id = chain.add(i % 2 == 0 ? "Neg" : "Abs", "n" + std::to_string(i));
        chain.builder.graph().node(id).hierarchy = std::make_shared<const ir::Hierarchy>(
            ir::Hierarchy{{"m", "M"}, {"part" + std::to_string(i / 2), "P"}});
    }
    const ir::Graph graph = chain.take();
    const Modules modules = of(graph);
    checkTree(graph, modules);
    QCOMPARE(modules.pathText(NodeId(19'999)), std::string("part9999"));
}

// Every node that carries a hierarchy stands under the names that the file gives it.
void ModulesTest::hierarchyOfModernModels() {
    const auto cases = test::sharedCases("modern");
    if (cases.empty()) QSKIP(test::sharedMissing());
    std::size_t checked = 0;
    for (const auto& folder : cases) {
        const auto model = test::typedModel(folder / "model.onnx", true);
        QVERIFY2(model, folder.c_str());
        const Modules modules = of(model->graph);
        checkTree(model->graph, modules);
        if (QTest::currentTestFailed()) return;
        const auto inModules = [&](NodeId id) {
            const auto& levels = model->graph.node(id).hierarchy;
            return levels && !levels->empty();
        };
        if (std::ranges::count_if(model->graph.order(), inModules) < 2) continue;
        QVERIFY2(modules.source == Source::Hierarchy, folder.c_str());
        std::optional<std::string> shared; // the outermost names that all have, left out of the tree
        for (const NodeId id : model->graph.order()) {
            if (!model->graph.node(id).hierarchy) continue;
            std::string told;
            for (const ir::HierarchyLevel& level : *model->graph.node(id).hierarchy)
                told += (told.empty() ? "" : ".") + level.name;
            std::string shown = modules.pathText(id);
            while (shown.find(" (") !=
                   std::string::npos) // the part of a module that data leave and enter again
                shown.erase(shown.find(" ("), shown.find(')') + 1 - shown.find(" ("));
            QVERIFY2(told.ends_with(shown), (folder.string() + ": " + told + " is shown as " + shown).c_str());
            std::string rest = told.substr(0, told.size() - shown.size());
            if (rest.ends_with('.')) rest.pop_back();
            if (!shared) shared = rest;
            QVERIFY2(*shared == rest, (folder.string() + ": " + told + " is shown as " + shown).c_str());
            ++checked;
        }
    }
    QVERIFY2(checked > 1500, std::to_string(checked).c_str());
}

void ModulesTest::nodeNames() {
    Chain chain;
    chain.add("Conv", "/features/features.0/features.0.0/Conv");
    chain.add("Relu", "/features/features.0/features.0.1/Relu");
    for (const char* block : {"1", "2"}) {
        const std::string path = std::string("/features/features.") + block;
        chain.add("MatMul", path + "/attn/MatMul");
        chain.add("Softmax", path + "/attn/Softmax");
        chain.add("Add", path + "/Add");
    }
    chain.add("Gemm", "/head/Gemm");
    chain.add("Tanh", "/Tanh");
    const ir::Graph graph = chain.take();
    const Modules modules = of(graph);
    checkTree(graph, modules);
    QCOMPARE(modules.source, Source::Names);
    // What holds one operator is no module; the file's repetition of the parent's name is left out.
    QCOMPARE(paths(modules), (std::set<std::string>{"features", "features/0", "features/1", "features/1/attn",
                                                    "features/1 … 2", "features/2", "features/2/attn"}));
    QCOMPARE(childrenOf(modules, find(modules, "features")), (Names{"0", "1 … 2"}));
    const Module& run = modules[find(modules, "features/1 … 2")];
    QCOMPARE(run.repeats, std::size_t(2));
    QCOMPARE(run.operators, std::size_t(6));
    QCOMPARE(modules[find(modules, "features/1")].alike, std::size_t(2));
    QCOMPARE(modules[find(modules, "features/0")].alike, std::size_t(1));
    QCOMPARE(modules.moduleOf(NodeId(8)), Root);
    QCOMPARE(modules.commonOf(find(modules, "features/1/attn"), find(modules, "features/2")),
             find(modules, "features/1 … 2"));
}

void ModulesTest::tensorFlowNames() {
    Chain chain;
    chain.add("Transpose", "Stateful/model/conv/BiasAdd__6"); // a helper has the path of its user
    chain.add("Conv", "Stateful/model/conv/Relu_Stateful/model/conv/BiasAdd/ReadVariableOp");
    chain.add("Relu", "Stateful/model/conv/Relu;Stateful/model/other/BiasAdd");
    chain.add("Cast", "Cast__12"); // goes with its reader
    chain.add("MatMul", "Stateful/model/dense/MatMul");
    chain.add("Clip", "Relu6__5"); // with what it reads
    const ir::Graph graph = chain.take();
    const Modules modules = of(graph);
    // Levels that all share say nothing.
    QCOMPARE(paths(modules), (std::set<std::string>{"conv", "dense"}));
    QCOMPARE(modules[find(modules, "conv")].operators, std::size_t(3));
    QCOMPARE(modules[find(modules, "dense")].operators, std::size_t(3));
}

void ModulesTest::namesThatSayNothing() {
    Chain chain;
    for (int i = 0; i < 12; ++i)
        chain.add("Conv", "Conv_" + std::to_string(i),
                  {chain.weight(i % 2 == 0 ? "onnx::Conv_" + std::to_string(760 + i) : std::to_string(i))});
    QCOMPARE(of(chain.take()).source, Source::Structure);
    Chain flat; // every weight in a module of its own
    for (int i = 0; i < 12; ++i)
        flat.add("Conv", "Conv", {flat.weight("module_" + std::to_string(i) + ".weight")});
    QCOMPARE(of(flat.take()).source, Source::Structure);
}

void ModulesTest::weightNames() {
    Chain chain;
    for (int layer = 0; layer < 3; ++layer) {
        const std::string path = "encoder.layer." + std::to_string(layer) + ".";
        chain.add("MatMul", "MatMul", {chain.weight("onnx::MatMul_" + std::to_string(layer))});
        chain.add("Add", "Add", {chain.weight(path + "query.bias")});
        chain.add("Conv", "Conv", {chain.weight(path + "out.weight")});
        chain.add("Relu", "Relu");
    }
    chain.add("Gemm", "Gemm", {chain.weight("classifier.weight")});
    const ir::Graph graph = chain.take();
    const Modules modules = of(graph);
    checkTree(graph, modules);
    QCOMPARE(modules.source, Source::Weights);
    const ModuleId first = find(modules, "encoder/layer/0/query");
    QVERIFY(first.valid()); // the product goes with the sum that reads it
    QCOMPARE(modules[first].alike, std::size_t(3));
    QCOMPARE(modules[find(modules, "encoder/layer/1/out")].operators, std::size_t(2));
    QCOMPARE(modules[modules[find(modules, "encoder/layer/1")].parent].repeats, std::size_t(3));
}

// A sum belongs to what holds both of its branches; of elements of a list to the later one.
void ModulesTest::branchesAndLists() {
    Chain chain;
    chain.add("Conv", "", {chain.weight("stem.conv.weight")});
    chain.add("Relu", "");
    std::vector<NodeId> sums;
    for (const char* block : {"0", "1"}) {
        const std::string path = std::string("layer.") + block + ".";
        const ValueId in = chain.at;
        chain.add("Conv", "", {chain.weight(path + "conv1.weight")});
        chain.add("Conv", "", {chain.weight(path + "conv2.weight")});
        const ValueId main = chain.at;
        if (block[0] == '0') {
            chain.at = in;
            chain.add("Conv", "", {chain.weight(path + "down.weight")});
            sums.push_back(chain.add("Add", "", {main}));
        } else {
            sums.push_back(chain.add("Add", "", {in}));
        }
        chain.add("Relu", "");
    }
    const ir::Graph graph = chain.take();
    const Modules modules = of(graph);
    QCOMPARE(modules.pathText(modules.moduleOf(sums[0])), std::string("layer/0"));
    QCOMPARE(modules.pathText(modules.moduleOf(sums[1])), std::string("layer/1"));
}

void ModulesTest::repeats() {
    Chain chain;
    chain.add("Gather", "");
    for (int layer = 0; layer < 6; ++layer) {
        const ValueId in = chain.at;
        for (const char* op : {"LayerNormalization", "MatMul", "Softmax", "MatMul"})
            chain.add(op, "", op[0] == 'M' ? std::vector<ValueId>{chain.weight("")} : std::vector<ValueId>{});
        chain.add("Add", "", {in});
    }
    chain.add("Gemm", "");
    const ir::Graph graph = chain.take();
    const Modules modules = of(graph);
    checkTree(graph, modules);
    QCOMPARE(modules.source, Source::Structure);
    std::size_t runs = 0;
    for (const Module& module : modules.all)
        if (module.repeats == 6) {
            ++runs;
            QCOMPARE(module.operators, std::size_t(30));
            QCOMPARE(module.name, std::string("LayerNormalization, MatMul, Softmax, …"));
        }
    QCOMPARE(runs, std::size_t(1));
}

// More equal blocks than a level holds of others: they stay what they are called.
void ModulesTest::manyRepeats() {
    constexpr std::size_t Layers = 80;
    Chain chain;
    for (std::size_t layer = 0; layer < Layers; ++layer) {
        const std::string path = "/layers/layers." + std::to_string(layer) + "/";
        for (const char* op : {"LayerNormalization", "MatMul", "Relu"})
            chain.add(op, path + op,
                      op[0] == 'M' ? std::vector<ValueId>{chain.weight("")} : std::vector<ValueId>{});
    }
    const ir::Graph graph = chain.take();
    const Modules modules = of(graph);
    checkTree(graph, modules);
    std::size_t blocks = 0;
    for (const Module& module : modules.all)
        if (module.named && module.operators == 3) {
            ++blocks;
            QCOMPARE(module.alike, Layers);
            QCOMPARE(modules[module.parent].repeats, Layers);
        }
    QCOMPARE(blocks, Layers);
}

void ModulesTest::undividedIsTheRootAlone() {
    Chain chain;
    chain.add("Conv", "/a/Conv");
    chain.add("Relu", "/b/Relu");
    const ir::Graph graph = chain.take();
    const Modules modules = undivided(graph);
    checkTree(graph, modules);
    QCOMPARE(modules.all.size(), std::size_t(1));
    QCOMPARE(modules.moduleOf(graph.order().front()), Root);
}

// a -> b -> a: one box for a would be before and behind b.
void ModulesTest::whatComesBackIsSplit() {
    Chain chain;
    for (const char* module : {"a", "b", "a", "c"})
        for (const char* op : {"Conv", "Relu"})
            chain.add(op, std::string("/") + module + "/" + op);
    chain.add("Tanh", "/Tanh");
    const ir::Graph graph = chain.take();
    const Modules modules = of(graph);
    checkTree(graph, modules);
    QCOMPARE(childrenOf(modules, Root), (Names{"a", "b", "a (2)", "c"}));
    QVERIFY(acyclic(graph, modules, {}));
    // A constant that another module reads is drawn there: it makes no cycle.
    Chain shared;
    shared.add("Conv", "/a/Conv");
    const ValueId before = shared.at;
    shared.at = ValueId();
    shared.builder.graph().node(shared.add("Constant", "/b/Constant")).inputs.clear();
    const ValueId constant = shared.at;
    shared.at = before;
    shared.add("Add", "/a/Add", {constant});
    shared.add("Conv", "/b/Conv");
    shared.add("Relu", "/b/Relu");
    QCOMPARE(childrenOf(of(shared.take()), Root), (Names{"a", "b"}));
}

void ModulesTest::constantsGoWithTheirReaders() {
    Chain chain;
    chain.add("Conv", "/a/Conv");
    const ValueId data = chain.at;
    chain.at = chain.weight("table");
    const NodeId identity = chain.add("Identity", "Identity_0");
    const ValueId weight = chain.at;
    chain.at = data;
    chain.add("Relu", "/a/Relu");
    chain.add("MatMul", "/b/MatMul", {weight});
    chain.add("Relu", "/b/Relu");
    const Modules modules = of(chain.take());
    QCOMPARE(modules.pathText(modules.moduleOf(identity)), std::string("b"));
    QCOMPARE(modules[find(modules, "b")].operators, std::size_t(2));
}

void ModulesTest::hostileNames() {
    Chain chain;
    std::string deep;
    for (int i = 0; i < 100'000; ++i)
        deep += "/" + std::to_string(i % 7);
    for (int i = 0; i < 200; ++i)
        chain.add("Relu", deep + "/Relu_" + std::to_string(i));
    for (const char* name : {"/", "//", "///a", "a//b", ";", ";/", "_/a_/", "\xff\xfe/\xff", "/a/a.a/a.a.a/x"})
        chain.add("Relu", name);
    chain.add("Relu", std::string(1 << 20, 'x') + "/Relu");
    const ir::Graph graph = chain.take();
    const Modules modules = of(graph);
    checkTree(graph, modules);
    for (const Module& module : modules.all)
        QVERIFY(module.depth <= 64 && module.name.size() < 10'000);
}

// Data that go to and fro between two modules with every node, and a graph that is one cycle.
void ModulesTest::hostileWiring() {
    Chain chain;
    for (int i = 0; i < 20'000; ++i)
        chain.add("Relu", i % 2 == 0 ? "/a/Relu" : "/b/Relu");
    const ir::Graph graph = chain.take();
    const Modules modules = of(graph);
    checkTree(graph, modules);
    QVERIFY(acyclic(graph, modules, {}));
    ir::GraphBuilder ring("ring");
    const ValueId a = ring.value("a", Row), b = ring.value("b", Row), c = ring.value("c", Row);
    for (const auto& [in, out] : {std::pair(a, b), std::pair(b, c), std::pair(c, a)})
        ring.graph().node(ring.nodeInto("Relu", {in}, {out})).name = "/m/Relu";
    ring.output(c);
    const ir::Graph cyclic = ring.take();
    checkTree(cyclic, of(cyclic));
    Chain skips; // as many tensors pass by as there are nodes
    std::vector<ValueId> kept;
    for (int i = 0; i < 2000; ++i) {
        skips.add("Relu", "");
        kept.push_back(skips.at);
    }
    for (; !kept.empty(); kept.pop_back())
        skips.add("Add", "", {kept.back()});
    const ir::Graph nested = skips.take();
    checkTree(nested, of(nested));
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(!modulesOf(nested, {stop.get_token(), nullptr}));
}

void ModulesTest::nothing() {
    const ir::Graph empty;
    const Modules modules = of(empty);
    QCOMPARE(modules.all.size(), std::size_t(1));
    QVERIFY(opened(modules, 20, 80).empty());
    QVERIFY(!modules.moduleOf(NodeId(3)).valid());
}

void ModulesTest::fusedNodes() {
    std::optional<test::TypedModel> model = test::typedModel(test::sample("residual_cnn_2d.onnx"), true);
    QVERIFY(model);
    const Modules modules = of(model->graph);
    const auto history = fusion::fuse(model->graph, model->opsets, {});
    QVERIFY(history);
    const std::vector<ModuleId> of = modulesIn(history->graph, modules, model->graph);
    std::size_t fused = 0;
    for (const NodeId id : history->graph.order()) {
        const ir::Node& node = history->graph.node(id);
        QVERIFY(of[id.index()].valid());
        if (model->graph.contains(id)) {
            QCOMPARE(of[id.index()], modules.moduleOf(id));
            continue;
        }
        ++fused;
        QVERIFY(std::ranges::any_of(
                    node.origins, [&](NodeId origin) { return modules.moduleOf(origin) == of[id.index()]; }) ||
                node.origins.empty());
        for (const NodeId origin : node.origins)
            if (model->graph.node(origin).is("Conv")) QCOMPARE(of[id.index()], modules.moduleOf(origin));
    }
    QVERIFY(fused > 0);
}

void ModulesTest::realModels() {
    std::vector<std::filesystem::path> files = test::sharedModels();
    for (const std::string& name : test::samples())
        files.push_back(test::sample(name + ".onnx"));
    for (const std::filesystem::path& file : files) {
        const auto model = test::typedModel(file, true);
        if (!model) continue;
        const Modules modules = of(model->graph);
        checkTree(model->graph, modules);
        if (QTest::currentTestFailed()) return;
        const std::set<ModuleId> open = opened(modules, 20, 80);
        for (const ModuleId id : open)
            QVERIFY(modules[id].parent == Root || open.contains(modules[id].parent));
        QVERIFY2(acyclic(model->graph, modules, open), file.c_str());
        QVERIFY2(acyclic(model->graph, modules, {}), file.c_str());
        const std::size_t shown = boxes(model->graph, modules, open);
        if (model->graph.nodeCount() > 300 && modules[Root].operators > 80)
            QVERIFY2(shown >= 20 && shown <= 80, file.c_str());
    }
}

void ModulesTest::swin() {
    std::optional<test::TypedModel> model;
    if (!load("exports/swin_micro", model)) QSKIP(test::sharedMissing());
    const Modules modules = of(model->graph);
    QCOMPARE(modules.source, Source::Names);
    QCOMPARE(childrenOf(modules, Root), (Names{"features", "norm"}));
    QCOMPARE(childrenOf(modules, find(modules, "features")), (Names{"0", "1", "2", "3", "4", "5", "6", "7"}));
    QCOMPARE(childrenOf(modules, find(modules, "features/5/1")), (Names{"norm1", "attn", "norm2", "mlp"}));
    QCOMPARE(modules[find(modules, "features/5/1/attn")].operators, std::size_t(509));
    QCOMPARE(modules[find(modules, "features/1/0/norm1")].alike, std::size_t(5));
    QCOMPARE(boxes(model->graph, modules, opened(modules, 20, 80)), std::size_t(54));
}

void ModulesTest::yolox() {
    std::optional<test::TypedModel> model;
    if (!load("models/yolox-nano-416", model)) QSKIP(test::sharedMissing());
    const Modules modules = of(model->graph);
    QCOMPARE(modules.source, Source::Structure);
    const Names names = childrenOf(modules, Root);
    QCOMPARE(names.size(), std::size_t(26));
    QCOMPARE(names[0], std::string("Slice, Concat"));
    QCOMPARE(std::ranges::count(names, "Conv, Sigmoid, Mul"), std::ptrdiff_t(11));
}

void ModulesTest::bert() {
    std::optional<test::TypedModel> model;
    if (!load("exports/bert_small_op17", model)) QSKIP(test::sharedMissing());
    const Modules modules = of(model->graph);
    QCOMPARE(childrenOf(modules, Root), (Names{"layers.0 … layers.3"}));
    const ModuleId run = find(modules, "layers.0 … layers.3");
    QCOMPARE(modules[run].repeats, std::size_t(4));
    QCOMPARE(childrenOf(modules, run), (Names{"layers.0", "layers.1", "layers.2", "layers.3"}));
    QCOMPARE(childrenOf(modules, find(modules, "layers.2")), (Names{"att", "inter", "out"}));
    QCOMPARE(childrenOf(modules, find(modules, "layers.2/att")), (Names{"query", "key", "value", "dense"}));
    QCOMPARE(modules[find(modules, "layers.2/att/key")].alike, std::size_t(16));
}

void ModulesTest::tensorFlow() {
    std::optional<test::TypedModel> model;
    if (!load("models/deeplabv3-mnv2-tf2onnx", model)) QSKIP(test::sharedMissing());
    const Modules modules = of(model->graph);
    QCOMPARE(modules.source, Source::Names);
    const ModuleId run = find(modules, "MobilenetV2/expanded_conv_7 … expanded_conv_9");
    QVERIFY(run.valid());
    QCOMPARE(modules[run].repeats, std::size_t(3));
    QCOMPARE(modules[run].operators, std::size_t(18));
}

void ModulesTest::weightsOfADetector() {
    std::optional<test::TypedModel> model;
    if (!load("models/yunet-s-640", model)) QSKIP(test::sharedMissing());
    const Modules modules = of(model->graph);
    QCOMPARE(modules.source, Source::Weights);
    const std::set<std::string> all = paths(modules);
    for (const char* path : {"backbone", "bbox_head", "bbox_head/multi_level_cls/1"})
        QVERIFY2(all.contains(path), path);
}

EDGEWRIGHT_TEST(ModulesTest)

} // namespace edgewright::modules_test

#include "modules_test.moc"
