# Writes the header of the measures of a drawn scene: each becomes a macro, M_GROUP_NAME.
#   cmake -D IN=measures.json -D OUT=FILE -P measures.cmake

cmake_minimum_required(VERSION 3.25)
file(READ "${IN}" json)
set(text "/* Made by measures.cmake from measures.json. */\n")
string(JSON groups LENGTH "${json}")
math(EXPR groups "${groups} - 1")
foreach(g RANGE ${groups})
  string(JSON group MEMBER "${json}" ${g})
  string(JSON names LENGTH "${json}" ${group})
  math(EXPR names "${names} - 1")
  foreach(n RANGE ${names})
    string(JSON name MEMBER "${json}" ${group} ${n})
    string(JSON value GET "${json}" ${group} ${name})
    string(JSON type TYPE "${json}" ${group} ${name})
    if(type STREQUAL "STRING") # written anew as a literal of C
      string(REGEX REPLACE "([\"\\\\])" "\\\\\\1" value "${value}")
      set(value "\"${value}\"")
    endif()
    # A list becomes an initialiser, on one line.
    string(REGEX REPLACE "[ \n\t]*\n[ \t]*" " " value "${value}")
    string(REPLACE "[" "{" value "${value}")
    string(REPLACE "]" "}" value "${value}")
    string(TOUPPER "M_${group}_${name}" macro)
    string(APPEND text "#define ${macro} ${value}\n")
  endforeach()
endforeach()
file(WRITE "${OUT}" "${text}")
