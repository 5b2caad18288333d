#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/message.hpp>
#include <memory>

#include "arena/presentation/live/http_handler.h"

namespace tichu::arena {

/// Bound to one kind of executor, which costs a request less than sockets that can have any.
using NetworkExecutor = boost::asio::io_context::executor_type;
using NetworkSocket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, NetworkExecutor>;

/// Makes a WebSocket of a connection whose head asks for one, and serves it until it ends. `kept` lives as long as the
/// connection, and is given back by the network's thread.
///
/// Messages are not compressed. An end that sends nothing for twenty seconds is asked for a sign of life and has
/// twenty more; one that does not read what is sent to it, or that breaks RFC 6455, is cut off.
void serve_web_socket(NetworkSocket socket, const boost::beast::http::request<boost::beast::http::buffer_body>& head,
                      std::shared_ptr<WebSocketUser> user, std::shared_ptr<void> kept);

}  // namespace tichu::arena
