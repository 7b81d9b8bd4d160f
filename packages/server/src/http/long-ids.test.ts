import type { ImportAnswer, ListAnswer, ProblemAnswer, RecordValue } from '@ninefold/model';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Sent } from '../testing/browser.ts';
import { longIds } from '../testing/long-ids.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const ids = longIds('first');
const SPECIFICATION = ids.in(`ninefold: 1
purpose: { name: <app>, languages: [en], currency: EUR }
limits: { <most>: { type: integer, value: 5 } }
entities:
  user: { fields: { <place>: { type: reference, to: <site>, inverse: <people> } } }
  <site>: { title: <name>, key: <name>, tree: <above>, fields: { <name>: { type: string, required: true, unique: true, search: true }, <above>: { type: reference, to: <site> }, <boss_of>: { type: reference, to: user } } }
  <job>:
    title: "{{<name>}} {{<day>}}"
    unique: [[<name>, <day>], { fields: [<day>, <size>], when: record.<kind> == "<high>" }]
    index: [[<name>, <size>]]
    no_overlap: { from: <day>, to: <until>, per: [<site>], name: <once>, message: "Taken." }
    fields:
      <name>: { type: string, search: true, sort_by: <reading> }
      <reading>: { type: string }
      <number>: { type: sequence, pattern: "J-{0000}" }
      <day>: { type: date }
      <until>: { type: date }
      <size>: { type: integer, max: = limits.<most> }
      <price>: { type: money }
      <kind>: { type: choice, options: [<low>, <high>], default: <low> }
      <kinds>: { type: choices, options: [<low>, <high>] }
      <site>: { type: reference, to: <site>, inverse: <jobs> }
      <sites>: { type: references, to: <site> }
      <rows>: { type: lines, fields: { <word>: { type: string }, <count>: { type: integer }, <twice>: { type: integer, computed: line.<count> * 2 } } }
      <total>: { type: integer, computed: "sum(record.<rows>.map(<each>, <each>.<count>))" }
      <late>: { type: boolean, computed: record.<until> < today }
states:
  <job>:
    initial: <open>
    states: { <open>: {}, <shut>: { kind: done } }
    transitions: { <close>: { from: <open>, to: <shut>, by: <clerk>, when: "record.<rows>.exists(<each>, <each>.<count> > 0)", input: { <why>: { type: string, required: true } }, set: { <reading>: = input.<why> } } }
rules: { <job>: { <positive>: { check: "blank(record.<price>) || record.<price> > 0", at: <price>, message: "{{<price>}} is too little." } } }
roles:
  boss: {}
  administrator: {}
  <clerk>:
    members: everyone
    user: { read: true }
    <site>: all
    <job>: { create: true, update: true, delete: true, history: true, export: true, import: true, read: record.<site>.<boss_of> == user || blank(record.<site>.<above>.<name>) }
screens: { <list>: { path: /<list>, list: <job>, columns: [<name>, <day>], sort: [<day>, <name>], where: "record.<rows>.all(<each>, <each>.<count> >= 0)" } }
`);

let desk: Desk;
let ada: Browser;
beforeAll(async () => {
  desk = await startDesk({ files: [{ path: 'app.yaml', text: SPECIFICATION }] });
  ada = await desk.signedIn('ada@example.com');
});
afterAll(() => desk.close());

const call = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, sent: Sent = {}): Promise<unknown> => {
  const body = typeof sent.body === 'object' ? JSON.parse(ids.in(JSON.stringify(sent.body))) : sent.body;
  const answer = await ada.call(method, ids.in(url), { ...sent, ...(body === undefined ? {} : { body }) });
  return answer.text.startsWith('{') ? answer.json : answer.text;
};
const names = async (query: string): Promise<readonly unknown[]> => {
  const answer = (await call('GET', `/api/<job>?${query}`)) as ListAnswer;
  expect(Object.hasOwn(answer, 'items') ? [] : answer).toEqual([]);
  return answer.items.map((item) => item[ids.in('<name>')]);
};

describe(`ids that share the first 58 of 60 characters (seed ${String(ids.seed)})`, () => {
  const made: Record<string, RecordValue> = {};
  test('records are made and answered', async () => {
    await call('POST', '/api/<site>', { body: { '<name>': 'Kobe' } });
    await call('POST', '/api/<site>', { body: { '<name>': 'Pier', '<above>': 'Kobe' } });
    for (const [at, name] of ['Alpha', 'Beta', 'Gamma'].entries()) {
      const body = {
        ...{
          '<name>': name,
          '<reading>': String(9 - at),
          '<day>': `2026-0${String(at + 3)}-01`,
          '<until>': `2026-0${String(at + 3)}-02`,
        },
        ...{
          '<size>': at,
          '<price>': '1.50',
          '<kinds>': ['<high>', '<low>'],
          '<site>': 'Kobe',
          '<sites>': ['Kobe', 'Pier'],
        },
        '<rows>': [{ '<word>': name, '<count>': at }, { '<count>': 1 }],
      };
      made[name] = (await call('POST', '/api/<job>', { body })) as RecordValue;
    }
    expect(made['Beta']).toMatchObject(
      JSON.parse(
        ids.in(
          '{"<name>":"Beta","<number>":"J-0002","<total>":2,"<late>":false,"<kinds>":["<high>","<low>"],"<rows>":[{"<word>":"Beta","<count>":1,"<twice>":2},{"<twice>":2}],"state":"<open>"}',
        ),
      ) as object,
    );
  });

  test('lists are sorted, filtered, searched, counted and grouped', async () => {
    expect(await names('sort=<name>')).toEqual(['Gamma', 'Beta', 'Alpha']);
    expect(await names('sort=-<size>')).toEqual(['Gamma', 'Beta', 'Alpha']);
    expect(await names('search=alph')).toEqual(['Alpha']);
    expect(await names('f.<kind>=in:<low>&f.<size>=ge:1&f.<size>=le:1')).toEqual(['Beta']);
    expect(await names('f.<kind>=in:<low>&f.<total>=ge:2&f.<total>=le:2')).toEqual(['Beta']);
    const where = ids.in('record.<rows>.exists(<each>, <each>.<count> > 1) && record.<site>.<name> == "Kobe"');
    expect(await names(`where=${encodeURIComponent(where)}`)).toEqual(['Gamma']);
    const inverse = ids.in('size(record.<jobs>) == 3');
    expect(await call('GET', `/api/<site>?where=${encodeURIComponent(inverse)}`)).toMatchObject({ total: 1 });
    const groups = await call('GET', '/api/<job>?group=<day>:month,<site>&select=count,sum:<size>&sort=-<day>:month');
    expect(JSON.stringify(groups)).toContain(ids.in('"<day>:month":"2026-05","<site>":{'));
    const listed = (await call('GET', '/api/<job>?sort=<name>,<day>&size=1')) as ListAnswer;
    expect(listed.items).toHaveLength(1);
  });

  test('what is refused names its field, and constraints hold', async () => {
    const refused = async (body: object) => ((await call('POST', '/api/<job>', { body })) as ProblemAnswer).errors;
    const codes = async (body: object) => (await refused(body)).map(({ path, code }) => [path, code]);
    expect(await codes({ '<size>': 6 })).toEqual([[ids.in('<size>'), 'too_big']]);
    expect(await codes({ '<name>': 'Alpha', '<day>': '2026-03-01' })).toEqual([[ids.in('<name>'), 'not_unique']]);
    const period = { '<site>': 'Kobe', '<day>': '2026-03-02', '<until>': '2026-03-09' };
    expect(await codes(period)).toEqual([[ids.in('<day>'), ids.in('<job>.<once>')]]);
    expect(await refused({ '<price>': '-1' })).toMatchObject([
      { code: ids.in('<job>.<positive>'), message: '-1.00 is too little.' },
    ]);
  });

  test('a transition, the history, the trash, a file and back', async () => {
    const { id = '' } = made['Gamma'] ?? {};
    const fired = await call('POST', `/api/<job>/${id}/<close>`, { body: { input: { '<why>': 'Done' } } });
    expect(fired).toMatchObject(JSON.parse(ids.in('{"state":"<shut>","<reading>":"Done"}')) as object);
    expect(JSON.stringify(await call('GET', `/api/<job>/${id}/history`))).toContain(ids.in('"transition":"<close>"'));
    await call('DELETE', `/api/<job>/${id}`);
    expect(await names('sort=<name>')).toEqual(['Beta', 'Alpha']);
    await call('POST', `/api/<job>/${id}/restore`);
    const file = String(await call('GET', '/api/<job>?format=csv'));
    expect(file.split('\n')[0]).toContain(ids.in('<name>'));
    const again = (await call('POST', '/api/<job>/import?mode=all', {
      body: file,
      headers: { 'content-type': 'text/csv' },
    })) as ImportAnswer;
    expect([again.failed, again.unchanged, again.problems]).toEqual([0, 3, []]);
  });
});
