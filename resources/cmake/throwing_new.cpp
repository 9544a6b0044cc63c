// SPDX-License-Identifier: GPL-3.0-or-later
// mimalloc, built as C, ends the program where operator new finds no memory, unless there is a handler. With this one
// it throws std::bad_alloc, as the standard library does.
#include <new>

namespace {

[[maybe_unused]] const std::new_handler Before = std::set_new_handler([] { throw std::bad_alloc(); });

} // namespace
