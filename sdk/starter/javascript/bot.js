#!/usr/bin/env node
// Plays its lowest legal combination and never calls. Each question tells all that it may know: it keeps no state.
'use strict';

const ORDER = ['Dog', 'Mah', ...'23456789TJQKA', 'Phx', 'Drg'];
const worth = (card) => ORDER.indexOf(ORDER.includes(card[0]) ? card[0] : card.slice(0, 3));
const height = (play) => worth(play.split(' ').at(-1));

function answer({ ask, seen, legal }) {
  if (ask === 'push') { // to the right, to the partner, to the left
    const [right, left, partner] = seen.hand.split(' ').sort((a, b) => worth(a) - worth(b));
    return { push: [right, partner, left] };
  }
  if (ask === 'give_dragon') return { give_to: seen.hand_size.left > seen.hand_size.right ? 'left' : 'right' };
  if (ask === 'turn' && legal.plays.length > 0) {
    return { play: legal.plays.reduce((lowest, play) => (height(play) < height(lowest) ? play : lowest)) };
  }
  return ask === 'turn' || ask === 'bomb' ? { pass: true } : { call: false };
}

const say = (message) => process.stdout.write(JSON.stringify(message) + '\n');

require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.hello?.min_version === 1) say({ hello: { name: 'starter', wants_legal_plays: true } });
  else if (message.ask) say({ id: message.id, ...answer(message) });
  else if (message.goodbye) process.exit(0);
  else throw new Error('the arena speaks another version');
});
