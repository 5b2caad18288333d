#!/usr/bin/env node
// A bot in JavaScript without libraries: plays the first legal play that the arena lists, pushes the first three cards
// that it was dealt. Protobuf by hand, as protocol/PROTOCOL.md describes it.
'use strict';

let bytes = Buffer.alloc(0);
let hand = [];

function varint(buffer, at) {
  let value = 0;
  for (let factor = 1; at < buffer.length; factor *= 128) {
    const byte = buffer[at++];
    value += (byte & 127) * factor;
    if (byte < 128) return [value, at];
  }
  return null;
}

/** The members of a message: [number, value] each, the value being a number or bytes. */
function members(message) {
  const all = [];
  for (let at = 0; at < message.length;) {
    let tag;
    let value;
    [tag, at] = varint(message, at);
    [value, at] = varint(message, at);
    if (tag % 8 === 2) {
      all.push([tag >> 3, message.subarray(at, at + value)]);
      at += value;
    } else {
      all.push([tag >> 3, value]);
    }
  }
  return all;
}

const member = (message, number) => (members(message).find(([found]) => found === number) || [])[1];
const number = (value) => (value < 128 ? [value] : [(value % 128) + 128, ...number(Math.floor(value / 128))]);
const field = (place, content) => [place * 8 + 2, ...number(content.length), ...content];
const whole = (place, value) => (value ? [place * 8, ...number(value)] : []);

function send(message) {
  process.stdout.write(Buffer.from([...number(message.length), ...message]));
}

function see(event) {
  if (member(event, 1)) return;  // all but DEALT
  const cards = [...member(event, 4)];
  hand = cards.length === 8 ? cards : [...hand, ...cards];
}

function answer(request) {
  const question = member(request, 2) || 0;
  const legal = member(request, 4);
  let content = [];
  if (question === 2) content = field(7, hand.slice(0, 3));
  if (question === 3 && !member(legal, 2)) {
    const play = member(legal, 1);
    content = [...field(3, [...(member(play, 1) || [])]), ...whole(4, member(play, 4))];
  }
  if (question === 5) content = whole(6, 1);
  send(field(2, [...whole(1, member(request, 1)), ...content]));
}

function receive(message) {
  for (const [kind, content] of members(message)) {
    if (kind === 1) send(field(1, [...whole(1, 1), ...field(2, Buffer.from('node')), ...whole(4, 1)]));
    if (kind === 2 && member(content, 3)) see(member(content, 3));
    if (kind === 3) answer(content);
    if (kind === 4) process.exit(0);
  }
}

process.stdin.on('data', (more) => {
  bytes = Buffer.concat([bytes, more]);
  for (let length = varint(bytes, 0); length && bytes.length >= length[0] + length[1]; length = varint(bytes, 0)) {
    receive(bytes.subarray(length[1], length[0] + length[1]));
    bytes = bytes.subarray(length[0] + length[1]);
  }
});
process.stdin.on('end', () => process.exit(0));
