import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESK } from './testing/desk.yaml.ts';
import { openDesk, PLAIN, type Desk } from './testing/open-desk.ts';

const STEPS = `  step:
    fields:
      size: { type: integer, default: 1 }
      note: { type: string }
      seen: { type: integer }
      twice: { type: integer, computed: record.size * 2 }
  note:
`;
const GO = `  step:
    initial: new
    states: { new: {}, gone: {} }
    transitions:
      go:
        from: new
        to: gone
        by: manager
        set:
          - { size: = record.size + 1, note: = text(record.size) }
          - { seen: = record.twice }
          - { size: = record.size * 10 }
rules:
`;

let desk: Desk;
beforeAll(async () => {
  const yaml = DESK.replace('  note:\n', STEPS).replace('rules:\n', GO);
  desk = await openDesk(yaml.replace('    asset: all\n', '    asset: all\n    step: all\n'));
});
afterAll(() => desk.close());

test('a list under `set` is written item by item, each value after those before it', async () => {
  const { id } = await desk.records.create(desk.people.max, 'step', {}, PLAIN);
  const sent = { idOrKey: id, transition: 'go', body: {} };
  const gone = await desk.records.transition(desk.people.max, 'step', sent, PLAIN);
  expect(gone).toMatchObject({ size: 20, note: '2', seen: 4, twice: 40, state: 'gone' });
  const entries = await desk.records.history(desk.people.max, 'step', id);
  expect(entries[0]?.changes).toContainEqual(expect.objectContaining({ field: 'size', old: 1, new: 20 }));
});
