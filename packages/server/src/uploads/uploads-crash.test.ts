import { createHash, randomInt } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { signIn } from '../testing/crash/caller.ts';
import { bound, contents, goOn, holdFiles, send, writePapers, type Sent } from '../testing/crash/senders.ts';
import { startProcess } from '../testing/crash/server-process.ts';
import { startS3 } from '../testing/s3-server.ts';
import { TEST_DIALECT, testPlace } from '../testing/test-database.ts';

/** As often as this the server is killed; `npm run prove` asks for more. With a store that speaks S3 half as often. */
const KILLS = Number(process.env['NINEFOLD_PROVE_KILLS'] ?? (TEST_DIALECT === 'postgres' ? '2' : '4'));
const SENDERS = 5;
/** The last is sent to a store that speaks S3 in parts. */
const LENGTHS = { folder: [0, 1, 70_000, 400_000], s3: [1, 70_000, 9_000_000] };

test.each([
  ['folder', KILLS],
  ['s3', Math.ceil(KILLS / 2)],
] as const)(
  `while ${String(SENDERS)} send files (%s) killed %i times: what was answered is there, goes on, and is bound once`,
  { timeout: 60_000 + KILLS * 30_000 },
  async (store, kills) => {
    const place = await testPlace();
    const s3 = store === 's3' ? await startS3({ lists: true }) : null;
    const env = s3 === null ? {} : { NINEFOLD_FILES: s3.setting };
    onTestFinished(async () => {
      await s3?.remove();
      await place.remove();
    });
    const [folder, data] = [writePapers(place.data), join(place.data, 'data')];
    const [all, of] = [[] as Sent[], contents(LENGTHS[store])];
    for (let round = 0; round <= kills; round += 1) {
      const server = await startProcess(folder, data, place.database, { env });
      try {
        const call = await signIn(server.address, 'papers', server.account);
        for (const sent of all) expect([sent.name, await goOn(call, sent)]).toEqual([sent.name, true]);
        await holdFiles(call, all.slice(-24));
        if (round === kills) break;
        const sending = Array.from({ length: SENDERS }, (_, n) => send(call, all, of, `${String(round)}-${String(n)}`));
        const before = all.filter(({ isBound }) => isBound).length;
        await bound(all, before + randomInt(5, store === 's3' ? 12 : 40), sending);
        await server.kill();
        await Promise.all(sending);
      } finally {
        await server.kill();
      }
    }
    expect(all.filter(({ isBound }) => isBound).length).toBeGreaterThan(kills * 4);
    const names = of.map((bytes) => createHash('sha256').update(bytes).digest('hex'));
    const lying = store === 'folder' ? readdirSync(join(data, 'files'), { recursive: true }).map(String) : [];
    const isContent = /[0-9a-f]{64}$/;
    const found = lying.flatMap((name) => isContent.exec(name)?.[0] ?? []);
    expect(found.toSorted()).toEqual(store === 'folder' ? names.toSorted() : []);
  },
);
