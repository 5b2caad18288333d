// Writes the schema of the protocol in JSON to standard output, while the project is built.
#include <iostream>

#include "protocol/json_messages.h"

int main() { std::cout << tichu::protocol::json_schema(); }
