// SPDX-License-Identifier: GPL-3.0-or-later
// The agent, in a thread of this program: what it keeps, runs, compares and refuses, and that it ends.
#include "core/agent/agent.h"
#include "core/agent/store.h"
#include "core/bundle/bundle.h"
#include "core/exec/executor.h"
#include "core/pipeline/study.h"
#include "core/protocol/messages.h"
#include "core/protocol/stage_frame.h"

#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <fstream>
#include <thread>

#include <sys/socket.h>
#include <unistd.h>

namespace edgewright::agent_test {

using namespace edgewright::protocol;
using namespace std::chrono_literals;

namespace {

namespace fs = std::filesystem;

constexpr auto Patient = 60s;

// An agent at the other end of a socket.
class Served {
public:
    explicit Served(const fs::path& folder, Patience silence = 10min) {
        if (::socketpair(AF_UNIX, SOCK_STREAM, 0, m_ends.data()) != 0) qFatal("no sockets");
        m_thread = std::jthread([this, folder, silence] {
            m_ended = agent::serve(m_ends[1], m_ends[1], {folder, [this] { m_lost = true; }, silence});
            ::shutdown(m_ends[1], SHUT_RDWR);
        });
        m_link.emplace(m_ends[0], m_ends[0], "the agent");
    }
    ~Served() {
        static_cast<void>(end());
        ::close(m_ends[1]);
    }
    Link& link() { return *m_link; }
    void send(Kind kind, const Content& content = {}) {
        const auto sent = m_link->send(kind, content, {}, Patient);
        if (!sent) qFatal("%s", sent.error().message.c_str());
    }
    Frame receive() {
        auto frame = m_link->receive({}, Patient);
        if (!frame) qFatal("%s", frame.error().message.c_str());
        return *std::move(frame);
    }
    // The last frame of a run.
    Frame receiveLast() {
        Frame frame = receive();
        while (frame.kind == Kind::Progress)
            frame = receive();
        return frame;
    }
    std::string failure() {
        const Frame frame = receiveLast();
        const auto failed = failedOf(frame.content);
        return frame.kind == Kind::Failed && failed ? failed->message : "no failure";
    }
    // Closes this end; how the agent took it.
    Result<void> end() {
        if (m_ends[0] >= 0) ::close(std::exchange(m_ends[0], -1));
        if (m_thread.joinable()) m_thread.join();
        return m_ended;
    }
    bool lost() const { return m_lost; }

private:
    std::array<int, 2> m_ends{-1, -1};
    Result<void> m_ended;
    std::atomic<bool> m_lost = false;
    std::optional<Link> m_link;
    std::jthread m_thread;
};

struct Network {
    fs::path file;
    bundle::Written written;
    std::vector<std::byte> content;

    Network(const fs::path& folder, const fs::path& model, bool spoiled = false)
        : file(folder / "network.bundle") {
        const auto opened = pipeline::open(model);
        const auto typed = pipeline::type(*opened, {}, true);
        const auto feeds = ir::seededFeeds(*typed->graph, 1);
        const ir::Opsets& opsets = typed->opened->model->opsets;
        auto expected = exec::run(*typed->graph, opsets, *feeds, {})->outputs;
        if (spoiled) expected[0].as<float>()[0] += 1;
        bundle::Bundle bundle;
        for (const ValueId id : typed->graph->inputs)
            bundle.inputs.push_back(feeds->at(id));
        bundle.programs = {{"baseline", typed->graph, opsets, nullptr, expected}};
        written = *bundle::write(bundle, file);
        std::ifstream in(file, std::ios::binary);
        const std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
        const auto raw = std::as_bytes(std::span(bytes));
        content.assign(raw.begin(), raw.end());
    }
    RunOrder order() const {
        RunOrder order;
        order.digest = written.digest;
        order.variants = {{.name = "baseline"}, {.name = "baseline, 2 threads", .choice = {.threads = 2}}};
        order.effort.maxBlocks = 20;
        order.effort.seconds = 100;
        order.effort.minSeconds = 0;
        order.profiledRuns = 3;
        return order;
    }
    RunOrder endless() const {
        RunOrder order = this->order();
        order.effort.maxBlocks = 1'000'000;
        order.effort.uncertainty = 0;
        order.effort.seconds = 86400;
        return order;
    }
};

} // namespace

class AgentTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    fs::path folder(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

    static void put(Served& agent, const Network& network, std::size_t piece = 1000) {
        agent.send(Kind::Put, contentOf(BundleName{network.written.digest, network.written.bytes}));
        for (std::span<const std::byte> left = network.content; !left.empty();) {
            const auto part = left.first(std::min(piece, left.size()));
            agent.send(Kind::Data, {part.begin(), part.end()});
            left = left.subspan(part.size());
        }
    }

private slots:
    void welcomes() {
        Served agent(folder("welcome"));
        agent.send(Kind::Hello, contentOf(Hello{}));
        const Frame frame = agent.receive();
        QVERIFY(frame.kind == Kind::Welcome);
        const auto welcome = welcomeOf(frame.content);
        QVERIFY(welcome);
        QCOMPARE(welcome->machine, measure::thisMachine());
        QVERIFY(!welcome->isa.empty() && !welcome->build.empty() && welcome->freeDiskBytes > 0);
        QCOMPARE(welcome->bundleBytes, std::int64_t(0));
        QVERIFY(agent.end() && agent.lost());
    }

    void keepsAndRuns() {
        const Network network(m_folder.path().toStdString(), test::sample("tiny_cnn_2d.onnx"));
        {
            Served agent(folder("kept"));
            agent.send(Kind::Find, contentOf(BundleName{network.written.digest, 0}));
            QVERIFY(!foundOf(agent.receive().content)->isThere);
            agent.send(Kind::Run, contentOf(network.order()));
            QVERIFY(agent.failure().find("cannot be opened") != std::string::npos);
            put(agent, network);
            QVERIFY(agent.receive().kind == Kind::Stored);
        }
        Served agent(folder("kept")); // another one finds it
        agent.send(Kind::Find, contentOf(BundleName{network.written.digest, 0}));
        QVERIFY(foundOf(agent.receive().content)->isThere);
        agent.send(Kind::Run, contentOf(network.order()));
        const Frame done = agent.receiveLast();
        QVERIFY(done.kind == Kind::Done);
        const auto state = runStateOf(done.content);
        QVERIFY(state);
        QCOMPARE(state->variants.size(), std::size_t(2));
        for (const VariantRun& each : state->variants) {
            QVERIFY(each.warmups);
            QVERIFY(each.blocks.size() >= 15 && each.blocks.size() <= 20);
            QCOMPARE(each.profile.size(), std::size_t(3));
            QCOMPARE(static_cast<std::int64_t>(each.profile[0].size()), each.operatorCalls);
            QVERIFY(each.peakBytes > 0);
            QCOMPARE(each.differences.size(), std::size_t(1));
            QVERIFY(each.differences[0].identical && each.differences[0].relNorm == 0);
        }
        agent.send(Kind::Remove);
        QVERIFY(agent.receive().kind == Kind::Removed);
        agent.send(Kind::Find, contentOf(BundleName{network.written.digest, 0}));
        QVERIFY(!foundOf(agent.receive().content)->isThere);
        QVERIFY(agent.end());
    }

    // No more is kept than the limit says: what was not used for the longest time goes.
    void keepsWhatWasUsedLast() {
        const fs::path here = folder("limited");
        const auto nameOf = [](int i) {
            bundle::Digest digest{};
            digest.front() = static_cast<std::byte>(i);
            return digest;
        };
        fs::create_directories(here);
        const auto now = fs::file_time_type::clock::now();
        for (int i = 0; i < 4; ++i) {
            const fs::path file = here / (bundle::hexOf(nameOf(i)) + ".bundle");
            std::ofstream(file) << std::string(100, 'x');
            fs::last_write_time(file, now - std::chrono::hours(i)); // 3 is the oldest
        }
        agent::Store store(here, 350);
        QVERIFY(store.put(nameOf(9), 100));
        QVERIFY(store.contains(nameOf(0)) && store.contains(nameOf(1)));
        QVERIFY(!store.contains(nameOf(2)) && !store.contains(nameOf(3)));
        QVERIFY(store.put(nameOf(8), 1000)); // larger than all that is kept
        QVERIFY(!store.contains(nameOf(0)) && !store.contains(nameOf(1)));
    }

    // A bundle under another's name is not run.
    void anotherBundleOfThatName() {
        const Network network(m_folder.path().toStdString(), test::sample("tiny_cnn_2d.onnx"));
        const fs::path here = folder("renamed");
        fs::create_directories(here);
        bundle::Digest wrong = network.written.digest;
        wrong.front() ^= std::byte{1};
        agent::Store store(here);
        fs::copy(network.file, here / (bundle::hexOf(network.written.digest) + ".bundle"));
        QVERIFY(store.open(network.written.digest));
        fs::copy(network.file, here / (bundle::hexOf(wrong) + ".bundle"));
        const auto opened = store.open(wrong);
        QVERIFY(!opened && opened.error().message.find("is another bundle") != std::string::npos);
        QVERIFY(!store.contains(wrong));
    }

    void whatRunsOftenStaysOpen() {
        const Network network(m_folder.path().toStdString(), test::sample("tiny_cnn_2d.onnx"));
        const fs::path here = folder("kept");
        fs::create_directories(here);
        const bundle::Digest& digest = network.written.digest;
        const fs::path file = here / (bundle::hexOf(digest) + ".bundle");
        fs::copy(network.file, file);
        agent::Store store(here);
        const auto first = *store.kept(digest);
        QCOMPARE(*store.kept(digest), first);
        // Another file of that name is opened, however alike it is.
        fs::copy(network.file, here / "other");
        fs::rename(here / "other", file);
        const auto second = *store.kept(digest);
        QVERIFY(second != first);
        // So is one of another size, which is none.
        fs::resize_file(file, fs::file_size(file) - 1);
        QVERIFY(!store.kept(digest));
        fs::copy(network.file, file, fs::copy_options::overwrite_existing);
        const auto third = *store.kept(digest);
        QVERIFY(store.clear());
        QVERIFY(!store.kept(digest));
        QCOMPARE(third.use_count(), 1L); // nobody else has it open
    }

    void differentOutputsAreTold() {
        const Network network(m_folder.path().toStdString(), test::sample("tiny_cnn_2d.onnx"), true);
        Served agent(folder("different"));
        put(agent, network);
        QVERIFY(agent.receive().kind == Kind::Stored);
        agent.send(Kind::Run, contentOf(network.order()));
        const auto state = runStateOf(agent.receiveLast().content);
        QVERIFY(state && !state->variants[0].differences[0].identical);
        QVERIFY(std::abs(state->variants[0].differences[0].maxAbs - 1) < 1e-3);
    }

    void uploadsThatAreNone() {
        Network network(m_folder.path().toStdString(), test::sample("tiny_cnn_2d.onnx"));
        Served agent(folder("none"));
        const auto isGone = [&] {
            agent.send(Kind::Find, contentOf(BundleName{network.written.digest, 0}));
            const bool isThere = foundOf(agent.receive().content)->isThere; // by then it has given up the rest
            bool parts = false;
            for (const auto& each : fs::directory_iterator(folder("none")))
                parts = parts || each.path().extension() == ".part" || each.path().extension() == ".bundle";
            return !isThere && !parts;
        };
        network.content[200] ^= std::byte{1};
        put(agent, network);
        QVERIFY(agent.failure().find("is damaged") != std::string::npos);
        QVERIFY(isGone());
        network.content[200] ^= std::byte{1};
        // Another bundle than the one that is announced.
        const bundle::Digest right = network.written.digest;
        network.written.digest[0] ^= std::byte{1};
        put(agent, network);
        QVERIFY(agent.failure().find("another bundle") != std::string::npos);
        network.written.digest = right;
        // More than is announced: the rest is not looked at.
        network.written.bytes -= 10;
        put(agent, network);
        QVERIFY(agent.failure().find("more than the announced") != std::string::npos);
        network.written.bytes += 10;
        QVERIFY(isGone());
        // No disk is that large.
        agent.send(Kind::Put, contentOf(BundleName{right, std::uint64_t(1) << 60}));
        QVERIFY(agent.failure().find("are free") != std::string::npos);
        // Given up half-way.
        agent.send(Kind::Put, contentOf(BundleName{right, network.written.bytes}));
        agent.send(Kind::Data, {network.content.begin(), network.content.begin() + 100});
        QVERIFY(isGone());
        put(agent, network);
        QVERIFY(agent.receive().kind == Kind::Stored);
        QVERIFY(agent.end());
    }

    void damagedOnTheDisk() {
        const Network network(m_folder.path().toStdString(), test::sample("tiny_cnn_2d.onnx"));
        Served agent(folder("disk"));
        put(agent, network);
        QVERIFY(agent.receive().kind == Kind::Stored);
        const fs::path file = folder("disk") / (bundle::hexOf(network.written.digest) + ".bundle");
        fs::resize_file(file, fs::file_size(file) - 1);
        agent.send(Kind::Run, contentOf(network.order()));
        QVERIFY(agent.failure().find(".bundle: ") != std::string::npos);
        put(agent, network); // it can be sent again
        QVERIFY(agent.receive().kind == Kind::Stored);
        agent.send(Kind::Run, contentOf(network.order()));
        QVERIFY(agent.receiveLast().kind == Kind::Done);
    }

    void ordersThatAreNone() {
        const Network network(m_folder.path().toStdString(), test::sample("tiny_cnn_2d.onnx"));
        Served agent(folder("orders"));
        put(agent, network);
        QVERIFY(agent.receive().kind == Kind::Stored);
        RunOrder order = network.order();
        order.variants[1].program = 3;
        agent.send(Kind::Run, contentOf(order));
        QVERIFY(agent.failure().find("program 3 of 1") != std::string::npos);
        order = network.order();
        order.variants.clear();
        agent.send(Kind::Run, contentOf(order));
        QVERIFY(agent.failure().find("no variant") != std::string::npos);
        order = network.order();
        order.memoryLimitBytes = 10;
        agent.send(Kind::Run, contentOf(order));
        QVERIFY(agent.failure().find("limit") != std::string::npos);
        order = network.order();
        order.processors = {4000};
        agent.send(Kind::Run, contentOf(order));
        QVERIFY(agent.failure().find("processors 4000") != std::string::npos);
        // An agent that nobody gave a folder of them, as on a board, loads no generated kernel.
        order = network.order();
        order.variants[1].choice.generated = {{"Conv(float32 1)", std::string(64, 'a'), "tile"}};
        agent.send(Kind::Run, contentOf(order));
        QVERIFY(agent.failure().find("none is loaded here") != std::string::npos);
    }

    void cancelled() {
        const Network network(m_folder.path().toStdString(), test::sample("tiny_cnn_2d.onnx"));
        Served agent(folder("cancelled"));
        put(agent, network);
        QVERIFY(agent.receive().kind == Kind::Stored);
        const RunOrder order = network.endless();
        agent.send(Kind::Run, contentOf(order));
        std::size_t blocks = 0;
        while (blocks == 0) {
            const auto progress = progressOf(agent.receive().content);
            QVERIFY(progress);
            if (!progress->state.variants.empty()) blocks += progress->state.variants[0].blocks.size();
        }
        agent.send(Kind::Run, contentOf(order)); // one at a time
        QVERIFY(agent.failure().find("measures already") != std::string::npos);
        agent.send(Kind::Cancel);
        const auto state = runStateOf(agent.receiveLast().content);
        QVERIFY(state && state->end == measure::End::Cancelled);
        QVERIFY(state->variants[0].blocks.size() >= blocks);
        // It goes on with the next one.
        agent.send(Kind::Run, contentOf(network.order()));
        QVERIFY(agent.receiveLast().kind == Kind::Done);
    }

    // A stage: frames by their numbers, what is no frame of it refused, and the agent goes on.
    void runsAStage() {
        const Network network(m_folder.path().toStdString(), test::sample("tiny_cnn_2d.onnx"));
        Served agent(folder("stage"));
        put(agent, network);
        QVERIFY(agent.receive().kind == Kind::Stored);
        const auto bundle = bundle::open(network.file);
        QVERIFY(bundle);
        StageOrder order{.digest = network.written.digest, .variant = {.name = "stage"}};
        order.credits = 1;
        agent.send(Kind::Stage, contentOf(order));
        QVERIFY(agent.receiveLast().kind == Kind::Ready);
        for (const std::uint64_t number : {7, 3}) {
            agent.send(Kind::StageFrame, *contentOf(StageFrame{number, 0, bundle->inputs}, LinkFormat::Exact));
            const auto done = stageFrameOf(agent.receiveLast().content);
            QVERIFY2(done, done ? "" : done.error().message.c_str());
            QCOMPARE(done->number, number);
            QVERIFY(done->seconds > 0);
            QVERIFY(std::ranges::equal(done->tensors.at(0).bytes(), bundle->programs[0].expected[0].bytes()));
        }
        agent.send(Kind::StageFrame, *contentOf(StageFrame{1, 0, {}}, LinkFormat::Exact));
        QVERIFY(agent.failure().find("has 0 tensors") != std::string::npos);
        agent.send(Kind::StageFrame,
                   *contentOf(StageFrame{1, 0, {ir::Tensor::scalar<float>(1)}}, LinkFormat::Exact));
        QVERIFY(agent.failure() != "no failure");
        agent.send(Kind::Run, contentOf(network.order()));
        QVERIFY(agent.failure().find("runs a stage") != std::string::npos);
        agent.send(Kind::Cancel);
        QVERIFY(agent.receiveLast().kind == Kind::Done);
        order.variant.program = 9;
        agent.send(Kind::Stage, contentOf(order));
        QVERIFY(agent.failure().find("program 9 of 1") != std::string::npos);
        agent.send(Kind::Run, contentOf(network.order()));
        QVERIFY(agent.receiveLast().kind == Kind::Done);
        agent.send(Kind::StageFrame, *contentOf(StageFrame{1, 0, bundle->inputs}, LinkFormat::Exact));
        QVERIFY(!agent.end()); // a frame of no stage breaks the protocol
    }

    // The machine itself: told as a run is; stopped, it is none, and the next one is measured.
    void measuresItsRoof() {
        Served agent(folder("roof"));
        RoofOrder order{.threads = {1}, .seconds = 600};
        agent.send(Kind::Roof, contentOf(order));
        const Frame first = agent.receive();
        QVERIFY(first.kind == Kind::Progress);
        const auto progress = progressOf(first.content);
        QVERIFY(progress && progress->state.variants.empty());
        agent.send(Kind::Roof, contentOf(order)); // one at a time
        QVERIFY(agent.failure().find("measures already") != std::string::npos);
        agent.send(Kind::Cancel);
        const Frame stopped = agent.receiveLast();
        const auto failed = failedOf(stopped.content);
        QVERIFY(stopped.kind == Kind::Failed && failed && failed->code == ErrorCode::Cancelled);
        order.seconds = 0.05;
        agent.send(Kind::Roof, contentOf(order));
        const Frame done = agent.receiveLast();
        QVERIFY(done.kind == Kind::Done);
        const auto roof = roofOf(done.content);
        QVERIFY2(roof, roof ? "" : roof.error().message.c_str());
        QCOMPARE(roof->machine, measure::thisMachine());
        QVERIFY(roof->on(1) && roof->on(1)->float32 > 0 && !roof->kernels.empty());
        QVERIFY(agent.end());
    }

    // Nobody listens any more while it measures the machine.
    void endsWhileItMeasuresItsRoof() {
        Served agent(folder("gone"));
        agent.send(Kind::Roof, contentOf(RoofOrder{.threads = {1}, .seconds = 600}));
        QVERIFY(agent.receive().kind == Kind::Progress);
        static_cast<void>(agent.end()); // it may have failed to say what it was about to say
        QVERIFY(agent.lost());
    }

    // The end of its input ends what it runs.
    void endsWithItsInput() {
        const Network network(m_folder.path().toStdString(), test::sample("tiny_cnn_2d.onnx"));
        Served agent(folder("ends"));
        put(agent, network);
        QVERIFY(agent.receive().kind == Kind::Stored);
        const RunOrder order = network.endless();
        agent.send(Kind::Run, contentOf(order));
        QVERIFY(agent.receive().kind == Kind::Progress);
        static_cast<void>(agent.end()); // it may have failed to say what it was about to say
        QVERIFY(agent.lost());
    }

    // A cut link ends no input.
    void endsWhenNothingIsHeard() {
        const Network network(m_folder.path().toStdString(), test::sample("tiny_cnn_2d.onnx"));
        Served agent(folder("unheard"), 1s);
        put(agent, network);
        QVERIFY(agent.receive().kind == Kind::Stored);
        agent.send(Kind::Run, contentOf(network.endless()));
        for (int i = 0; i < 20; ++i) { // twice as long as it would wait
            agent.send(Kind::Ping);
            std::this_thread::sleep_for(100ms);
        }
        QVERIFY(!agent.lost());
        QTRY_VERIFY_WITH_TIMEOUT(agent.lost(), 60'000);
        const auto ended = agent.end();
        QVERIFY(!ended && ended.error().code == ErrorCode::TimedOut);
        QCOMPARE(ended.error().message, std::string("the workbench says nothing for 1 s"));
    }

    // Parts are removed unless somebody writes them, whatever the date is.
    void partsThatWereLeft() {
        const Network network(m_folder.path().toStdString(), test::sample("tiny_cnn_2d.onnx"));
        Served writing(folder("parts"));
        writing.send(Kind::Put, contentOf(BundleName{network.written.digest, network.written.bytes}));
        writing.send(Kind::Data, {network.content.begin(), network.content.begin() + 100});
        const auto parts = [&] {
            std::error_code ignored;
            const fs::directory_iterator all(folder("parts"), ignored);
            return std::count_if(begin(all), end(all),
                                 [](const auto& each) { return each.path().extension() == ".part"; });
        };
        QTRY_COMPARE(parts(), 1);
        std::ofstream(folder("parts") / "left.1.part") << "of an agent that was killed";
        QCOMPARE(parts(), 2);
        const Served another(folder("parts"));
        QTRY_COMPARE(parts(), 1);
        writing.send(Kind::Data, {network.content.begin() + 100, network.content.end()});
        QVERIFY(writing.receiveLast().kind == Kind::Stored);
        QCOMPARE(parts(), 0);
    }

    // The second waits for the first, says so, and then runs.
    void oneMeasuresAtATime() {
        const Network network(m_folder.path().toStdString(), test::sample("tiny_cnn_2d.onnx"));
        Served first(folder("two")), second(folder("two"));
        put(first, network);
        QVERIFY(first.receive().kind == Kind::Stored);
        const RunOrder order = network.endless();
        first.send(Kind::Run, contentOf(order));
        QVERIFY(first.receive().kind == Kind::Progress);
        second.send(Kind::Run, contentOf(network.order()));
        const auto waiting = progressOf(second.receive().content);
        QVERIFY(waiting && waiting->doing.starts_with("waiting for another measurement"));
        first.send(Kind::Cancel);
        QVERIFY(first.receiveLast().kind == Kind::Done);
        QVERIFY(second.receiveLast().kind == Kind::Done);
    }

    void breaksTheProtocol_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("an answer") << static_cast<int>(Kind::Welcome) << QByteArray();
        QTest::newRow("a hello that is none") << static_cast<int>(Kind::Hello) << QByteArray("x");
        QTest::newRow("an order that is none") << static_cast<int>(Kind::Run) << QByteArray(100, '\xff');
        QTest::newRow("an order for a roof that is none")
            << static_cast<int>(Kind::Roof) << QByteArray(100, '\xff');
        QTest::newRow("data that nobody announced") << static_cast<int>(Kind::Data) << QByteArray("x");
    }
    void breaksTheProtocol() {
        QFETCH(int, kind);
        QFETCH(QByteArray, content);
        Served agent(folder("broken"));
        const auto bytes =
            std::as_bytes(std::span(content.constData(), static_cast<std::size_t>(content.size())));
        agent.send(static_cast<Kind>(kind), {bytes.begin(), bytes.end()});
        const auto answer = agent.link().receive({}, Patient);
        QVERIFY(!answer && agent.link().hasEnded());
        const auto ended = agent.end();
        QVERIFY(!ended && !ended.error().message.empty());
    }
};

EDGEWRIGHT_TEST(AgentTest)

} // namespace edgewright::agent_test

#include "agent_test.moc"
