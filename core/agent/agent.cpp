// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/agent/agent.h"

#include "core/agent/hop.h"
#include "core/agent/machine_lock.h"
#include "core/agent/measured_run.h"
#include "core/agent/roof/measured_roof.h"
#include "core/agent/stage_run.h"
#include "core/agent/store.h"
#include "core/base/propagate.h"
#include "core/base/pulse.h"
#include "core/base/version.h"
#include "core/kernels/isa.h"
#include "core/protocol/messages.h"

#include <chrono>
#include <mutex>
#include <thread>

namespace edgewright::agent {

using namespace protocol;

namespace {

constexpr Patience SendPatience = std::chrono::seconds(60); // a link of 1 Mbit/s takes a progress in that time
constexpr std::chrono::milliseconds Pulse{300};
constexpr std::chrono::milliseconds Silence{1000}; // at most

class Agent {
public:
    Agent(int in, int out, const AgentOptions& options)
        : m_link(in, out, "the workbench"), m_options(options), m_store(options.folder) {}

    Result<void> serve() {
        while (true) {
            auto frame = m_link.receive({}, m_options.silence);
            if (!frame && m_link.hasEnded()) return {};
            if (!frame) return std::move(frame).error();
            RETURN_IF_ERROR(answer(*frame));
        }
    }
    ~Agent() {
        if (m_options.lost) m_options.lost();
        m_stop.request_stop();
    }

private:
    Result<void> send(Kind kind, const Content& content = {}) {
        const std::lock_guard lock(m_sending);
        return m_link.send(kind, content, {}, SendPatience);
    }
    Result<void> fail(const Error& error) {
        return send(Kind::Failed, contentOf(Failed{error.code, error.message}));
    }

    // What the workbench asks may fail, and is told; what breaks the protocol ends the agent.
    Result<void> answer(const Frame& frame) {
        if (frame.kind == Kind::Ping) return {};
        if (m_upload && frame.kind != Kind::Data) m_upload.reset(); // given up
        switch (frame.kind) {
        case Kind::Hello: {
            ASSIGN_OR_RETURN(const Hello hello, helloOf(frame.content));
            static_cast<void>(hello); // the workbench judges whether they fit
            return send(Kind::Welcome, contentOf(welcome()));
        }
        case Kind::Find: {
            ASSIGN_OR_RETURN(const BundleName name, bundleNameOf(frame.content));
            return send(Kind::Found, contentOf(Found{m_store.contains(name.digest)}));
        }
        case Kind::Put: {
            ASSIGN_OR_RETURN(const BundleName name, bundleNameOf(frame.content));
            m_refused = false;
            auto upload = m_store.put(name.digest, name.bytes);
            if (!upload) return refuse(upload.error());
            m_upload = *std::move(upload);
            m_toldUpload = std::chrono::steady_clock::now();
            return m_upload->isWhole() ? finishUpload() : Result<void>();
        }
        case Kind::Data:
            return take(frame.content);
        case Kind::Run: {
            ASSIGN_OR_RETURN(RunOrder order, runOrderOf(frame.content));
            return start([this, order = std::move(order)](const RunContext& run) -> Result<Content> {
                ASSIGN_OR_RETURN(const auto bundle, m_store.kept(order.digest));
                ASSIGN_OR_RETURN(
                    const RunState state,
                    measuredRun(
                        *bundle, order, run, [this](const RunState& so) { note(so); }, m_options.objects));
                return contentOf(state);
            });
        }
        case Kind::Roof: {
            ASSIGN_OR_RETURN(RoofOrder order, roofOrderOf(frame.content));
            return start([order = std::move(order)](const RunContext& run) -> Result<Content> {
                ASSIGN_OR_RETURN(const auto roof, measuredRoof(order, run));
                return contentOf(*roof);
            });
        }
        case Kind::Stage: {
            ASSIGN_OR_RETURN(const StageOrder order, stageOrderOf(frame.content));
            m_stage.reset();
            auto begun = beginStage(order);
            return begun ? send(Kind::Ready) : fail(begun.error());
        }
        case Kind::Listen: {
            ASSIGN_OR_RETURN(const HopOrder order, hopOrderOf(frame.content));
            m_listener.reset();
            auto listener = HopListener::at(order);
            if (!listener) return fail(listener.error());
            m_listener = *std::move(listener);
            return send(Kind::Listening, contentOf(m_listener->place()));
        }
        case Kind::Join: {
            ASSIGN_OR_RETURN(const HopOrder order, hopOrderOf(frame.content));
            m_joined = {};
            auto joined = joinedHop(order);
            if (!joined) return fail(joined.error());
            m_joined = *std::move(joined);
            return send(Kind::Joined);
        }
        case Kind::StageFrame: {
            ASSIGN_OR_RETURN(StageFrame one, stageFrameOf(frame.content));
            if (!m_stage) return badInput("a frame arrives that belongs to no stage");
            if (auto taken = m_stage->take(std::move(one)); !taken) return fail(taken.error());
            return {};
        }
        case Kind::Cancel:
            if (m_stage) {
                m_stage.reset();
                return send(Kind::Done);
            }
            m_stop.request_stop();
            return {};
        case Kind::Remove: {
            if (auto cleared = m_store.clear(); !cleared) return fail(cleared.error());
            return send(Kind::Removed);
        }
        default:
            return badInput("the workbench sends what only agents say: frame " +
                            std::to_string(static_cast<int>(frame.kind)));
        }
    }

    Result<void> beginStage(const StageOrder& order) {
        if (m_isRunning) return badInput("the agent measures already");
        ASSIGN_OR_RETURN(auto bundle, m_store.open(order.digest));
        const auto tell = [this](Kind kind, const Content& content) { return send(kind, content); };
        ASSIGN_OR_RETURN(StageHops hops, hopsFor(order));
        ASSIGN_OR_RETURN(m_stage,
                         StageRun::begin(std::move(bundle), order, std::move(hops), tell, m_options.objects));
        return {};
    }
    // Those that the order uses; others are closed.
    Result<StageHops> hopsFor(const StageOrder& order) {
        const auto listener = std::exchange(m_listener, nullptr);
        Descriptor joined = std::move(m_joined);
        StageHops hops;
        if (order.isFed) {
            if (!listener) return badInput("a stage has no hop that brings its frames");
            ASSIGN_OR_RETURN(hops.in, listener->taken());
        }
        if (order.passesOn) {
            if (!joined) return badInput("a stage has no hop that takes its answers");
            hops.out = std::move(joined);
        }
        return hops;
    }

    Welcome welcome() const {
        Welcome welcome;
        welcome.build = EDGEWRIGHT_VERSION;
        welcome.isa = kernels::nameOf(kernels::isaInUse());
        welcome.machine = measure::thisMachine();
        welcome.conditions = measure::conditionsNow();
        welcome.features = measure::processorFeatures();
        welcome.freeDiskBytes = m_store.freeBytes();
        welcome.bundleBytes = m_store.bytes();
        return welcome;
    }

    Result<void> refuse(const Error& error) {
        m_upload.reset();
        m_refused = true; // what is under way already is not looked at
        return fail(error);
    }

    Result<void> take(std::span<const std::byte> piece) {
        if (!m_upload) return m_refused ? Result<void>() : badInput("data arrives that nobody announced");
        if (auto added = m_upload->add(piece); !added) return refuse(added.error());
        if (m_upload->isWhole()) return finishUpload();
        // A slow link holds seconds of what was sent: the workbench hears that it arrives.
        const auto now = std::chrono::steady_clock::now();
        if (now - m_toldUpload < Silence) return {};
        m_toldUpload = now;
        protocol::Progress progress;
        progress.doing = "receiving";
        progress.done = static_cast<std::uint32_t>(m_upload->bytes() >> 10);
        return send(Kind::Progress, contentOf(progress));
    }

    Result<void> finishUpload() {
        auto finished = m_upload->finish();
        m_upload.reset();
        return finished ? send(Kind::Stored) : fail(finished.error());
    }

    using Measuring = std::function<Result<Content>(const RunContext&)>; // the content of Done

    Result<void> start(Measuring measuring) {
        if (m_isRunning) return fail(badInput("the agent measures already"));
        if (m_stage) return fail(badInput("the agent runs a stage"));
        m_worker = {}; // the last one has ended
        m_stop = std::stop_source();
        m_isRunning = true;
        m_worker = std::jthread([this, measuring = std::move(measuring)] { measure(measuring); });
        return {};
    }

    void measure(const Measuring& measuring) {
        m_told = m_news = {};
        m_hasNews = false;
        m_total.set(0, 0);
        auto done = [&]() -> Result<Content> {
            const std::jthread pulse([this](const std::stop_token& end) { tellProgress(end); });
            MachineLock lock(m_options.folder);
            while (!lock.tryLock()) {
                setDoing(protocol::WaitingForAnother);
                std::this_thread::sleep_for(std::chrono::milliseconds(50));
                if (m_stop.stop_requested()) return cancelled();
            }
            setDoing({});
            return measuring({m_stop.get_token(), &m_total});
        }();
        m_isRunning = false;
        const Result<void> sent = done ? send(Kind::Done, *done) : fail(done.error());
        static_cast<void>(sent); // who does not listen is gone, which the reading thread finds
    }

    void setDoing(std::string doing) {
        const std::lock_guard lock(m_noting);
        m_doing = std::move(doing);
    }

    // On the thread that measures: only what is new is copied.
    void note(const RunState& so) {
        const std::lock_guard lock(m_noting);
        m_news.end = so.end;
        m_news.seconds = so.seconds;
        m_news.before = so.before;
        m_news.variants.resize(so.variants.size());
        m_told.variants.resize(so.variants.size());
        for (std::size_t i = 0; i < so.variants.size(); ++i) {
            const VariantRun& from = so.variants[i];
            VariantRun &news = m_news.variants[i], &told = m_told.variants[i];
            news.first = from.first;
            news.warmups = from.warmups;
            news.disturbed = from.disturbed;
            news.blocks.insert(news.blocks.end(),
                               from.blocks.begin() + static_cast<std::ptrdiff_t>(told.blocks.size()),
                               from.blocks.end());
            told.blocks.resize(from.blocks.size());
        }
        m_hasNews = true;
    }

    void tellProgress(const std::stop_token& end) {
        auto last = std::chrono::steady_clock::now();
        beatUntil(end, Pulse, [&] {
            protocol::Progress progress;
            {
                const std::lock_guard lock(m_noting);
                const auto now = std::chrono::steady_clock::now();
                if (!m_hasNews && now - last < Silence) return true;
                last = now;
                progress.doing = m_doing;
                std::tie(progress.done, progress.total) = m_total.get();
                progress.state = std::move(m_news);
                m_news = {};
                m_hasNews = false;
            }
            return send(Kind::Progress, contentOf(progress)).has_value();
        });
    }

    Link m_link;
    const AgentOptions& m_options;
    Store m_store;
    std::unique_ptr<Store::Upload> m_upload;
    std::chrono::steady_clock::time_point m_toldUpload;
    bool m_refused = false;
    std::mutex m_sending;

    std::mutex m_noting; // the next five
    std::string m_doing;
    RunState m_news, m_told; // not sent yet; sizes of what was noted
    bool m_hasNews = false;
    edgewright::Progress m_total;

    std::stop_source m_stop;
    std::atomic<bool> m_isRunning = false;
    std::jthread m_worker;
    std::unique_ptr<HopListener> m_listener;
    Descriptor m_joined;               // to another agent, for the next stage
    std::unique_ptr<StageRun> m_stage; // last, and before it the worker: they end before the rest goes
};

} // namespace

Result<void> serve(int in, int out, const AgentOptions& options) {
    Agent agent(in, out, options);
    return agent.serve();
}

} // namespace edgewright::agent
