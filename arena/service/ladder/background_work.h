#pragma once

namespace tichu::arena {

/// From now on this thread, the threads that it makes and the programs that it starts let threads go first that answer
/// people: boards and builds take all cores, and who asks something meanwhile should wait for none of them. They still
/// get all time that nobody else wants, and among themselves the same share as before. It cannot be taken back.
/// `behind_rated`: it lets those that play rated boards go first too.
void begin_background_work(bool behind_rated = false);

}  // namespace tichu::arena
