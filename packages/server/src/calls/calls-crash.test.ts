// Calls while servers are killed. To other systems, while the receiver is down: all that was acknowledged arrives, in order, with one key.
// To programs that asked for what happens: all of every write that stands, and nothing of another.
// From other systems, which send each twice at once and again when nothing was answered: each is done once.
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { holdArrivals, sendArrivals, WORD, type Sent } from '../testing/crash/arrivals.ts';
import { signIn } from '../testing/crash/caller.ts';
import { allMade, holdParcels, sendParcel, writeParcels, type Acknowledged } from '../testing/crash/parcels.ts';
import { holdEvents, subscribe } from '../testing/crash/events.ts';
import { startProcess } from '../testing/crash/server-process.ts';
import { startReceiver, type Received } from '../testing/receiver.ts';
import { TEST_DIALECT, testPlace } from '../testing/test-database.ts';
import { createSecretKeeper, secretsFile } from './secrets.ts';

/** As often as this a server is killed; `npm run prove` asks for more. */
const KILLS = Number(process.env['NINEFOLD_PROVE_KILLS'] ?? '2');
const WRITERS = 4;

/** On PostgreSQL two servers work on one queue, and each is killed in turn. */
test(
  `killed ${String(KILLS)} times while calls are made and the receiver is down: each arrives, in its order, with one key, as does what happened to each record; what others send is done once`,
  { timeout: 240_000 + KILLS * 30_000 },
  async () => {
    const place = await testPlace();
    const receiver = await startReceiver();
    const folder = writeParcels(place.data, receiver.address);
    const start = (server: number) => {
      const data = join(place.data, `data-${place.database === null ? '' : String(server)}`);
      createSecretKeeper(secretsFile(data)).set('arrive_word', WORD);
      return startProcess(folder, data, place.database);
    };
    const acknowledged: Acknowledged = new Map();
    const sent: Sent = new Map();
    for (let round = 0; round <= KILLS; round += 1) {
      const isLast = round === KILLS;
      receiver.answers(({ body }, response) => {
        const isDown = !isLast && randomInt(3) === 0;
        response.writeHead(isDown ? 503 : 200).end(isDown ? '' : body);
      });
      const servers = [await start(0), ...(TEST_DIALECT === 'postgres' ? [await start(1)] : [])];
      const [one = '', other = one] = servers.map(({ address }) => address);
      try {
        const calls = await Promise.all(servers.map(({ address, account }) => signIn(address, 'parcels', account)));
        if (round === 0 && calls[0]) await subscribe(calls[0], one, receiver.address);
        const writing = Array.from({ length: isLast ? 1 : WRITERS }, async (_, index) => {
          const call = calls[index % calls.length];
          if (call) await sendParcel(call, `${String(round)}-${String(index)}`, acknowledged);
        });
        if (isLast) {
          await Promise.all(writing);
          const [call] = calls;
          if (!call) throw new Error('nobody is signed in');
          await allMade(call);
          const at = (path: string): readonly Received[] => receiver.received.filter((each) => each.path === path);
          await holdParcels(call, acknowledged, at('/parcels'));
          await holdEvents(call, [...acknowledged.values()], () => at('/events'));
          await holdArrivals(call, [one, other], sent);
        } else {
          const sending = sendArrivals([one, other], String(round), sent);
          await setTimeout(randomInt(200, 1600));
          await servers[round % servers.length]?.kill();
          await Promise.all([...writing, sending]);
        }
      } finally {
        await Promise.all(servers.map((server) => server.kill()));
      }
    }
    expect(acknowledged.size).toBeGreaterThan(KILLS);
    expect(sent.size).toBeGreaterThan(KILLS);
    await receiver.close();
    await place.remove();
  },
);
