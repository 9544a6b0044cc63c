// SPDX-License-Identifier: GPL-3.0-or-later
// edgewright-askpass PROMPT: what OpenSSH runs to ask the user. It hands the prompt to the program that listens
// at the socket EDGEWRIGHT_ASKPASS_SOCKET, and prints the answer; without one it fails, which OpenSSH takes for
// a no.
#include "core/remote/askpass.h"

#include <cstdio>
#include <cstdlib>

int main(int count, char** arguments) {
    const char* socket = std::getenv("EDGEWRIGHT_ASKPASS_SOCKET");
    if (count < 2 || !socket) {
        std::fputs("edgewright-askpass is run by ssh, for Edgewright\n", stderr);
        return 2;
    }
    const auto answer = edgewright::remote::askAt(socket, arguments[1]);
    if (!answer) return 1;
    std::puts(answer->c_str());
    return 0;
}
