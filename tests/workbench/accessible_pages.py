#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a screen reader is told of each page of the window, over AT-SPI.

accessible_pages.py EDGEWRIGHT MODEL: starts the program with a screen and buses of its own, goes through its pages and
their tabs by the actions of their buttons, and prints as JSON {page: [faults]}. Status 77: something
to do it with is not installed.
"""
import collections
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

try:
    import dbus
except ImportError:
    print("python3-dbus is not installed")
    sys.exit(77)

ATSPI = "org.a11y.atspi."
ROOT = "/org/a11y/atspi/accessible/root"
CHECKED, FOCUSABLE, SELECTED, SHOWING = 4, 11, 23, 25  # bits of a state
LABELLED_BY = 2  # a relation
PATIENCE = 120  # seconds
MAX_TABS = 40  # of a page
PAGES = ["graph", "memory", "int8", "accelerator", "measure", "scenario", "pipeline", "study"]  # Alt+1 and on
CELLS = {"table", "tree", "tree table"}  # data: their rows are not walked
PICTURES = {"list", "chart", "drawing area", "image", "canvas"}


class Node:
    def __init__(self, bus, where, parent):
        self.bus, (self.name_of_bus, self.path), self.parent = bus, where, parent
        self.name, self.description = self.get("Name"), self.get("Description")
        self.role = str(self.call("Accessible", "GetRoleName"))
        low, high = self.call("Accessible", "GetState")
        self.state = int(low) | int(high) << 32
        self.children = []

    def object(self, interface):
        made = self.bus.get_object(self.name_of_bus, self.path, introspect=False)
        return dbus.Interface(made, interface)

    def get(self, name):
        return str(self.object("org.freedesktop.DBus.Properties").Get(ATSPI + "Accessible", name))

    def call(self, interface, method, *arguments):
        return self.object(ATSPI + interface).get_dbus_method(method)(*arguments)

    def is_(self, *bits):
        return all(self.state >> bit & 1 for bit in bits)

    def has_label(self):
        return any(int(kind) == LABELLED_BY for kind, _ in self.call("Accessible", "GetRelationSet"))

    def size(self):
        return [int(each) for each in self.call("Component", "GetExtents", dbus.UInt32(0))][2:]

    # For messages: where it is, as far as what is around it has names.
    def described(self):
        around, at = [], self.parent
        while at and at.role not in ("frame", "application"):
            if at.name:
                around.append(at.name[:40])
            at = at.parent
        return f"{self.role} “{self.name}” ({self.description[:60]})" + "".join(f" in “{each}”" for each in around[:3])


def walk(bus, where, parent=None):
    node = Node(bus, where, parent)
    if node.role not in CELLS and (node.is_(SHOWING) or parent is None or parent.parent is None):
        node.children = [walk(bus, each, node) for each in node.call("Accessible", "GetChildren")]
    return node


def flat(node):
    yield node
    for each in node.children:
        yield from flat(each)


# What the focus goes on from: tabs of their bar, a view of what it scrolls.
def passes_the_focus_on(node):
    if node.role != "filler":
        return False
    is_view = node.parent.is_(FOCUSABLE) and node.parent.role != "filler" and node.parent.size() == node.size()
    return is_view or any(each.role == "page tab list" for each in node.children)


def faults_of(nodes):
    faults = []
    seen = collections.Counter()
    focusable = [each for each in nodes if each.is_(FOCUSABLE, SHOWING) and not passes_the_focus_on(each)]
    for node in focusable:
        is_empty_text = node.role == "label" and not node.name  # its name is its text
        if node.role in ("unknown", "invalid", ""):
            faults.append("has no role: " + node.described())
        if not node.name.strip() and not is_empty_text:
            faults.append("has no name: " + node.described())
        if node.role == "filler" and not node.children and node.name:
            faults.append("has a name, and no role that says what it is: " + node.described())
        if node.role == "combo box" and not node.has_label() and not node.description:
            faults.append("tells its value alone: " + node.described())
        if node.name and node.role != "list item":
            # The name of a combo box is its value: what tells it from another one is its description.
            seen[(node.role, node.name, node.description if node.role == "combo box" else "")] += 1
    for (role, name, _), times in seen.items():
        if times > 1:
            faults.append(f"{times} of one name: {role} “{name}”")
    for node in nodes:
        if node.is_(SHOWING) and re.search(r"<(/?[a-z]+[^<>]*)>", node.name + node.description):
            faults.append("is told with tags: " + node.described())
    if len(focusable) < 20:
        faults.append(f"only {len(focusable)} of it can have the focus")
    return faults


def faults_of_page(tabs):
    faults = sorted({fault for nodes in tabs for fault in faults_of(nodes)})
    pictures = [each for nodes in tabs for each in nodes if each.role in PICTURES and each.name and each.is_(SHOWING)]
    return faults if pictures else faults + ["none of its pictures is told"]


# Told twice in the same way, a second apart: nothing comes any more.
def settled(bus, where):
    end, before = time.monotonic() + PATIENCE, None
    while True:
        try:
            nodes = list(flat(walk(bus, where)))
        except dbus.DBusException:  # it went away while it was asked
            nodes = None
        now = nodes and [(each.role, each.name, each.state) for each in nodes]
        if now and now == before or time.monotonic() > end:
            return nodes or []
        before = now
        time.sleep(1)


def wait_for(what, ask):
    end = time.monotonic() + PATIENCE
    while not (found := ask()):
        if time.monotonic() > end:
            sys.exit(f"{what} did not come in {PATIENCE} s")
        time.sleep(0.1)
    return found


def page_button(bus, where, page):
    keys = f"(Alt+{PAGES.index(page) + 1})"
    return next((each for each in flat(walk(bus, where)) if keys in each.description), None)


def press(node):
    names = [str(each[0]) for each in node.call("Action", "GetActions")]
    node.call("Action", "DoAction", dbus.Int32(next(i for i, each in enumerate(names) if each in ("Toggle", "Press"))))


def go_to(bus, where, page):
    press(wait_for("the button of the page " + page, lambda: page_button(bus, where, page)))
    wait_for("the page " + page, lambda: (now := page_button(bus, where, page)) and now.is_(CHECKED))


def read_pages(bus):
    registry = dbus.Interface(bus.get_object("org.a11y.atspi.Registry", ROOT, introspect=False), ATSPI + "Accessible")
    where = wait_for("the program", registry.GetChildren)[0]
    told = {}
    for page in PAGES:
        go_to(bus, where, page)
        told[page] = []
        pressed = set()  # tabs; others come into sight with them
        for _ in range(MAX_TABS):
            nodes = settled(bus, where)
            told[page].append(nodes)
            tabs = [each for each in nodes if each.role == "page tab" and each.is_(SHOWING)]
            pressed.update((each.name, each.parent.path) for each in tabs if each.is_(SELECTED))
            further = next((each for each in tabs if (each.name, each.parent.path) not in pressed), None)
            if further is None:
                break
            pressed.add((further.name, further.parent.path))
            press(further)
    return told


def main(program, model):
    for each, package in (("Xvfb", "xvfb"), ("dbus-daemon", "dbus-daemon")):
        if not shutil.which(each):
            print(f"{package} is not installed")
            sys.exit(77)
    if not os.path.exists("/usr/share/dbus-1/services/org.a11y.Bus.service"):
        print("at-spi2-core is not installed")
        sys.exit(77)
    started = []
    with tempfile.TemporaryDirectory() as folder:  # settings, data and sockets of its own
        environment = dict(os.environ, XDG_CONFIG_HOME=folder, XDG_DATA_HOME=folder, XDG_RUNTIME_DIR=folder,
                           QT_QPA_PLATFORM="xcb", QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1", NO_AT_BRIDGE="0")
        try:
            screen, number = os.pipe()
            started.append(subprocess.Popen(
                ["Xvfb", "-displayfd", str(number), "-screen", "0", "1440x900x24", "-nolisten", "tcp", "-noreset"],
                pass_fds=[number], stderr=subprocess.DEVNULL))
            os.close(number)
            with os.fdopen(screen) as told:
                environment["DISPLAY"] = ":" + told.readline().strip()
            started.append(subprocess.Popen(["dbus-daemon", "--session", "--nofork", "--print-address"], text=True,
                                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment))
            session = started[-1].stdout.readline().strip()
            environment["DBUS_SESSION_BUS_ADDRESS"] = session
            bus = dbus.bus.BusConnection(session).get_object("org.a11y.Bus", "/org/a11y/bus")
            address = dbus.Interface(bus, "org.a11y.Bus").GetAddress()
            started.append(subprocess.Popen([program, model], env=environment))
            told = read_pages(dbus.bus.BusConnection(address))
            if "-v" in sys.argv:
                for page, tabs in told.items():
                    for each in [each for nodes in tabs for each in nodes if each.is_(SHOWING)]:
                        print(page, each.described(), file=sys.stderr)
            faults = {page: faults_of_page(tabs) for page, tabs in told.items()}
            print(json.dumps(faults, ensure_ascii=False, indent=1))
        finally:
            for each in reversed(started):
                each.terminate()
                each.wait()


main(*sys.argv[1:3])
