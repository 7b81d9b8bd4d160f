import type { RecordValue } from '@ninefold/model';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createRecords } from './create-records.ts';
import { PLAIN } from './testing/open-desk.ts';
import { openStage, ROUND, type Stage } from './testing/open-stage.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: clocks, languages: [en], time_zone: Europe/Berlin }
roles: { boss: { contract: all, request: all, note: all, runtime: [operate] } }
entities:
  contract: { fields: { name: { type: string }, ends: { type: datetime } } }
  note: { fields: { about: { type: reference, to: request, on_delete: clear }, moment: { type: datetime } } }
  request:
    fields:
      subject: { type: string }
      due: { type: datetime }
      late: { type: boolean, computed: record.due < now }
      contract: { type: reference, to: contract }
      marks: { type: integer, default: 0 }
      ended: { type: boolean }
states:
  request:
    reactions:
      overdue:
        when: record.late
        set: { marks: = record.marks + 1 }
        create: { note: { about: = record, moment: = before.due } }
      over: { when: record.contract.ends < now, set: { ended: true } }
rules:
  request: { named: { when: record.marks > 0, check: filled(record.subject), at: subject } }
`;

let stage: Stage;
beforeEach(async () => {
  stage = await openStage(SPECIFICATION);
});
afterEach(() => stage.close());

const make = (body: object, entity = 'request'): Promise<RecordValue> => stage.make(entity, body);
const get = (id: string): Promise<RecordValue> => stage.records.get(stage.boss, 'request', id);
const set = (id: string, body: object, entity = 'request'): Promise<RecordValue> => stage.set(entity, id, body);
const at = (moment: string): Promise<string | null> => stage.fireAt(moment);
/** When reactions changed a record, oldest first. */
const fired = async (id: string): Promise<readonly string[]> => {
  const entries = await stage.records.history(stage.boss, 'request', id);
  const own = entries.filter(({ cause }) => cause?.kind === 'reaction');
  return own.map((entry) => `${String(entry.cause?.name)} ${entry.at}`).toReversed();
};
const DUE = { subject: 'a', due: '2026-03-02T10:00:00Z' };

describe('a reaction to the clock', () => {
  test('fires once when its condition turns true, within a minute, in the name of the application', async () => {
    const { id } = await make(DUE);
    expect(await at('2026-03-02T10:00:00.000Z')).toBe('2026-03-02T10:01:00.000Z');
    expect((await get(id))['marks']).toBe(0);
    await at('2026-03-02T10:00:59.000Z');
    expect(await fired(id)).toEqual([]);
    await at('2026-03-02T10:01:00.000Z');
    expect(await get(id)).toMatchObject({ marks: 1, changed_by: null, version: 2 });
    const [entry] = await stage.records.history(stage.boss, 'request', id);
    expect(entry).toMatchObject({ by: null, via: 'system', cause: { kind: 'reaction', name: 'overdue' } });
    const notes = (await stage.records.list(stage.boss, 'note', new URLSearchParams())).items;
    expect(notes).toMatchObject([{ about: { id }, moment: '2026-03-02T10:00:00.000Z' }]);
    await at('2026-03-02T10:02:00.000Z');
    await at('2026-06-01T00:00:00.000Z');
    expect(await fired(id)).toEqual(['overdue 2026-03-02T10:01:00.000Z']);
  });

  test('fires again after its condition was false, however short', async () => {
    const { id } = await make(DUE);
    await at('2026-03-02T10:01:00.000Z');
    stage.now = '2026-03-02T10:01:10.000Z';
    await set(id, { due: '2026-03-03T10:00:00Z' });
    await set(id, { due: '2026-03-01T10:00:00Z' });
    await set(id, { due: '2026-03-01T11:00:00Z' });
    await at('2026-03-02T10:02:00.000Z');
    await at('2026-03-02T10:03:00.000Z');
    expect(await fired(id)).toEqual(['overdue 2026-03-02T10:01:00.000Z', 'overdue 2026-03-02T10:02:00.000Z']);
  });

  test('fires once each of fifty times that it turns true, of two servers that fire at once', async () => {
    const { id } = await make(DUE);
    const other = createRecords(stage.db, stage.model, () => stage.now);
    for (let time = 0; time < 50; time += 1) {
      const moment = Date.UTC(2026, 2, 3, 0, time * 2);
      stage.now = new Date(moment).toISOString();
      await set(id, { due: new Date(moment + 30_000).toISOString() });
      stage.now = new Date(moment + 60_000).toISOString();
      await Promise.all([stage.records.fireTimers(ROUND), other.fireTimers(ROUND)]);
    }
    expect(await fired(id)).toHaveLength(50);
    expect(await get(id)).toMatchObject({ marks: 50, version: 101 });
  });

  test('follows values of other records', async () => {
    const contract = await make({ name: 'C', ends: '2026-03-02T10:00:00Z' }, 'contract');
    const { id } = await make({ contract: contract.id });
    await at('2026-03-02T10:01:00.000Z');
    await set(contract.id, { ends: '2026-03-04T10:00:00Z' }, 'contract');
    await at('2026-03-02T10:02:00.000Z');
    await set(id, { ended: false });
    await at('2026-03-04T10:01:00.000Z');
    expect(await fired(id)).toEqual(['over 2026-03-02T10:01:00.000Z', 'over 2026-03-04T10:01:00.000Z']);
  });

  test('does not fire again when the clock is set back and comes forward', async () => {
    const { id } = await make(DUE);
    await at('2026-03-05T10:00:30.000Z');
    for (const moment of ['2026-03-02T09:00:00.000Z', '2026-03-02T11:00:00.000Z', '2026-03-05T10:00:00.000Z']) {
      await at(moment);
      await set(id, { subject: moment });
    }
    await at('2026-03-05T10:02:00.000Z');
    expect(await fired(id)).toEqual(['overdue 2026-03-05T10:00:30.000Z']);
    const late = await make({ ...DUE, due: '2026-03-02T09:30:00Z' });
    await at('2026-03-02T09:31:00.000Z');
    expect(await fired(late.id)).toEqual(['overdue 2026-03-02T09:31:00.000Z']);
  });

  test('rests in the trash', async () => {
    const [{ id }, other] = [await make(DUE), await make(DUE)];
    await stage.records.remove(stage.boss, 'request', other.id, PLAIN);
    await at('2026-03-02T10:01:00.000Z');
    await stage.records.remove(stage.boss, 'request', id, PLAIN);
    await at('2026-03-02T10:02:00.000Z');
    for (const one of [id, other.id]) await stage.records.restore(stage.boss, 'request', one, PLAIN);
    await at('2026-03-02T10:03:00.000Z');
    expect(await fired(id)).toEqual(['overdue 2026-03-02T10:01:00.000Z']);
    expect(await fired(other.id)).toEqual(['overdue 2026-03-02T10:03:00.000Z']);
  });

  test('that a rule refuses is stuck with its reason, and is tried at the next write and daily', async () => {
    const { id } = await make({ due: DUE.due });
    await at('2026-03-02T10:01:00.000Z');
    const stuck = { transition: null, reaction: 'overdue', state: 'stuck', next: '2026-03-03T10:01:00.000Z' };
    expect(await stage.records.due(stage.boss, 'request', id)).toMatchObject([stuck]);
    const { counts, items } = await stage.records.timers(stage.boss, null);
    expect(counts).toEqual({ planned: 0, waiting: 0, stuck: 1 });
    const reason = { code: 'invalid', problems: [{ path: 'subject', code: 'request.named' }] };
    expect(items).toMatchObject([{ ...stuck, entity: 'request', record: { id }, reason }]);
    await at('2026-03-03T10:01:00.000Z');
    expect(await stage.records.due(stage.boss, 'request', id)).toMatchObject([{ tried: '2026-03-03T10:01:00.000Z' }]);
    expect((await stage.records.list(stage.boss, 'note', new URLSearchParams())).items).toEqual([]);
    await set(id, { subject: 'b' });
    await at('2026-03-03T10:01:01.000Z');
    expect(await fired(id)).toEqual(['overdue 2026-03-03T10:01:01.000Z']);
  });

  test('fires once for each record, however many there are and however many servers look', async () => {
    const writes = Array.from({ length: 100 }, () => ({ action: 'create', entity: 'request', values: DUE }));
    for (let part = 0; part < 11; part += 1) await stage.records.batch(stage.boss, { writes }, undefined);
    stage.now = '2026-03-02T10:01:00.000Z';
    const others = Array.from({ length: 2 }, () => createRecords(stage.db, stage.model, () => stage.now));
    await Promise.all([stage.records, ...others].map((server) => server.fireTimers(ROUND)));
    await stage.records.fireTimers(ROUND);
    const marked = await stage.records.list(
      stage.boss,
      'request',
      new URLSearchParams('where=record.marks == 1&total=exact&size=1'),
    );
    expect(marked.total).toBe(1100);
  });
});
