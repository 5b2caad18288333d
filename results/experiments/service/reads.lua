-- What wrk asks a ladder's server on behalf of visitors who look at it from time to time.
--
--     wrk -t1 -cVISITORS … -s reads.lua URL -- MEAN SEED FILE
--
-- Each visitor waits between an answer and the next request for a time from an exponential distribution with that mean, in
-- milliseconds. FILE has a path a line, and after a tab the tag of what a browser has of it already, if any; they are asked in turn.
-- Prints one line of JSON, times in milliseconds. wrk adds to the times what visitors would have waited who were held up.
local requests = {}
local asked = 0
local mean = 0

function init(args)
  mean = tonumber(args[1])
  math.randomseed(tonumber(args[2]))
  for line in io.lines(args[3]) do
    local path, tag = line:match("^([^\t]+)\t?(.*)$")
    local headers = {["Host"] = "localhost", ["Accept-Encoding"] = "identity"}
    if tag ~= "" then headers["If-None-Match"] = tag end
    requests[#requests + 1] = wrk.format("GET", path, headers)
  end
end

function delay()
  return -mean * math.log(1 - math.random())
end

function request()
  asked = asked + 1
  return requests[asked % #requests + 1]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"answered": %d, "refused": %d, "missing": %d, "seconds": %.3f, "median": %.3f, "p99": %.3f, "p999": %.3f, "longest": %.3f, "bytes": %d}\n',
    summary.requests, errors.status, errors.connect + errors.read + errors.write + errors.timeout, summary.duration / 1e6,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000, latency:percentile(99.9) / 1000, latency.max / 1000, summary.bytes))
end
