// SPDX-License-Identifier: GPL-3.0-or-later
// One client of an endpoint: its request as it arrives, the answer as far as it is taken, and a time limit for
// each.
#pragma once

#include "core/base/descriptor.h"
#include "core/metrics/http.h"

#include <chrono>
#include <functional>
#include <string>

namespace edgewright::metrics {

class Connection {
public:
    using Time = std::chrono::steady_clock::time_point;

    // `socket` does not block.
    Connection(Descriptor socket, Time until) : m_socket(std::move(socket)), m_until(until) {}

    int socket() const { return m_socket.get(); }
    short awaited() const; // events of poll()
    Time until() const { return m_until; }

    using Answer = std::function<std::string(HttpStatus)>;
    // Does what can be done without waiting: `answer` is asked once, for the whole response. False: it is over.
    bool goOn(std::string_view path, Time now, std::chrono::milliseconds patience, const Answer& answer);
    // Its time is over. False: so is the connection; true: it is told so first.
    bool timedOut(Time now, std::chrono::milliseconds patience);

private:
    enum class Phase {
        Request,
        Response,
        Rest, // what the client may still send is read, or the end of the connection could undo the response
    };
    bool receive(std::string_view path, Time now, std::chrono::milliseconds patience, const Answer& answer);
    bool send();
    bool drain();
    void respond(std::string response, Time until);

    Descriptor m_socket;
    Time m_until;
    Phase m_phase = Phase::Request;
    std::string m_received, m_response;
    std::size_t m_sent = 0, m_drained = 0;
};

} // namespace edgewright::metrics
