'use strict';
// Loaded before a server that is compared with another: the clock stands at what the last call says, and chance is a
// counter, so that two servers that are asked the same draw the same ids and name the same moments.
const crypto = require('node:crypto');
const { Server } = require('node:http');
const { syncBuiltinESMExports } = require('node:module');

/** Carries the moment of a call; the server itself never sees it. */
const HEADER = 'x-answers-now';
/** Ids take their random part in pieces of this many bytes. */
const TAIL = 10;
/** What comes again and again would come at another call in each run. */
const LONGEST_TIMER_MS = 30_000;

let now = Date.UTC(2026, 2, 5, 9);
let drawn = 0;

const RealDate = Date;
const began = RealDate.now() - performance.now();
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now] : args, made),
  apply: () => new RealDate(now).toString(),
});
RealDate.now = () => now;
// A monotonic clock that goes on with the calls; it never stands before the moment at which the process began.
performance.now = () => now - began + 1e9;

const { emit } = Server.prototype;
Server.prototype.emit = function (event, ...args) {
  const moment = event === 'request' ? args[0]?.headers[HEADER] : undefined;
  if (moment !== undefined) {
    now = Number(moment);
    delete args[0].headers[HEADER];
  }
  return emit.call(this, event, ...args);
};

/** Pieces of ids rise with each draw, so that what is made later at the same moment stands later; all else is a hash. */
function draw(length) {
  const bytes = Buffer.alloc(length);
  if (length > 0 && length % (2 * TAIL) === 0) {
    for (let at = 0; at < length; at += TAIL) {
      drawn += 1;
      bytes.writeUIntBE(drawn, at + TAIL - 6, 6);
    }
    return bytes;
  }
  for (let at = 0; at < length; at += 32) {
    drawn += 1;
    crypto.createHash('sha256').update(`drawn ${drawn}`).digest().copy(bytes, at);
  }
  return bytes;
}

function uuid() {
  const hex = draw(16).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

crypto.randomBytes = (length, done) => {
  const bytes = draw(length);
  if (done === undefined) return bytes;
  setImmediate(() => done(null, bytes));
  return undefined;
};
crypto.randomUUID = uuid;
globalThis.Crypto.prototype.randomUUID = uuid;
globalThis.Crypto.prototype.getRandomValues = (array) => {
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength).set(draw(array.byteLength));
  return array;
};
crypto.randomInt = (low, high) => (high === undefined ? 0 : low);
Math.random = () => draw(4).readUInt32BE() / 2 ** 32;
syncBuiltinESMExports();

const { setInterval: every } = globalThis;
globalThis.setInterval = (work, ms, ...args) => every(ms < LONGEST_TIMER_MS ? work : () => undefined, ms, ...args);
