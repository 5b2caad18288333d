# For a bot's own project: include(<the arena's sources>/sdk/tichu.cmake) gives the targets and functions of the SDK
# (tichu_add_bot, tichu_add_python_bot) without building the arena; find_package(tichu) does so too, if what it finds is
# a build folder of the arena. See sdk/README.md.
include_guard(GLOBAL)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

function(tichu_use_sources folder)
  # The folders name their files from the top of the sources, which is not the top of the bot's project.
  set(PROJECT_SOURCE_DIR ${folder})
  set(CMAKE_CXX_STANDARD 20)
  set(CMAKE_CXX_STANDARD_REQUIRED ON)
  set(CMAKE_CXX_EXTENSIONS OFF)
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
  set(CMAKE_CXX_VISIBILITY_PRESET hidden)
  set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
  # As the arena builds them: compiled some together, they take a third less of a bot's first build.
  set(CMAKE_UNITY_BUILD ON)
  set(CMAKE_UNITY_BUILD_BATCH_SIZE 12)
  if(NOT TARGET tichu_warnings)
    add_library(tichu_warnings INTERFACE)  # the author's warnings are the author's choice
  endif()
  find_package(tl-expected 1.0 REQUIRED)
  foreach(layer engine protocol sdk)
    add_subdirectory(${folder}/${layer} ${CMAKE_BINARY_DIR}/tichu/${layer} EXCLUDE_FROM_ALL)
  endforeach()
endfunction()

cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH tichu_sources)
tichu_use_sources(${tichu_sources})
