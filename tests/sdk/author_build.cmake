# Copies the C++ starter out of the tree, as an author would, builds it there and looks for both shapes.
file(REMOVE_RECURSE ${WORK}/my-bot)
file(COPY ${SOURCE}/sdk/starter/cpp/ DESTINATION ${WORK}/my-bot)
execute_process(
  COMMAND ${CMAKE_COMMAND} -S ${WORK}/my-bot -B ${WORK}/build -G Ninja -DTICHU_SOURCE_DIR=${SOURCE}
          -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK}/build COMMAND_ERROR_IS_FATAL ANY)
foreach(file starter starter.so)
  if(NOT EXISTS ${WORK}/build/bots/${file})
    message(FATAL_ERROR "the build left no bots/${file}")
  endif()
endforeach()
