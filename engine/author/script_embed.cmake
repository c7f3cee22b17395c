# Writes a C file with the scripts of the program, lua/tools/*.lua, for engine/author/script.c.
#   cmake -D ROOT=lua/tools -D OUT=FILE -P script_embed.cmake

cmake_minimum_required(VERSION 3.25)
file(GLOB paths "${ROOT}/*.lua")
list(SORT paths)
set(texts "")
set(rows "")
foreach(path IN LISTS paths)
  get_filename_component(name "${path}" NAME_WE)
  file(READ "${path}" bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(APPEND texts "static const unsigned char script_${name}[] = {\n${bytes}\n}@\n")
  string(APPEND rows "    {\"${name}\", script_${name}, sizeof script_${name}},\n")
endforeach()
set(text "/* Made by script_embed.cmake. */\n#include \"author/script.h\"\n\n${texts}
const struct author_script author_scripts[] = {\n${rows}    {0}}@\n")
string(REPLACE "@" ";" text "${text}")
file(WRITE "${OUT}" "${text}")
