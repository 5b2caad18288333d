/* A bot in C with the C library alone, whichever it is: plays the first legal play that the arena lists, pushes the
 * first three cards that it was dealt. Protobuf by hand, as protocol/PROTOCOL.md describes it. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bytes {
  const unsigned char* at;
  const unsigned char* end;
};

static uint64_t varint(struct bytes* from) {
  uint64_t value = 0;
  for (int shift = 0; from->at < from->end; shift += 7) {
    const unsigned char byte = *from->at++;
    value |= (uint64_t)(byte & 127) << shift;
    if (byte < 128) break;
  }
  return value;
}

/* The next member of a message; 0 after the last. */
static int next_member(struct bytes* message, uint64_t* value, struct bytes* content) {
  if (message->at == message->end) return 0;
  const uint64_t tag = varint(message);
  *value = varint(message);
  content->at = content->end = message->at;
  if (tag % 8 == 2) message->at = content->end = content->at + *value;
  return (int)(tag >> 3);
}

/* The first member of that number; whether there is one. */
static int find(struct bytes message, int number, uint64_t* value, struct bytes* content) {
  for (int found; (found = next_member(&message, value, content)) != 0;) {
    if (found == number) return 1;
  }
  *value = 0;
  content->at = content->end = 0;
  return 0;
}

static unsigned char out[4096];
static size_t out_size;
static unsigned char hand[14];
static size_t hand_size;

static void put(uint64_t value) {
  for (; value >= 128; value /= 128) out[out_size++] = (unsigned char)(value % 128 + 128);
  out[out_size++] = (unsigned char)value;
}

static void put_whole(int place, uint64_t value) {
  if (value == 0) return;
  put((uint64_t)place * 8);
  put(value);
}

static void put_bytes(int place, const unsigned char* bytes, size_t size) {
  put((uint64_t)place * 8 + 2);
  put(size);
  memcpy(out + out_size, bytes, size);
  out_size += size;
}

/* What was put, as a member of a message of its own. */
static void send_as(int place) {
  unsigned char frame[4200];
  const size_t content = out_size;
  memcpy(frame, out, content);
  out_size = 0;
  put_bytes(place, frame, content);
  const size_t message = out_size;
  memcpy(frame, out, message);
  out_size = 0;
  put(message);
  fwrite(out, 1, out_size, stdout);
  fwrite(frame, 1, message, stdout);
  fflush(stdout);
  out_size = 0;
}

static void see(struct bytes event) {
  uint64_t kind;
  uint64_t size;
  struct bytes cards;
  find(event, 1, &kind, &cards);
  if (kind != 0 || !find(event, 4, &size, &cards)) return; /* all but DEALT */
  if (size == 8) hand_size = 0;
  memcpy(hand + hand_size, cards.at, size);
  hand_size += size;
}

static void answer(struct bytes request) {
  uint64_t value;
  uint64_t question;
  uint64_t may_pass;
  struct bytes content;
  struct bytes legal;
  struct bytes play;
  find(request, 1, &value, &content);
  put_whole(1, value);
  find(request, 2, &question, &content);
  find(request, 4, &value, &legal);
  if (question == 2) put_bytes(7, hand, 3);
  find(legal, 2, &may_pass, &content);
  if (question == 3 && !may_pass && find(legal, 1, &value, &play)) {
    find(play, 1, &value, &content);
    put_bytes(3, content.at, value);
    find(play, 4, &value, &content);
    put_whole(4, value);
  }
  if (question == 5) put_whole(6, 1);
  send_as(2);
}

static void receive(struct bytes message) {
  uint64_t value;
  struct bytes content;
  struct bytes event;
  for (int kind; (kind = next_member(&message, &value, &content)) != 0;) {
    if (kind == 1) {
      put_whole(1, 1);
      put_bytes(2, (const unsigned char*)"c", 1);
      put_whole(4, 1);
      send_as(1);
    }
    if (kind == 2 && find(content, 3, &value, &event)) see(event);
    if (kind == 3) answer(content);
    if (kind == 4) exit(0);
  }
}

int main(void) {
  while (1) {
    uint64_t length = 0;
    for (int shift = 0, byte = 128; byte >= 128; shift += 7) {
      byte = getchar();
      if (byte == EOF) return 0;
      length |= (uint64_t)(byte & 127) << shift;
    }
    unsigned char* message = malloc(length + 1);
    if (message == 0 || fread(message, 1, length, stdin) != length) return 1;
    receive((struct bytes){message, message + length});
    free(message);
  }
}
