import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RecordValue, Wire } from '@ninefold/model';
import { shownMe } from './people/shown-me.ts';
import { openDesk, PLAIN, refusal, type Desk } from './testing/open-desk.ts';

/** Agents neither read nor write the level, and set the pin without reading it. */
const CASES = `
ninefold: 1
purpose: { name: desk, languages: [en], time_zone: Europe/Berlin }
entities:
  team:
    title: "{{name}}"
    key: name
    fields: { name: { type: string, required: true }, budget: { type: integer, closed: true }, lead: { type: reference, to: user } }
  category:
    title: "{{name}}"
    key: name
    fields: { name: { type: string, required: true }, team: { type: reference, to: team }, billable: { type: boolean } }
  user: { fields: { team: { type: reference, to: team } } }
  vault:
    title: "{{name}}"
    key: tag
    fields:
      name: { type: string, required: true }
      tag: { type: string, required: true, unique: true, max: 20 }
      keeper: { type: reference, to: user }
  case:
    title: "{{name}}"
    unique: [[plan, name]]
    fields:
      name: { type: string, required: true }
      level: { type: integer, closed: true, default: 4711 }
      pin: { type: string, max: 20 }
      floor: { type: integer, closed: true, default: 77 }
      value: { type: integer, min: = record.floor, max: = record.top }
      top: { type: integer }
      vault: { type: reference, to: vault }
      vaults: { type: references, to: vault }
      plan: { type: string, max: 40, closed: true, default: top-secret }
      lines: { type: lines, fields: { qty: { type: integer, min: = record.floor } } }
rules:
  case: { dear: { reject_when: record.top > user.team.budget && blank(user.team.lead.name), message: "Too dear." } }
roles:
  clerk: { members: everyone, team: { read: true } }
  agent:
    includes: clerk
    case: { create: true, read: true, update: true, fields: { pin: { create: true, read: false, update: true } } }
    vault: [ { read: true, fields: { tag: none } }, { read: record.keeper == user, fields: { tag: read } } ]
  manager:
    includes: clerk
    case: { read: true, update: true, fields: { level: write, pin: write, plan: read } }
    category: all
    vault: all
    team: { create: true, read: true, update: true, fields: { budget: write } }
    user: { read: true, update: true, grant: [agent, manager] }
`;

let desk: Desk;
let made: RecordValue;
beforeAll(async () => {
  desk = await openDesk(CASES);
  made = await desk.records.create(desk.people.anna, 'case', { name: 'a', pin: '9876' }, PLAIN);
});
afterAll(() => desk.close());

const saidTo = (sent: Readonly<Record<string, Wire>>, version: number | null) =>
  refusal(desk.records.update(desk.people.anna, 'case', { idOrKey: made.id, body: sent }, { version, confirm: [] }));

test('a closed field is as unknown as one that is not there, whatever it holds and whatever version is named', async () => {
  const told = async (sent: Readonly<Record<string, Wire>>, version: number | null) => {
    const { code, problems } = await saidTo(sent, version);
    return [code, problems.map((problem) => problem.code)];
  };
  const unknown = ['invalid', ['unknown_field']];
  expect(await told({ level: 1 }, 0)).toEqual(unknown);
  expect(await told({ level: 4711 }, 0)).toEqual(unknown);
  expect(await told({ nothing: 1 }, 0)).toEqual(unknown);
  const created = await refusal(desk.records.create(desk.people.anna, 'case', { name: 'b', level: 1 }, PLAIN));
  expect([created.code, created.problems.map(({ code }) => code)]).toEqual(unknown);
});

test('no version tells a caller who may write a field and not read it whether a guess of its value was right', async () => {
  const tried = async (pin: string): Promise<number | null> => {
    const body = { action: 'update', mode: 'try', ids: [made.id], values: { pin } };
    const { results } = await desk.records.bulk(desk.people.anna, 'case', body, undefined);
    return results[0]?.version ?? null;
  };
  expect(await tried('1')).toBe(made.version + 1);
  expect(await tried('9876')).toBe(made.version + 1);
  const stale = await desk.records.update(
    desk.people.anna,
    'case',
    { idOrKey: made.id, body: { pin: '5' } },
    { version: 0, confirm: [] },
  );
  expect(stale.version).toBe(made.version + 1);
  expect(await desk.records.get(desk.people.max, 'case', made.id)).toMatchObject({ pin: '5', level: 4711 });
});

test('a refusal names no bound and no value that comes from a closed field', async () => {
  const told = async (sent: Readonly<Record<string, Wire>>) => {
    const { problems } = await saidTo(sent, null);
    return problems.map(({ path, code, params }) => [path, code, params]);
  };
  expect(await told({ value: 1 })).toEqual([['value', 'out_of_bounds', { field: 'value' }]]);
  expect(await told({ lines: [{ qty: 1 }] })).toEqual([['lines[0].qty', 'out_of_bounds', { field: 'qty' }]]);
  expect(await told({ value: 99, top: 90 })).toEqual([['value', 'too_big', { field: 'value', max: 90 }]]);
  await desk.records.create(desk.people.anna, 'case', { name: 'c' }, PLAIN);
  expect(await told({ name: 'c' })).toEqual([['name', 'not_unique', { field: 'name', value: 'c' }]]);
  const max = await refusal(
    desk.records.update(desk.people.max, 'case', { idOrKey: made.id, body: { name: 'c' } }, PLAIN),
  );
  expect(max.problems[0]?.params).toEqual({ field: 'plan, name', value: 'top-secret' });
});

test('no caller gets values of records behind their own that they may not read there', async () => {
  const { max, anna } = desk.people;
  await desk.records.update(max, 'team', { idOrKey: desk.net, body: { budget: 500, lead: max.me.id } }, PLAIN);
  const caller = await desk.caller(anna.me.id);
  expect(caller.me.record['team']).toMatchObject({ budget: 500, lead: { name: 'max' } });
  const { record } = shownMe({ model: desk.model, clock: () => desk.now }, caller);
  expect(record['team']).toEqual({ id: desk.net, lead: { id: max.me.id } });
  await desk.records.update(max, 'user', { idOrKey: max.me.id, body: { team: desk.net } }, PLAIN);
  const told = shownMe({ model: desk.model, clock: () => desk.now }, await desk.caller(max.me.id)).record;
  expect(told['team']).toMatchObject({ budget: 500, lead: { name: 'max' } });
});

test('a key finds nothing for who may not read it: no record, no verdict, no reference', async () => {
  const { max, anna } = desk.people;
  const vault = await desk.records.create(max, 'vault', { name: 'v', tag: 'TAG-1' }, PLAIN);
  await desk.records.create(max, 'vault', { name: 'w', tag: 'TAG-2', keeper: anna.me.id }, PLAIN);
  const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code;
  expect(await codeOf(desk.records.get(anna, 'vault', 'TAG-1'))).toBe('not_found');
  expect(await codeOf(desk.records.may(anna, 'vault', 'TAG-1'))).toBe('not_found');
  const named = async (sent: Readonly<Record<string, Wire>>) =>
    (await saidTo(sent, null)).problems.map(({ code }) => code);
  expect(await named({ vault: 'TAG-1' })).toEqual(['no_such_record']);
  expect(await named({ vaults: [vault.id, 'TAG-1'] })).toEqual(['no_such_record']);
  const seen = await desk.records.update(
    anna,
    'case',
    { idOrKey: made.id, body: { vault: 'TAG-2', vaults: [vault.id] } },
    PLAIN,
  );
  expect([seen['vault'], seen['vaults']]).toMatchObject([{ title: 'w' }, [{ title: 'v' }]]);
  expect((await desk.records.get(anna, 'vault', 'TAG-2')).id).toBe((await desk.records.get(max, 'vault', 'TAG-2')).id);
  expect((await desk.records.may(anna, 'vault', vault.id)).update).toBe(false);
});
