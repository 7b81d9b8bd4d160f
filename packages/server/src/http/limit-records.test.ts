import type { ListAnswer, ModelAnswer, ProblemAnswer, RecordValue } from '@ninefold/model';
import { compile, type SourceFile } from '@ninefold/spec';
import { afterEach, expect, test } from 'vitest';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const specification = (value: string, more = ''): string => `ninefold: 1
purpose: { name: desk, languages: [en] }
limits:
  usual: { type: reference, to: category, value: ${value} }
  kind: { type: choice, options: { low: Low, high: { label: High } }, value: high }
  rate: { type: number, scale: 2, value: 1.5 }
  open_from: { type: time, value: "8:30" }
  longest: { type: duration, value: 36 h }
entities:
  category: { title: "{{name}}", key: code, fields: { code: { type: string, unique: true }, name: { type: string, required: true } } }
  ticket:
    fields:
      name: { type: string }
      category: { type: reference, to: category, default: = limits.usual }
      kind: { type: choice, options: [low, high], default: = limits.kind }
      price: { type: number, default: = limits.rate * 2 }
      at: { type: time, default: = limits.open_from }
      spent: { type: duration, default: = limits.longest }
      usual: { type: boolean, computed: record.category == limits.usual }
${more}rules: { ticket: { not_idle: { reject_when: record.category == limits.usual && record.name == "idle", at: name, message: Idle } } }
roles:
  boss: {}
  administrator: {}
  clerk: { members: everyone, category: all, ticket: { create: true, update: true, read: record.category == limits.usual || record.name == "other" } }
screens: { mine: { path: /mine, list: ticket, where: record.category == limits.usual } }
`;
const ROWS: readonly SourceFile[] = [
  { path: 'data/category.csv', text: 'code,name\nC1,First\nC2,Usual\nC3,Twice\nC4,Twice\n' },
  { path: 'data/ticket.csv', text: 'name\nfrom a file\n' },
];

let desk: Desk | null = null;
afterEach(async () => {
  await desk?.close();
  desk = null;
});
const start = async (value: string, files: readonly SourceFile[] = ROWS) => {
  desk = await startDesk({ files: [{ path: 'app.yaml', text: specification(value) }, ...files] });
  return desk.signedIn('ada@example.com');
};

test.each([['C2'], ['Usual']])(
  'a limit names a record by %s: compared, given, in row conditions, in data files',
  async (value) => {
    const ada = await start(value);
    const find = async (query: string) => ((await ada.call('GET', `/api/${query}`)).json as ListAnswer).items;
    const [usual] = await find('category?f.code=eq:C2');
    const [first] = await find('category?f.code=eq:C1');
    const given = (await ada.call('POST', '/api/ticket', { body: { name: 'new' } })).json as RecordValue;
    expect(given).toMatchObject({
      category: { id: usual?.id },
      kind: 'high',
      price: '3.00',
      at: '08:30',
      spent: 'PT36H',
    });
    expect(given['usual']).toBe(true);
    await ada.call('POST', '/api/ticket', { body: { name: 'other', category: first?.id } });
    await ada.call('POST', '/api/ticket', { body: { name: 'hidden', category: first?.id } });
    const seen = await find('ticket?sort=name');
    expect(seen.map(({ name, usual: is }) => [name, is])).toEqual([
      ['from a file', true],
      ['new', true],
      ['other', false],
    ]);
    expect((await find('ticket?screen=mine&sort=name')).map(({ name }) => name)).toEqual(['from a file', 'new']);
    const where = encodeURIComponent('record.category != limits.usual');
    expect((await find(`ticket?where=${where}`)).map(({ name }) => name)).toEqual(['other']);
    const idle = (await ada.call('POST', '/api/ticket', { body: { name: 'idle' } })).json as ProblemAnswer;
    expect(idle.errors).toMatchObject([{ code: 'ticket.not_idle' }]);
    const { model } = (await ada.call('GET', '/_/model')).json as ModelAnswer;
    expect(model.limits['usual']).toMatchObject({ type: 'reference', to: 'category', named: value, value: usual?.id });
    expect(model.limits['kind']).toMatchObject({ options: ['low', 'high'], value: 'high' });
    expect(model.limits['rate']).toMatchObject({ scale: 2, value: '1.50' });
  },
);

test.each([['Nothing'], ['Twice']])(
  'where %s is no record or several, whatever reads the limit is refused',
  async (value) => {
    const ada = await start(value, ROWS.slice(0, 1));
    expect(desk?.log.join()).toContain(`limits.usual: "${value}"`);
    const { json } = await ada.call('POST', '/api/ticket', { body: { name: 'new' } });
    expect(json).toMatchObject({ code: 'limit_not_shown', params: { limit: 'usual' } });
  },
);

test('what lies behind the record of a limit is not read through it, and it has no bounds', () => {
  const found = (text: string) =>
    compile([{ path: 'app.yaml', text }]).issues.map(({ id, params }) => [id, params['name']]);
  const behind = specification('C2', '      code: { type: string, default: = limits.usual.code }\n');
  expect(found(behind)).toContainEqual(['NF0515', 'code']);
  expect(found(specification('C2').replace('value: C2', 'value: C2, min: 3'))).toContainEqual(['NF0101', 'min']);
});

test.each(['true', 'false'])(
  'a record that a limit names is not deleted, with trash: %s, nor by what takes it along',
  async (trash) => {
    const text = specification('C2')
      .replace(
        'key: code, fields: { code:',
        `key: code, trash: ${trash}, fields: { room: { type: reference, to: room, on_delete: cascade }, code:`,
      )
      .replace('  ticket:\n', '  room: { fields: { name: { type: string } } }\n  ticket:\n')
      .replace('category: all,', 'category: all, room: all,');
    const rows = [
      { path: 'data/room.csv', text: 'name\nHall\n' },
      { path: 'data/category.csv', text: 'code,name,room\nC1,First,Hall\nC2,Usual,Hall\nC3,Third,\n' },
    ];
    desk = await startDesk({ files: [{ path: 'app.yaml', text }, ...rows] });
    const ada = await desk.signedIn('ada@example.com');
    const idOf = async (query: string) =>
      ((await ada.call('GET', `/api/${query}`)).json as ListAnswer).items[0]?.id ?? '';
    const refused = { code: 'held_by_limit', params: { limit: 'usual' } };
    const usual = await idOf('category?f.code=eq:C2');
    const held = await ada.call('DELETE', `/api/category/${usual}`);
    expect([held.status, held.json]).toMatchObject([409, refused]);
    expect((await ada.call('DELETE', `/api/room/${await idOf('room')}`)).json).toMatchObject(refused);
    expect(((await ada.call('GET', '/api/category')).json as ListAnswer).items).toHaveLength(3);
    expect((await ada.call('DELETE', `/api/category/${await idOf('category?f.code=eq:C3')}`)).status).toBe(204);
  },
);
