// Each key that a field of lines or an answer of a form may have holds there, for every way that writes it.
import type { ProblemAnswer, RecordValue, UploadAnswer } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer, Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: desk, languages: [en, ja], currency: EUR }
entities:
  part: { title: name, key: name, fields: { name: { type: string, required: true, unique: true }, cost: { type: money }, maker: { type: string }, live: { type: boolean, default: true } } }
  order:
    title: name
    key: name
    fields:
      name: { type: string, required: true, unique: true }
      shut: { type: boolean, default: false }
      code: { type: lines, fields: { v: { type: string, pattern: "[A-Z]{2}[0-9]+", max: 4 } } }
      mail: { type: lines, fields: { v: { type: string, format: email } } }
      must: { type: lines, fields: { v: { type: string, required: true }, w: { type: string } } }
      some: { type: lines, fields: { v: { type: string, required_when: line.w == "x" }, w: { type: string } } }
      count: { type: lines, min: 2, max: 3, fields: { v: { type: integer, min: 1, max: = line.w, default: 3 }, w: { type: integer, default: 5 } } }
      price: { type: lines, fields: { v: { type: money, scale: 4 }, w: { type: number, scale: 1 } } }
      kind: { type: lines, fields: { v: { type: choice, options: [low, high] } } }
      once: { type: lines, fields: { v: { type: string, immutable: true }, w: { type: string, editable_when: "!record.shut" } } }
      taken: { type: lines, fields: { v: { type: reference, to: part, where: option.live }, w: { type: money, copy: line.v.cost }, x: { type: string, copy: line.v.maker, copy_if: blank } } }
      scan: { type: lines, fields: { v: { type: file, accept: [image/*], max: 60 }, w: { type: string } } }
      day: { type: lines, fields: { v: { type: date, min: 2026-01-01 }, w: { type: datetime }, x: { type: time, max: "12:00" }, y: { type: duration, max: "2:00" } } }
states:
  order:
    initial: open
    states: { open: {}, done: {} }
    transitions:
      finish:
        from: open
        to: done
        by: boss
        input:
          why: { type: string, required: true, max: 5, pattern: "[a-z]+" }
          many: { type: integer, min: 1, max: 9, default: 4 }
          extra: { type: string, required_when: input.many > 5 }
          hidden: { type: string, visible_when: input.many > 5 }
          kind: { type: choice, options: [low, high] }
          proof: { type: file, accept: [image/*], max: 60 }
          price: { type: money, scale: 1 }
          part: { type: reference, to: part, where: option.live }
        set: { name: = record.name + input.why + text(input.many) }
roles:
  boss: { order: all, part: all, user: { read: true } }
  administrator: { runtime: [users], user: { read: true, grant: [boss] } }
`;
const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(40, 7)]);
const LARGE = Buffer.concat([PNG, Buffer.alloc(40)]);

let desk: Desk;
let cleo: Browser;
beforeAll(async () => {
  desk = await startDesk({ files: [{ path: 'app.yaml', text: SPECIFICATION }] });
  cleo = await desk.signedIn('cleo@example.com');
  await cleo.call('POST', '/api/part', { body: { name: 'bolt', cost: '2.50', maker: 'Acme' } });
  await cleo.call('POST', '/api/part', { body: { name: 'nut', cost: '1.00', maker: 'Best' } });
  await cleo.call('POST', '/api/part', { body: { name: 'old', live: false } });
}, 60_000);
afterAll(() => desk.close());

async function partOf(name: string): Promise<string> {
  return ((await cleo.call('GET', `/api/part/${name}`)).json as RecordValue).id;
}

async function uploaded(bytes: Buffer): Promise<string> {
  const headers = { 'content-type': 'application/octet-stream' };
  return ((await cleo.call('POST', '/api/_files?name=a.png', { body: bytes, headers })).json as UploadAnswer).id;
}

let orders = 0;
const nextName = (): string => `order ${String((orders += 1))}`;
const create = (body: object): Promise<Answer> =>
  cleo.call('POST', '/api/order', { body: { name: nextName(), count: [{}, {}], ...body } });
const told = ({ json }: Answer): readonly string[] =>
  ((json as Partial<ProblemAnswer>).errors ?? []).map(({ path, code }) => `${path} ${code}`);

type Lines = readonly Readonly<Record<string, unknown>>[];
const linesOf = ({ json }: Answer, field: string): Lines =>
  ((json as Readonly<Record<string, Lines>>)[field] ?? []).map(({ id, ...line }) => (id === undefined ? {} : line));

/** Lines that are refused, where and by what. */
const REFUSED: readonly (readonly [field: string, lines: Lines, told: readonly string[]])[] = [
  ['code', [{ v: 'AB1' }, { v: 'x' }], ['code[1].v bad_pattern']],
  ['code', [{ v: 'AB1234' }], ['code[0].v too_long']],
  ['mail', [{ v: 'ann' }, { v: 'ann@example.test' }], ['mail[0].v bad_email']],
  ['must', [{ v: '' }, { w: 'b' }], ['must[0].v required', 'must[1].v required']],
  ['some', [{ w: 'y' }, { w: 'x' }], ['some[1].v required']],
  ['count', [{ v: 0 }, {}], ['count[0].v too_small']],
  ['count', [{ v: 6 }, { v: 6, w: 7 }], ['count[0].v too_big']],
  ['count', [{}], ['count too_few']],
  ['count', [{}, {}, {}, {}], ['count too_many']],
  ['price', [{ v: '1.23456' }], ['price[0].v too_many_decimals']],
  ['price', [{ w: '1.25' }], ['price[0].w too_many_decimals']],
  ['kind', [{ v: 'mid' }], ['kind[0].v bad_option']],
  ['day', [{ v: '2025-12-31' }], ['day[0].v too_early']],
  ['day', [{ x: '12:01' }], ['day[0].x too_late']],
  ['day', [{ y: 'PT2H1M' }], ['day[0].y too_big']],
];

test.each(REFUSED)(
  'lines of %s that are not as said are refused at their place, also in a change and in a file (%#)',
  async (field, lines, wanted) => {
    expect(told(await create({ [field]: lines }))).toEqual(wanted);
    const made = (await create({})).json as RecordValue;
    expect(told(await cleo.call('PATCH', `/api/order/${made.id}`, { body: { [field]: lines } }))).toEqual(wanted);
    const sent = {
      body: `${JSON.stringify({ name: nextName(), count: [{}, {}], [field]: lines })}\n`,
      headers: { 'content-type': 'application/jsonl' },
    };
    const imported = await cleo.call('POST', '/api/order/import?mode=all', sent);
    expect(told(imported)).toEqual(wanted.map((each) => `rows[1].${each}`));
  },
);

test('a default of a line, and what it copies, come with the line, and follow as they do in a record', async () => {
  expect(linesOf(await create({ count: [{}, { v: 2 }] }), 'count')).toEqual([
    { v: 3, w: 5 },
    { v: 2, w: 5 },
  ]);
  const [bolt, nut] = [await partOf('bolt'), await partOf('nut')];
  const made = await create({ taken: [{ v: bolt }, { v: bolt, x: 'own' }] });
  const shown = (answer: Answer) => linesOf(answer, 'taken').map(({ w, x }) => [w, x]);
  expect(shown(made)).toEqual([
    ['2.50', 'Acme'],
    ['2.50', 'own'],
  ]);
  const { id, taken } = made.json as RecordValue & { readonly taken: Lines };
  const next = taken.map(({ id: line, x }) => ({ id: line, v: nut, x }));
  const changed = await cleo.call('PATCH', `/api/order/${id}`, { body: { taken: next } });
  expect(shown(changed)).toEqual([
    ['1.00', 'Acme'],
    ['1.00', 'own'],
  ]);
  expect(told(await create({ taken: [{ v: await partOf('old') }] }))).toEqual(['taken[0].v not_offered']);
});

test('what is immutable or not editable in a line stays, the rest of the line changes', async () => {
  const made = (await create({ once: [{ v: 'a', w: 'b' }, { w: 'c' }] })).json as RecordValue & {
    readonly once: Lines;
  };
  const change = (once: Lines, more: object = {}): Promise<Answer> =>
    cleo.call('PATCH', `/api/order/${made.id}`, { body: { once, ...more } });
  const [first, second] = made.once;
  expect(told(await change([{ ...first, v: 'z' }, { ...second }]))).toEqual(['once[0].v immutable']);
  const filled = await change([
    { ...first, w: 'bb' },
    { ...second, v: 'late' },
  ]);
  expect(linesOf(filled, 'once')).toEqual([
    { v: 'a', w: 'bb' },
    { v: 'late', w: 'c' },
  ]);
  await cleo.call('PATCH', `/api/order/${made.id}`, { body: { shut: true } });
  expect(
    told(
      await change([
        { ...first, w: 'no' },
        { ...second, v: 'late' },
      ]),
    ),
  ).toEqual(['once[0].w read_only_field']);
});

test('a file of a line is of its kinds and its size', async () => {
  const [good, large, text] = [await uploaded(PNG), await uploaded(LARGE), await uploaded(Buffer.from('text'))];
  expect(told(await create({ scan: [{ v: good }, { v: large }, { v: text }] }))).toEqual([
    ...['scan[1].v too_large', 'scan[2].v wrong_kind'],
  ]);
  expect(linesOf(await create({ scan: [{ v: good }] }), 'scan')).toMatchObject([
    { v: { id: good, type: 'image/png' } },
  ]);
});

test('an answer of a form is held to each of its keys', async () => {
  const { id, name } = (await create({})).json as RecordValue & { readonly name: string };
  const finish = (body: object): Promise<Answer> =>
    cleo.call('POST', `/api/order/${id}/finish`, { body: { input: body } });
  const [good, large, text] = [await uploaded(PNG), await uploaded(LARGE), await uploaded(Buffer.from('text'))];
  const wrong: readonly (readonly [object, readonly string[]])[] = [
    [{}, ['input.why required']],
    [{ why: 'toolong' }, ['input.why too_long']],
    [{ why: 'A' }, ['input.why bad_pattern']],
    [{ why: 'a', many: 0 }, ['input.many too_small']],
    [{ why: 'a', many: 10, extra: 'x' }, ['input.many too_big']],
    [{ why: 'a', many: 6 }, ['input.extra required']],
    [{ why: 'a', many: 2, hidden: 'x' }, ['input.hidden hidden_field']],
    [{ why: 'a', kind: 'mid' }, ['input.kind bad_option']],
    [{ why: 'a', proof: large }, ['input.proof too_large']],
    [{ why: 'a', proof: text }, ['input.proof wrong_kind']],
    [{ why: 'a', price: '1.25' }, ['input.price too_many_decimals']],
    [{ why: 'a', part: await partOf('old') }, ['input.part not_offered']],
  ];
  for (const [body, wanted] of wrong) expect([body, told(await finish(body))]).toEqual([body, wanted]);
  const done = await finish({ why: 'a', proof: good, kind: 'low', price: '1.5', part: await partOf('nut') });
  expect(done.json).toMatchObject({ state: 'done', name: `${name}a4` });
});
