# The target `reference`: the API reference as HTML in build/PRESET/reference, of the installed headers (cpp/, by Doxygen)
# and of the Python package (python/, by Sphinx). Debian: doxygen, python3-sphinx. What is missing is left out and named.
find_package(Doxygen QUIET)
find_program(TICHU_SPHINX sphinx-build)
mark_as_advanced(TICHU_SPHINX)
add_custom_target(reference)

if(DOXYGEN_FOUND)
  set(DOXYGEN_PROJECT_NAME "Tichu engine and SDK")
  set(DOXYGEN_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/reference)
  set(DOXYGEN_HTML_OUTPUT cpp)
  set(DOXYGEN_FILE_PATTERNS *.h)
  set(DOXYGEN_EXCLUDE_PATTERNS */starter/* */python/*)
  set(DOXYGEN_STRIP_FROM_PATH ${PROJECT_SOURCE_DIR})
  set(DOXYGEN_EXTRACT_ALL YES)
  set(DOXYGEN_JAVADOC_AUTOBRIEF YES)
  set(DOXYGEN_WARN_IF_UNDOCUMENTED NO)
  set(DOXYGEN_QUIET YES)
  set(DOXYGEN_HAVE_DOT NO)
  doxygen_add_docs(reference_cpp ${PROJECT_SOURCE_DIR}/engine ${PROJECT_SOURCE_DIR}/sdk COMMENT "Reference of the C++ headers")
  add_dependencies(reference reference_cpp)
else()
  add_custom_command(TARGET reference COMMAND ${CMAKE_COMMAND} -E echo "No C++ reference: doxygen is missing.")
endif()

if(TICHU_SPHINX AND TARGET tichu_python_native)
  add_custom_target(reference_python
    COMMAND ${CMAKE_COMMAND} -E env PYTHONPATH=${PROJECT_BINARY_DIR}/python
      ${TICHU_SPHINX} -q -W -b html ${PROJECT_SOURCE_DIR}/sdk/reference ${PROJECT_BINARY_DIR}/reference/python
    COMMENT "Reference of the Python package" VERBATIM)
  add_dependencies(reference_python tichu_python_native)
  add_dependencies(reference reference_python)
else()
  add_custom_command(TARGET reference COMMAND ${CMAKE_COMMAND} -E echo
    "No Python reference: it needs sphinx-build, and the compiled Python module (pybind11-dev, python3-dev, python3-numpy).")
endif()
