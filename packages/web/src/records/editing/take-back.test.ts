import { expect, test } from 'vitest';
import type { RecordValue } from '@ninefold/model';
import { takeBackChange } from './take-back.ts';

/** One record on a server that knows its versions; `others` write in between. */
function stored(id: string) {
  let version = 1;
  const at = (): RecordValue => ({ id, version }) as unknown as RecordValue; // what taking back reads of a record
  const write = (over: number): Promise<{ readonly data?: RecordValue; readonly error?: unknown }> => {
    if (over !== version) return Promise.resolve({ error: { code: 'changed_meanwhile', status: 412 } });
    version += 1;
    return Promise.resolve({ data: at() });
  };
  const change = async () => {
    const before = at();
    const { data = before } = await write(version);
    return { before, saved: data };
  };
  return { change, write, others: () => write(version) };
}

test('two changes are taken back one after the other', async () => {
  const { change, write } = stored('a');
  const [first, second] = [await change(), await change()];
  expect([await takeBackChange(second, write), await takeBackChange(first, write)]).toEqual([null, null]);
});

test('what others changed in between is not written over', async () => {
  const { change, write, others } = stored('b');
  const first = await change();
  await others();
  const second = await change();
  expect(await takeBackChange(second, write)).toBeNull();
  expect(await takeBackChange(first, write)).toMatchObject({ code: 'changed_meanwhile' });
});
