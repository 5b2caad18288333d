# tichu_add_bot(name SOURCES file… [LIBRARIES library…] [FOLDER folder])
#
# Makes both shapes of a bot from the same objects: the plug-in NAME.so and the program NAME, in `bots` of the current
# project's build folder or in the folder that is named. One of the sources exports the bot, in C++ with TICHU_BOT.
# Targets: bot_NAME builds both, bot_NAME_plugin and bot_NAME_program one each; bot_NAME_objects are the compiled sources.
function(tichu_add_bot name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "FOLDER" "SOURCES;LIBRARIES")
  if(NOT arg_SOURCES OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "tichu_add_bot(${name} SOURCES file… [LIBRARIES library…] [FOLDER folder])")
  endif()
  set(folder ${PROJECT_BINARY_DIR}/bots)
  if(arg_FOLDER)
    set(folder ${arg_FOLDER})
  endif()

  add_library(bot_${name}_objects OBJECT ${arg_SOURCES})
  set_target_properties(bot_${name}_objects PROPERTIES
    POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_link_libraries(bot_${name}_objects PUBLIC tichu_sdk ${arg_LIBRARIES})
  if(TARGET tichu_warnings)  # those of the project itself
    target_link_libraries(bot_${name}_objects PRIVATE tichu_warnings)
  endif()

  add_library(bot_${name}_plugin MODULE $<TARGET_OBJECTS:bot_${name}_objects>)
  set_target_properties(bot_${name}_plugin PROPERTIES
    PREFIX "" OUTPUT_NAME ${name} SUFFIX ".so" LIBRARY_OUTPUT_DIRECTORY ${folder} LINKER_LANGUAGE CXX
    LINK_DEPENDS ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/plugin.map)
  target_link_libraries(bot_${name}_plugin PRIVATE tichu_sdk ${arg_LIBRARIES})
  # Only the entry leaves the plug-in, so that it can be unloaded and its names meet nobody else's.
  target_link_options(bot_${name}_plugin PRIVATE
    "LINKER:--version-script=${CMAKE_CURRENT_FUNCTION_LIST_DIR}/plugin.map")
  if(NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")  # the sanitizers' functions are found only at load
    target_link_options(bot_${name}_plugin PRIVATE "LINKER:--no-undefined")
  endif()

  add_executable(bot_${name}_program $<TARGET_OBJECTS:bot_${name}_objects>)
  set_target_properties(bot_${name}_program PROPERTIES
    OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${folder} LINKER_LANGUAGE CXX)
  target_link_libraries(bot_${name}_program PRIVATE tichu_sdk_main tichu_sdk ${arg_LIBRARIES})

  add_custom_target(bot_${name} DEPENDS bot_${name}_plugin bot_${name}_program)
endfunction()

# tichu_add_python_bot(name SOURCE file.py [MODULES file.py…] [FOLDER folder])
#
# Makes the program NAME, in the same folder as tichu_add_bot: one executable file that holds the script, its other
# modules and the Python package `tichu`, and needs nothing but /usr/bin/python3 with python3-protobuf. Target: bot_NAME.
function(tichu_add_python_bot name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SOURCE;FOLDER" "MODULES")
  if(NOT arg_SOURCE OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "tichu_add_python_bot(${name} SOURCE file.py [MODULES file.py…] [FOLDER folder])")
  endif()
  get_filename_component(source ${arg_SOURCE} ABSOLUTE)
  set(modules)
  set(with)
  foreach(module IN LISTS arg_MODULES)
    get_filename_component(module ${module} ABSOLUTE)
    list(APPEND modules ${module})
    list(APPEND with --with ${module})
  endforeach()
  set(folder ${PROJECT_BINARY_DIR}/bots)
  if(arg_FOLDER)
    set(folder ${arg_FOLDER})
  endif()
  get_target_property(pack_bot tichu_python TICHU_PACK_BOT)
  get_target_property(package_files tichu_python TICHU_PACKAGE_FILES)
  add_custom_command(
    OUTPUT ${folder}/${name}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
    COMMAND /usr/bin/python3 ${pack_bot} ${with} ${source} ${folder}/${name}
    DEPENDS ${source} ${modules} ${package_files} tichu_python
    COMMENT "Packing ${folder}/${name}"
    VERBATIM)
  add_custom_target(bot_${name} ALL DEPENDS ${folder}/${name})
endfunction()
