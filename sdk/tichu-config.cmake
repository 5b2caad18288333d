# The installed SDK: find_package(tichu) gives tichu_add_bot, tichu_add_python_bot and the libraries that bots link.
include(CMakeFindDependencyMacro)
find_dependency(Protobuf)  # bots' programs speak the protocol
find_dependency(tl-expected)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
include(${CMAKE_CURRENT_LIST_DIR}/tichu-targets.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/tichu_add_bot.cmake)
if(NOT TARGET tichu_python)
  cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH tichu_folder)
  file(GLOB tichu_python_files ${tichu_folder}/python/tichu/*.py)
  add_custom_target(tichu_python)
  set_target_properties(tichu_python PROPERTIES
    TICHU_PACK_BOT ${tichu_folder}/python/pack_bot.py
    TICHU_PACKAGE_FILES "${tichu_python_files}")
endif()
