#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""site.py OUT: README, help and lessons as pages that a browser opens from the disk, in English and Chinese.

Needs cmark-gfm (Debian: cmark-gfm). Documents that a page links to become pages as well, other files are copied; a link to
what is not there is an error.
"""
import html
import json
import pathlib
import posixpath
import re
import shutil
import string
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TEMPLATE = string.Template((ROOT / "resources/site/page.html").read_text(encoding="utf-8"))
PAGES = ("graph", "memory", "int8", "accelerator", "measure", "scenario", "pipeline", "study")
WORDS = {
    "en": {"name": "English", "tag": "en", "contents": "Contents", "pages": "Pages of the workbench", "lessons": "Lessons",
           "papers": "Papers", "more": "More", "answer": "Answer", "notes": "For the teacher", "minutes": "{} minutes, in the "
           "window: **menu → Lessons**, where answers are checked against what the program computes.", "in": "In {}."},
    "zh_CN": {"name": "简体中文", "tag": "zh-CN", "contents": "目录", "pages": "工作台的页面", "lessons": "课程", "papers": "论文",
              "more": "更多", "answer": "答案", "notes": "教师备注", "minutes": "{} 分钟。在窗口中：**菜单 → 课程**，"
              "那里会用程序的计算结果核对答案。", "in": "单位：{}。"},
}
OTHER = {"en": "zh_CN", "zh_CN": "en"}
DOCUMENTS = ("samples/README.md", "resources/lessons/README.md", "resources/docs/operators.md", "core/README.md", "HACKING.md",
             "CHANGELOG.md")


class Page:
    def __init__(self, out, source, language, text, other=None):
        self.out = out  # its place among the pages
        self.source = source  # where its links begin
        self.language = language
        self.text = text
        self.other = other or home(OTHER[language])
        self.title = re.search(r"^# (.+)", text, re.MULTILINE).group(1).replace("`", "")


def suffix(language):
    return "" if language == "en" else "." + language


def home(language):
    return f"index{suffix(language)}.html"


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def picture(page, language, title):
    for name in (f"{page}.{language}.png", f"{page}.png"):
        if (ROOT / "resources/screenshots" / name).exists():
            return f"\n\n![{title}](/resources/screenshots/{name})\n\n"
    return "\n\n"


def help_page(kind, name, language):
    source = f"resources/help/{kind}/{name}.{language}.md"
    text = read(source)
    title, _, rest = text.partition("\n")
    if kind == "pages":
        text = title + picture(name, language, title.lstrip("# ")) + rest
    return Page(f"{kind}/{name}{suffix(language)}.html", source, language, text,
                f"{kind}/{name}{suffix(OTHER[language])}.html")


def lesson_step(step, words, say):
    text = [f"## {words['title']}", words["text"]]
    if "question" in words:
        unit = f" {say['in'].format(words['unit'])}" if words.get("unit") else ""
        choices = "\n".join(f"- {words['choices'][choice['key']]}" for choice in step["question"].get("choices", []))
        text += ['<div class="question">', words["question"] + unit, choices, "</div>"]
    for key, summary in (("after", say["answer"]), ("notes", say["notes"])):
        if words.get(key):
            text += [f"<details><summary>{summary}</summary>", words[key], "</details>"]
    return text


def lesson_page(folder, language):
    lesson = json.loads(read(folder / "lesson.json"))
    words = json.loads(read(folder / f"words.{language}.json"))
    say = WORDS[language]
    text = [f"# {words['title']}", words["about"], say["minutes"].format(lesson["minutes"])]
    for step in lesson["steps"]:
        text += lesson_step(step, words["steps"][step["id"]], say)
    out = f"lessons/{folder.name}"
    return Page(f"{out}{suffix(language)}.html", f"{folder}/words", language, "\n\n".join(text),
                f"{out}{suffix(OTHER[language])}.html")


def chapters(language):
    papers = [paper["id"] for paper in json.loads(read("resources/help/papers/papers.json"))["papers"]]
    lessons = sorted(path.parent.relative_to(ROOT) for path in ROOT.glob("resources/lessons/*/lesson.json"))
    return {
        "": [Page(home(language), f"README{suffix(language)}.md", language, read(f"README{suffix(language)}.md"))],
        "pages": [help_page("pages", name, language) for name in PAGES],
        "lessons": [lesson_page(folder, language) for folder in lessons],
        "papers": [help_page("papers", name, language) for name in papers],
    }


class Site:
    def __init__(self, out):
        self.out = out
        self.chapters = {language: chapters(language) for language in WORDS}
        self.documents = [self.document(source) for source in DOCUMENTS]
        self.waiting = [page for chapter in self.chapters.values() for pages in chapter.values() for page in pages]
        self.places = {page.source: page.out for page in self.waiting}
        for document in self.documents:
            self.add(document)

    @staticmethod
    def document(source):
        return Page(source.removesuffix(".md") + ".html", source, "en", read(source))

    def add(self, page):
        self.places[page.source] = page.out
        self.waiting.append(page)

    # Where a link leads: a page, which is made if it is not there yet, or a file, which is copied.
    def place(self, source, link):
        start = "" if link.startswith("/") else posixpath.dirname(source)
        target = posixpath.normpath(posixpath.join(start, link.lstrip("/")))
        if (ROOT / target).is_dir():
            target += "/README.md"
        if not (ROOT / target).is_file() or target.startswith(".."):
            sys.exit(f"{source}: there is no {link}")
        if target in self.places:
            return self.places[target]
        if target.endswith(".md"):
            self.add(self.document(target))
            return self.places[target]
        copy = target if posixpath.splitext(target)[1] else target + ".txt"
        (self.out / copy).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / target, self.out / copy)
        return copy

    def rendered(self, page):
        made = subprocess.run(["cmark-gfm", "--unsafe", "-e", "table", "-e", "strikethrough"], input=page.text,
                              capture_output=True, text=True, encoding="utf-8", check=True).stdout
        made = re.sub(r'(href|src)="([^"]*)"', lambda link: self.relinked(page, link), made)
        made = made.replace("<table>", '<div class="table"><table>').replace("</table>", "</table></div>")
        titles = []

        def numbered(heading):
            level, inside = heading.groups()
            anchor = re.sub(r"[^\w\- ]", "", html.unescape(re.sub("<[^>]*>", "", inside))).strip().lower().replace(" ", "-")
            if level == "2":
                titles.append((anchor, inside))
            return f'<h{level} id="{anchor}">{inside}</h{level}>'

        made = re.sub(r"<h([23])>(.*?)</h\1>", numbered, made)
        if len(titles) > 2:
            items = "".join(f'<li><a href="#{anchor}">{re.sub("</?a[^>]*>", "", title)}</a></li>' for anchor, title in titles)
            made = made.replace("</h1>", f'</h1>\n<div class="here"><ol>{items}</ol></div>', 1)
        return made

    def relinked(self, page, link):
        kind, url = link.group(1), html.unescape(link.group(2))
        if re.match("[a-z]+:|#", url):
            return link.group(0)
        path, hash_, anchor = url.partition("#")
        return f'{kind}="{html.escape(self.relative(page, self.place(page.source, path)) + hash_ + anchor)}"'

    @staticmethod
    def relative(page, out):
        return posixpath.relpath(out, posixpath.dirname(page.out) or ".")

    def nav(self, page):
        say = WORDS[page.language]
        lines = []
        for key, pages in (*self.chapters[page.language].items(), ("more", self.documents)):
            lines.append(f"<p>{say[key]}</p>" if key else "")
            lines.append("<ol>")
            for each in pages:
                here = ' aria-current="page"' if each.out == page.out else ""
                lines.append(f'<li><a href="{self.relative(page, each.out)}"{here}>{html.escape(each.title.split(" (")[0])}</a></li>')
            lines.append("</ol>")
        return "\n".join(lines)

    # To the pages before and behind it in its chapter.
    def ends(self, page):
        for key, pages in self.chapters[page.language].items():
            if not key or page not in pages:
                continue
            at = pages.index(page)
            left = f'<a href="{self.relative(page, pages[at - 1].out)}">← {html.escape(pages[at - 1].title)}</a>' if at else ""
            right = (f'<a href="{self.relative(page, pages[at + 1].out)}">{html.escape(pages[at + 1].title)} →</a>'
                     if at + 1 < len(pages) else "")
            return f'<div class="ends"><span>{left}</span><span>{right}</span></div>'
        return ""

    def write(self, page):
        say, other = WORDS[page.language], WORDS[OTHER[page.language]]
        file = self.out / page.out
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(TEMPLATE.substitute(
            language=say["tag"], title=html.escape(page.title if page.title == "Edgewright" else page.title + " · Edgewright"),
            up="../" * page.out.count("/"), home=self.relative(page, home(page.language)),
            other=self.relative(page, page.other), other_language=other["tag"], other_name=other["name"],
            contents=say["contents"], nav=self.nav(page), body=self.rendered(page) + self.ends(page)), encoding="utf-8")

    def make(self):
        self.out.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / "resources/site/style.css", self.out / "style.css")
        shutil.copyfile(ROOT / "resources/icons/edgewright.svg", self.out / "edgewright.svg")
        for page in self.waiting:  # it grows by the documents that pages link to
            self.write(page)
        print(f"{len(self.waiting)} pages: {self.out / 'index.html'}")


if len(sys.argv) != 2:
    sys.exit(__doc__)
Site(pathlib.Path(sys.argv[1])).make()
