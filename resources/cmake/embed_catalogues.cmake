# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -D OUTPUT=FILE.cpp -D LANGUAGES=zh_CN,... -D TRANSLATIONS=DIR -D FOLDER=DIR -D MSGFMT=... [-D LCONVERT=... -D
# MSGCAT=... -D MSGGREP=...] -P: the catalogues of core, as the source that core/base/embedded_catalogues.h declares. Sentences are
# those of core_<language>.po; the texts of core's tables, TRANSLATABLE("Word", ...), are translated once for all, in
# edgewright_<language>.ts.
string(REPLACE "," ";" LANGUAGES "${LANGUAGES}")
list(LENGTH LANGUAGES count)
set(arrays "")
set(entries "")
foreach(language IN LISTS LANGUAGES)
  set(po ${TRANSLATIONS}/core_${language}.po)
  set(mo ${FOLDER}/core_${language}.mo)
  if(LCONVERT)
    set(words ${FOLDER}/words_${language}.po)
    execute_process(COMMAND ${LCONVERT} -i ${TRANSLATIONS}/edgewright_${language}.ts -of po -o ${words}
      COMMAND_ERROR_IS_FATAL ANY)
    # "Word|" is the context "Word" without a comment; classes of the window, "edgewright::views::Pin|", are left out.
    file(READ ${words} text)
    string(REGEX REPLACE "msgctxt \"([A-Z][A-Za-z]*)\\|\"" "msgctxt \"\\1\"" text "${text}")
    file(WRITE ${words} "${text}")
    execute_process(COMMAND ${MSGGREP} --msgctxt --regexp=^[A-Z][A-Za-z]*$ ${words} -o ${words}
      COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND ${MSGCAT} --use-first ${po} ${words} -o ${FOLDER}/all_${language}.po COMMAND_ERROR_IS_FATAL ANY)
    set(po ${FOLDER}/all_${language}.po)
  endif()
  execute_process(COMMAND ${MSGFMT} ${po} -o ${mo} COMMAND_ERROR_IS_FATAL ANY)
  file(READ ${mo} bytes HEX)
  string(LENGTH "${bytes}" digits)
  math(EXPR size "${digits} / 2")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" bytes "${bytes}")
  string(REGEX REPLACE "(................................................................)" "\\1\"\n    \"" bytes "${bytes}")
  string(APPEND arrays "constexpr char Mo_${language}[] =\n    \"${bytes}\";\n")
  string(APPEND entries "    {\"${language}\", {Mo_${language}, ${size}}},\n")
endforeach()
# Written only where it differs.
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "// Made by resources/cmake/embed_catalogues.cmake.
#include \"core/base/embedded_catalogues.h\"

#include <array>

namespace edgewright {

namespace {

${arrays}
constexpr std::array<EmbeddedCatalogue, ${count}> AllCatalogues{{
${entries}}};

} // namespace

std::span<const EmbeddedCatalogue> embeddedCatalogues() { return AllCatalogues; }

} // namespace edgewright
" @ONLY)
