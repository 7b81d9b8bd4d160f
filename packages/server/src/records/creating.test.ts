import {
  askedFields,
  fieldRights,
  judgeRules,
  judgeSent,
  settle,
  settledWrite,
  validateFields,
  type Problem,
  type RecordValue,
  type Scope,
  type Wire,
} from '@ninefold/model';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scopeOf } from './context/context.ts';
import { openDesk, PLAIN, type Desk } from './testing/open-desk.ts';
import { DESK } from './testing/desk.yaml.ts';
import { Refusal } from '../refusal.ts';

const OFFER = `  offer:
    no_overlap: { from: since, to: till, when: filled(record.code) }
    fields:
      name: { type: string, required_when: creating || record.size > 2 }
      code: { type: string, visible_when: creating, required_when: record.size == 2, editable_when: creating }
      size: { type: integer, editable_when: "creating || before.size < 3" }
      after: { type: string, editable_when: '!creating' }
      later: { type: string, visible_when: "!creating && record.size > 0" }
      seen: { type: string, computed: 'or_else(record.code, "nothing")' }
      from: { type: string, copy: record.partner.code, copy_if: blank }
      seat: { type: object, visible_when: creating, required_when: record.size == 7, fields: { row: { type: string }, place: { type: integer } } }
      since: { type: date }
      till: { type: date }
      partner: { type: reference, to: offer }
      rows: { type: lines, fields: { word: { type: string, required_when: creating } } }
`;

let desk: Desk;
beforeAll(async () => {
  const yaml = DESK.replace('  note:\n', `${OFFER}  note:\n`)
    .replace('    asset: all\n', '    asset: all\n    offer: all\n')
    .replace(
      'rules:\n',
      'rules:\n  offer: { short: { when: creating && filled(record.code), check: size(record.code) < 4, at: code, message: Too long } }\n',
    );
  desk = await openDesk(yaml);
});
afterAll(() => desk.close());

const create = (values: object): Promise<RecordValue> => desk.records.create(desk.people.max, 'offer', values, PLAIN);

test('what is shown while a record is made is asked once, kept, and hidden from then on', async () => {
  const made = await create({ name: 'a', code: 'K1', size: 1 });
  expect(made).not.toHaveProperty('code');
  expect(made).toMatchObject({ name: 'a', seen: 'nothing' });
  const [stored] = await desk.db.read.all('SELECT "code", "seen" FROM "offer" WHERE "id" = ?', [made.id]);
  expect(stored).toEqual({ code: 'K1', seen: 'nothing' });
  const changed = await desk.records.update(desk.people.max, 'offer', { idOrKey: made.id, body: { name: 'b' } }, PLAIN);
  expect(changed).toMatchObject({ name: 'b', seen: 'nothing' });
  const found = await desk.records.list(
    desk.people.max,
    'offer',
    new URLSearchParams({ where: 'record.code == "K1"' }),
  );
  expect(found.items).toEqual([]);
});

test('an object is asked once as any field is', async () => {
  const refused = await verdictOfServer(create({ name: 'o', code: 'K', size: 7 }));
  expect(refused).toMatchObject([{ path: 'seat.row', code: 'required' }]);
  const made = await create({ name: 'o', code: 'K', size: 7, seat: { row: 'A', place: 3 } });
  expect(made).not.toHaveProperty('seat');
  const change = { idOrKey: made.id, body: { seat: { row: 'B' } } };
  const later = await verdictOfServer(desk.records.update(desk.people.max, 'offer', change, PLAIN));
  expect(later).toMatchObject([{ code: 'hidden_field' }]);
});

test('in rows that are stored nothing is shown because another record is being made', async () => {
  const day = { since: '2026-04-01', till: '2026-04-02' };
  await create({ name: 'one', code: 'K3', ...day });
  expect(await create({ name: 'two', code: 'K4', ...day })).toMatchObject({ name: 'two' });
});

test('a form asks for what may be given while the record is made', () => {
  const entity = desk.model.entities['offer'];
  const scope = scopeOf({ model: desk.model, clock: () => desk.now }, desk.people.max);
  const asked = entity ? [...askedFields(entity, { ...scope, record: {} })] : [];
  expect(asked).toEqual(expect.arrayContaining(['name', 'code', 'size', 'rows']));
  expect(asked.filter((name) => ['after', 'later'].includes(name))).toEqual([]);
});

test('another record that the new one refers to is not being made', async () => {
  const partner = await create({ name: 'p', code: 'K2' });
  expect(await create({ name: 'q', partner: partner.id })).toMatchObject({ from: null });
});

const text = fc.constantFrom<Wire[]>(null, '', 'K1', 'longer');
const values = {
  ...{ name: text, code: text, later: text, size: fc.constantFrom<Wire[]>(null, 0, 1, 2, 3) },
  rows: fc.constantFrom<Wire[]>([], [{ word: 'x' }], [{ word: null }]),
};
const sent = fc.oneof(
  { weight: 5, arbitrary: fc.record(values, { requiredKeys: [] }) },
  { weight: 1, arbitrary: fc.record({ ...values, after: text }, { requiredKeys: ['after'] }) },
);

/** What a form says of a write, as far as it decides it. */
function verdictOfForm(before: RecordValue | null, values: Readonly<Record<string, Wire>>): readonly Problem[] {
  const { model, people } = desk;
  const entity = model.entities['offer'];
  if (!entity) throw new Error('the specification has changed');
  const { rights } = people.max;
  const scope: Scope = scopeOf({ model, clock: () => desk.now }, people.max);
  const record = settle({ entity, before, sent: values, scope });
  const write = settledWrite({ entity, before, record, scope });
  const allowed = fieldRights(rights, entity, { ...scope, record: before ?? record });
  const wrong = judgeSent({
    entity,
    before,
    sent: values,
    rights: allowed,
    isKnown: () => true,
    scope: { ...scope, record, before },
  });
  if (wrong.length > 0) return wrong;
  const fields = validateFields(write);
  return fields.length > 0 ? fields : judgeRules(write, rights).errors;
}

async function verdictOfServer(call: Promise<unknown>): Promise<readonly Problem[]> {
  return call.then(
    () => [],
    (reason: unknown) => (reason instanceof Refusal ? reason.problems : Promise.reject(reason as Error)),
  );
}

const told = (problems: readonly Problem[]): readonly string[] =>
  problems.map(({ path, code }) => `${path} ${code}`).sort();

test('the form and the server say the same of what is made and of what is changed', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(sent, sent, async (first, then) => {
      const made = told(await verdictOfServer(create(first)));
      expect(told(verdictOfForm(null, first))).toEqual(made);
      made.forEach((one) => seen.add(`made ${one}`));
      const old = await create({ name: 'old', code: 'K', size: 1, ...(first['size'] === 3 ? { size: 3 } : {}) });
      const [stored] = await desk.db.read.all('SELECT "code" FROM "offer" WHERE "id" = ?', [old.id]);
      const before = { ...old, code: String(stored?.['code']) } as RecordValue; // as the server loads it
      const call = desk.records.update(desk.people.max, 'offer', { idOrKey: old.id, body: then }, PLAIN);
      const changed = told(await verdictOfServer(call));
      expect(told(verdictOfForm(before, then))).toEqual(changed);
      changed.forEach((one) => seen.add(`changed ${one}`));
    }),
    { numRuns: 250 },
  );
  const wanted = ['made name required', 'made code required', 'made later hidden_field', 'made rows[0].word required'];
  for (const one of [
    ...wanted,
    'made after read_only_field',
    'changed code hidden_field',
    'changed size read_only_field',
  ])
    expect(seen).toContain(one);
}, 60_000);
