import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Renamed, SourceFile } from '../application.ts';
import { compile } from '../compile.ts';
import { positionOf, type Spot } from '../located.ts';
import { keysOf } from '../language/keys-of.ts';
import { completeAt } from './complete.ts';
import { definitionsAt, type Cursor } from './find.ts';
import type { Edit } from './former-id.ts';
import { renameAt } from './renaming.ts';
import { hoverAt } from './hover.ts';
import { inspect } from './inspect.ts';

const DESK = join(import.meta.dirname, '../../../../examples/service-desk');
const desk: readonly SourceFile[] = readdirSync(DESK, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.\w+$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(DESK, path), 'utf8') }));

/** The place of `|` in this text of a file; the text without the `|` stands in the file. */
function at(path: string, marked: string): Cursor {
  const text = desk.find((file) => file.path === path)?.text ?? '';
  const plain = marked.replace('|', '');
  const offset = text.indexOf(plain);
  if (offset === -1 || text.indexOf(plain, offset + 1) !== -1) throw new Error(`not there once: ${plain}`);
  return { path, offset: offset + marked.indexOf('|') };
}

const placesOf = (spots: readonly Spot[]): readonly string[] =>
  spots.map(
    (spot) =>
      `${spot.source.path}:${String(positionOf(spot.source, spot.start).line)} ${spot.source.text.slice(spot.start, spot.end)}`,
  );

/** What is offered where `|` stands in a small specification. */
function offered(text: string): readonly string[] {
  const offset = text.indexOf('|');
  const file = { path: 'app.yaml', text: text.replace('|', '') };
  return completeAt([file], { path: 'app.yaml', offset }, 'en').items.map(({ label }) => label);
}

const SMALL = `ninefold: 1
limits: { most: { type: integer, value: 5 } }
roles: { boss: { thing: all, runtime: [users] } }
entities:
  thing:
    fields:
      name: { type: string }
      kind: { type: choice, options: [small, big] }
      owner: { type: reference, to: user }
      parts: { type: lines, fields: { size: { type: integer } } }
      much: { type: integer, min: 0 }
`;

const LIFE = `${SMALL}states:
  thing: { initial: a, states: { a: {}, b: {} }, transitions: { go: { from: a, to: b, by: boss } } }
`;
const FORM = LIFE.replace(
  'by: boss',
  'by: boss, input: { why: { type: string }, whom: { type: reference, to: [user, thing] } }, when: input.whom == user || filled(input.whom.thing), set: { owner: = user }',
);
const SCREENS = `screens:
  desk: { path: /desk, list: thing }
  make: { path: /make, form: thing }
  start: { path: /, blocks: { all: { count: thing } } }
`;

/** The marks of what is offered where `|` stands. */
function marked(text: string, language: string): Readonly<Record<string, string>> {
  const offset = text.indexOf('|');
  const { items } = completeAt(
    [{ path: 'app.yaml', text: text.replace('|', '') }],
    { path: 'app.yaml', offset },
    language,
  );
  return Object.fromEntries(items.map(({ label, detail }) => [label, detail]));
}

test('what does not run yet is marked where it is offered', () => {
  const type = SMALL.replace('type: integer, min: 0', 'type: |');
  expect(marked(type, 'en')).toMatchObject({ secret: '', file: '' });
  expect(marked(SMALL.replace('type: integer, min: 0', '|'), 'ja')).toMatchObject({ personal: '未対応' });
  expect(marked(SMALL.replace('type: integer, min: 0', '|'), 'en')).toMatchObject({ personal: 'not yet', unique: '' });
  expect(
    marked(`${SMALL}screens: { desk: { path: /desk, list: thing, layouts: [table] } }\n`.replace('table', '|'), 'en'),
  ).toMatchObject({ gantt: '', cards: '', board: '', table: '' });
});

test.each([
  ['root', `${SMALL}|`],
  ['limit', SMALL.replace('type: integer, value: 5', '|')],
  ['entity', SMALL.replace('    fields:\n', '    |\n    fields:\n')],
  ['field', SMALL.replace('type: integer, min: 0', '|')],
  ['lineField', SMALL.replace('size: { type: integer }', 'size: { | }')],
  ['lifecycle', LIFE.replace('initial: a, ', '|, ')],
  ['state', LIFE.replace('a: {}', 'a: { | }')],
  ['transition', LIFE.replace('from: a, to: b, by: boss', '|')],
  ['screen', SCREENS.replace('path: /desk, list: thing', '|')],
  ['block', SCREENS.replace('count: thing', '|')],
  ['objectField', SMALL.replace('type: integer, min: 0', 'type: object, |')],
  ['partField', SMALL.replace('type: integer, min: 0', 'type: object, fields: { a: { | } }')],
  ['inputField', LIFE.replace('by: boss', 'by: boss, input: { a: { | } }')],
  ['comments', SMALL.replace('    fields:\n', '    comments: { | }\n    fields:\n')],
  ['option', SMALL.replace('type: integer, min: 0', 'type: choice, options: { a: { | } }')],
  ['dated', SMALL.replace('type: integer, value: 5', 'type: integer, values: [{ | }]')],
  ['grant', SMALL.replace('thing: all', 'thing: { | }')],
  ['fieldRight', SMALL.replace('thing: all', 'thing: { fields: { much: { | } } }')],
  ['importing', SMALL.replace('thing: all', 'thing: { import: { | } }')],
  ['section', SCREENS.replace('list: thing', 'record: thing, sections: { a: { | } }')],
  ['outCall', `${SMALL}calls: { out: { tell: { | } } }\n`],
  ['inCall', `${SMALL}calls: { in: { tell: { | } } }\n`],
] as const)('every key of the reference is offered where a %s is written, with its mark', (place, text) => {
  const whole = text.startsWith('screens') ? `${LIFE}${text}` : text;
  const offers = marked(whole, 'en');
  const keys = Object.fromEntries(keysOf(place).map(({ key, notYet }) => [key, notYet ? 'not yet' : '']));
  expect(Object.keys(keys).length).toBeGreaterThan(1);
  expect(offers).toEqual(keys);
});

describe('completion', () => {
  test.each([
    ['a key of a file', `${SMALL}|`, ['purpose', 'screens'], ['type']],
    [
      'a key of a field',
      SMALL.replace('type: integer, min: 0', '|'),
      ['type', 'required', 'computed'],
      ['verbs', 'ninefold'],
    ],
    ['a type', SMALL.replace('type: integer, min: 0', 'type: |'), ['string', 'money'], ['thing']],
    ['a type that is begun', SMALL.replace('type: integer, min: 0', 'type: mo|'), ['money'], ['thing']],
    [
      'a language of a text',
      SMALL.replace('min: 0', 'computed: size(record.said.|)').replace(
        '    fields:\n',
        '    fields:\n      said: { type: string, translated: true }\n',
      ),
      ['en', 'ja'],
      ['said'],
    ],
    ['an entity', SMALL.replace('to: user', 'to: |'), ['thing', 'user'], ['name']],
    ['an expression', SMALL.replace('min: 0', 'computed: |'), ['record', 'limits', 'today', 'sum'], ['input', 'user']],
    [
      'what says that a record is being made',
      SMALL.replace('min: 0', 'visible_when: |'),
      ['creating', 'age'],
      ['user'],
    ],
    ['no such thing elsewhere', SMALL.replace('min: 0', 'computed: |'), ['age'], ['creating']],
    [
      'a key of one of several periods',
      SMALL.replace('    fields:\n', '    no_overlap: [{ from: day, to: day }, { | }]\n    fields:\n'),
      ['from', 'per', 'name', 'message', 'error'],
      ['fields'],
    ],
    [
      'fields whose people follow',
      SMALL.replace('    fields:\n', '    comments: { follow: [|] }\n    fields:\n'),
      ['owner', 'created_by'],
      ['thing'],
    ],
    ['a key of a limit', SMALL.replace('type: integer, value: 5', '|'), ['options', 'scale', 'value'], ['required']],
    ['a type of a limit', SMALL.replace('type: integer, value: 5', 'type: |'), ['choice', 'duration'], ['sequence']],
    ['fields of the record', SMALL.replace('min: 0', 'computed: record.|'), ['name', 'kind', 'created_at'], ['most']],
    ['fields behind a reference', SMALL.replace('min: 0', 'computed: record.owner.|'), ['email'], ['kind']],
    ['limits', SMALL.replace('min: 0', 'computed: limits.|'), ['most', 'page_size'], ['name']],
    ['fields of lines', SMALL.replace('min: 0', 'computed: "sum(record.parts.map(p, p.|))"'), ['size'], ['name']],
    [
      'parts of an object',
      `${SMALL}      place: { type: object, fields: { room: { type: string }, wide: { type: boolean, computed: record.place.| } } }`,
      ['room'],
      ['name'],
    ],
    [
      'keys of an object',
      `${SMALL}      place: { type: object, |, fields: { room: { type: string } } }`,
      ['required', 'closed'],
      ['unique', 'computed'],
    ],
    [
      'keys of a part',
      `${SMALL}      place: { type: object, fields: { room: { type: string, | } } }`,
      ['search', 'copy'],
      ['closed', 'immutable'],
    ],
    ['options', SMALL.replace('min: 0', 'required_when: \'record.kind == "|"\''), ['small', 'big'], ['record']],
    ['roles', SMALL.replace('min: 0', "required_when: 'has_role(user, |)'"), ['boss'], ['record']],
    ['roles of a screen', `${SMALL}screens: { s: { list: thing, roles: [|] } }`, ['boss'], ['thing']],
    ['columns', `${SMALL}screens: { s: { list: thing, columns: [name, |] } }`, ['kind', 'created_at'], ['boss']],
    ['entities of a grant', SMALL.replace('thing: all,', '|: all,'), ['thing', 'user', 'includes'], ['name']],
    ['fields that a dialog asks for', LIFE.replace('by: boss', 'by: boss, asks: [|]'), ['name', 'much'], ['a', 'boss']],
    ['answers of a form', FORM.replace('= user', '= input.|'), ['whom', 'why'], ['whom.user', 'name']],
    ['parts of an answer', FORM.replace('= user', '= input.whom.|'), ['user', 'thing'], ['why', 'email']],
    ['words about a button', LIFE.replace('by: boss', 'by: boss, |'), ['asks', 'optional', 'hidden'], ['required']],
    ['the home of a role', `${SMALL.replace('thing: all,', 'home: |,')}${SCREENS}`, ['desk', 'thing'], ['boss']],
    ['icons', `${SMALL}${SCREENS.replace('list: thing', 'icon: |, list: thing')}`, ['inbox', 'wrench'], ['thing']],
    ['the form of a list', `${SMALL}${SCREENS.replace('list: thing', 'create: |, list: thing')}`, ['make'], ['name']],
    [
      'a key of a block',
      `${SMALL}${SCREENS.replace('count: thing', 'count: thing, |')}`,
      ['roles', 'visible_when'],
      ['path'],
    ],
    [
      'when a block is shown',
      `${SMALL}${SCREENS.replace('count: thing', 'count: thing, visible_when: |')}`,
      ['user', 'limits', 'today'],
      ['record', 'creating'],
    ],
    ['a field after `=`', SMALL.replace('min: 0', 'min: = record.|'), ['much'], ['most']],
  ])('%s', (_, text, wanted, unwanted) => {
    const labels = offered(text);
    expect(labels).toEqual(expect.arrayContaining(wanted));
    expect(labels.filter((label) => unwanted.includes(label))).toEqual([]);
  });
});

describe('hover', () => {
  test.each([
    [
      'ticket.yaml',
      'reject_when: record.total > record.co|st + limits.overrun',
      /ticket\.cost\*\*: money \(EUR\)[\s\S]*amount in a currency/,
    ],
    ['ticket.yaml', 'record.total > record.cost + limits.over|run', /overrun[\s\S]*money = 100/],
    ['ticket.yaml', "'sum(record.li|nes.map(l, l.sum))'", /list of ticket\.lines/],
    ['ticket.yaml', "'su|m(record.lines.map(l, l.sum))'", /sum\(list of number\)[\s\S]*sum of a list/],
    ['ticket.yaml', 'imm|utable: true', /first filled value stays/],
    ['ticket.yaml', 'number: { type: seq|uence', /draws, without gaps/],
    ['ticket.yaml', 'resume:\n        from: waiting\n        to: op|en', /state \*\*ticket\.open\*\*[\s\S]*active/],
  ])('%s: %s', (path, marked, text) => {
    expect(hoverAt(desk, at(path, marked), 'en')?.text).toMatch(text);
  });

  test('in Japanese', () => {
    expect(hoverAt(desk, at('ticket.yaml', 'imm|utable: true'), 'ja')?.text).toContain('最初に入力された値');
  });
});

test('an answer with parts is known by its name, and each part by its type', () => {
  const file = { path: 'app.yaml', text: FORM };
  const before = (text: string): Cursor => ({ path: file.path, offset: FORM.indexOf(text) + text.length });
  expect(hoverAt([file], before('filled(input.whom.th'), 'en')?.text).toBe('**whom.thing**: thing');
  const renaming = renameAt([file], before('filled(input.wh'), 'holder');
  if (typeof renaming === 'string') throw new Error(renaming);
  expect(placesOf(renaming.spots).map((place) => place.split(' ')[1])).toEqual(['whom', 'whom', 'whom']);
  expect(definitionsAt([file], before('when: input.wh'))).toHaveLength(1);
});

describe('definition, references, rename', () => {
  test('a name in an expression leads to its declaration', () => {
    expect(placesOf(definitionsAt(desk, at('ticket.yaml', 'record.cost + limits.over|run')))).toEqual([
      expect.stringMatching(/^app\.yaml:\d+ overrun$/),
    ]);
    expect(
      placesOf(definitionsAt(desk, at('ticket.yaml', `default: '= now + hours(record.priority == "urg|ent" ?`))),
    ).toEqual([expect.stringMatching(/^ticket\.yaml:\d+ urgent$/)]);
    expect(placesOf(definitionsAt(desk, at('ticket.yaml', 'when: input.to_|team != record.team')))).toEqual([
      expect.stringContaining('to_team'),
    ]);
  });

  test('a role is declared in several files', () => {
    const places = placesOf(definitionsAt(desk, at('asset.yaml', 'approve: { from: asked, to: approved, by: ag|ent')));
    expect(places.map((place) => place.split(':')[0])).toEqual([
      'article.yaml',
      'asset.yaml',
      'organisation.yaml',
      'ticket.yaml',
    ]);
  });

  test.each([
    ['a field', 'ticket.yaml', 'sol|ution: { type: text', 'answer_text'],
    ['a limit', 'app.yaml', 'over|run: { type', 'extra'],
    ['a state', 'ticket.yaml', 'wait|ing: { kind: waiting }', 'paused'],
    ['an option', 'ticket.yaml', '          urg|ent: { tone: danger', 'at_once'],
    ['a role', 'organisation.yaml', '  man|ager:\n    includes: agent', 'chief'],
    ['a transition', 'ticket.yaml', 'hand_|over:', 'pass_on'],
    ['a group', 'ticket.yaml', 'in|ner: [team', 'inside_of'],
    ['an input field', 'ticket.yaml', 'to_|team: { type: reference', 'new_team'],
    ['a line field', 'ticket.yaml', 'q|ty: { type: integer', 'quantity'],
    ['a screen', 'ticket.yaml', '  my_|requests:', 'mine'],
    ['an error', 'app.yaml', 'own_busi|ness: {', 'own_thing'],
    ['an entity with data and past events', 'asset.yaml', '  lo|an:\n    title', 'lending'],
    ['the other direction of a reference', 'organisation.yaml', 'inverse: mem|bers', 'crew'],
    ['the other direction that a section shows', 'asset.yaml', '        inverse: lo|ans\n', 'lendings'],
    ['a column of a section of related records', 'asset.yaml', '      bor|rower: { type: reference', 'who'],
    ['a rule', 'ticket.yaml', '  subject_says_ur|gent:', 'says_urgent'],
    ['a block', 'app.yaml', 'on_my_de|sk: {', 'own_work'],
  ])('%s renamed everywhere leaves a specification that runs, with as many texts', (_, path, marked, name) => {
    const issues = compile(renamed(desk, at(path, marked), name)).issues;
    const errors = issues.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ id, file, line, params }) => [id, file, line, params])).toEqual([]);
    expect(issues.filter(({ id }) => id === 'NF1103' || id === 'NF1104')).toEqual([]);
  });

  const LISTED = `ninefold: 1
roles: { boss: { box: all } }
entities:
  box:
    title: name
    fields:
      name: { type: string }
      size:
        type: choice
        options:
          - small
          - large
      tone: { type: choice, options: [red, blue] }
      kind: { type: choice, options: { dry: { label: Dry }, wet: {} } }
      shelf: { type: string, was: place }
      weight:
        was: mass
        type: integer
      parts: { type: lines, fields: { what: { type: string } } }
states: { box: { initial: new, states: { new: {}, done: { final: true } }, transitions: { end: { from: new, to: done, by: boss, input: { why: { type: string } } } } } }
rules: { box: { light: { reject_when: record.weight > 99, message: Too heavy. } } }
limits: { most: { type: integer, value: 3 } }
`;

  test.each([
    ['an entity', 'bo|x:\n    title', 'crate', 'entity crate was box', 1],
    ['a field', 'na|me: { type', 'label_text', 'field box.label_text was name', 1],
    ['an option of a list of lines', 'sm|all', 'tiny', 'option box.size.tiny was small', 1],
    ['an option of a list', 'bl|ue', 'navy', 'option box.tone.navy was blue', 1],
    ['an option with a text', 'dr|y:', 'arid', 'option box.kind.arid was dry', 1],
    ['an option with an empty one', 'we|t:', 'damp', 'option box.kind.damp was wet', 1],
    ['a field that has a former id', 'she|lf:', 'rack', 'field box.rack was place', 0],
    ['a field that gets its former id back', 'she|lf:', 'place', '', -1],
    ['a field in lines of text that gets it back', 'wei|ght:\n', 'mass', '', -1],
    ['a field of lines', 'wh|at:', 'part', 'field box.parts.part was what', 1],
    ['a state', 'states: { ne|w: {}', 'fresh', 'state box.fresh was new', 1],
    ['a transition', 'en|d: {', 'finish', 'transition box.finish was end', 1],
    ['a role', 'bo|ss: {', 'chief', 'role chief was boss', 1],
    ['a rule', 'lig|ht:', 'bearable', 'rule box.bearable was light', 1],
    ['a limit', 'mo|st:', 'at_most', 'limit at_most was most', 1],
    ['an answer to a form', 'wh|y:', 'reason', '', 0],
  ])('%s that is renamed says what it was, so that stored data follows', (_, marked, name, expected, more) => {
    const offset = LISTED.indexOf(marked.replace('|', '')) + marked.indexOf('|');
    const file = { path: 'app.yaml', text: LISTED };
    const after = compile(renamed([file], { path: 'app.yaml', offset }, name));
    expect(after.issues.filter(({ severity }) => severity === 'error')).toEqual([]);
    const before = compile([file]).application?.former.renamed.map(toldRenaming) ?? [];
    const now = after.application?.former.renamed.map(toldRenaming) ?? [];
    expect(['', ...now.filter((one) => !before.includes(one))]).toContain(expected);
    expect(now.length - before.length).toBe(more);
  });

  const DATA: readonly SourceFile[] = [
    {
      path: 'app.yaml',
      text: `ninefold: 1
roles: { boss: { team: all, item: all, user: { read: true }, runtime: [users] } }
entities:
  team: { key: name, title: name, fields: { name: { type: string }, count: { type: integer, computed: size(record.item_by_team) }, open: { type: boolean, computed: "record.parts.exists(p, p.kind == 'big')" } } }
  item: { title: label, fields: { number: { type: sequence, given: end }, label: { type: string }, kind: { type: choice, options: [small, big] }, team: { type: reference, to: team }, up: { type: reference, to: team, inverse: parts }, rows: { type: lines, fields: { qty: { type: integer } } } } }
states: { item: { initial: new, states: { new: {}, done: { final: true } }, transitions: { end: { from: new, to: done, by: boss, input: { why: { type: string } } } } } }
`,
    },
    { path: 'data/team.csv', text: 'name\nNet\n' },
    { path: 'data/demo/item.csv', text: 'id,label,kind,team,up,state\ni1,A,big,Net,Net,done\n' },
    { path: 'data/item.json', text: '[{ "id": "i2", "kind": "big", "state": "new", "rows": [{ "qty": 3 }] }]' },
    {
      path: 'data/demo/item.history.csv',
      text: 'record,at,by,kind,transition,from,to,changes,input\ni1,2026-01-01T00:00:00Z,,create,,,new,"[{""field"":""kind"",""old"":null,""new"":""small""}]",\ni1,2026-01-02T00:00:00Z,,transition,end,new,done,,"{""why"":""x""}"\n',
    },
  ];
  const inData = (marked: string): Cursor => {
    const offset = DATA[0]?.text.indexOf(marked.replace('|', '')) ?? -1;
    if (offset === -1) throw new Error(marked);
    return { path: 'app.yaml', offset: offset + marked.indexOf('|') };
  };

  test.each([
    ['a field', 'lab|el: { type: string }', 'title_text', ['app.yaml', 'data/demo/item.csv'], 1],
    ['an option', 'options: [small, bi|g]', 'huge', ['app.yaml', 'data/demo/item.csv', 'data/item.json'], 2],
    ['a state', 'states: { ne|w: {}', 'fresh', ['app.yaml', 'data/demo/item.history.csv', 'data/item.json'], 1],
    ['a transition', 'transitions: { en|d:', 'finish', ['app.yaml', 'data/demo/item.history.csv'], 2],
    ['an input field', 'input: { wh|y:', 'reason', ['app.yaml', 'data/demo/item.history.csv'], 1],
    ['a field of lines', 'fields: { qt|y:', 'amount', ['app.yaml', 'data/item.json'], 1],
    [
      'a changed field of a past event',
      'kin|d: { type: choice',
      'sort',
      ['app.yaml', 'data/demo/item.csv', 'data/demo/item.history.csv', 'data/item.json'],
      2,
    ],
    [
      'a reference whose other direction has no name of its own',
      'te|am: { type: reference',
      'crew',
      ['app.yaml', 'data/demo/item.csv'],
      2,
    ],
    ['a name of the other direction', 'inverse: par|ts', 'pieces', ['app.yaml'], 2],
  ])('%s is renamed in data files and other directions', (_, marked, name, paths, inApp) => {
    const renaming = renameAt(DATA, inData(marked), name);
    if (typeof renaming === 'string') throw new Error(renaming);
    expect([...new Set(renaming.spots.map(({ source }) => source.path))].toSorted()).toEqual(paths);
    expect(renaming.spots.filter(({ source }) => source.path === 'app.yaml').length).toBeGreaterThanOrEqual(inApp);
    const before = compile(DATA);
    expect(before.application).not.toBeNull();
    const after = compile(renamed(DATA, inData(marked), name));
    expect(after.issues.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(after.application?.data.flatMap(({ rows }) => rows)).toHaveLength(5);
  });

  test('an entity takes its data files along', () => {
    const renaming = renameAt(DATA, inData('  it|em: { title'), 'thing');
    expect(renaming).toMatchObject({
      files: [
        { from: 'data/demo/item.csv', to: 'data/demo/thing.csv' },
        { from: 'data/item.json', to: 'data/thing.json' },
        { from: 'data/demo/item.history.csv', to: 'data/demo/thing.history.csv' },
      ],
    });
    const after = compile(renamed(DATA, inData('  it|em: { title'), 'thing'));
    expect(after.issues.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(new Set(after.application?.data.map(({ entity }) => entity))).toEqual(new Set(['team', 'thing']));
  });

  test('a bad or taken name, or nothing to rename, is refused', () => {
    expect(renameAt(desk, at('ticket.yaml', 'sol|ution: { type: text'), 'Answer')).toBe('bad_id');
    expect(renameAt(desk, at('ticket.yaml', 'sol|ution: { type: text'), 'subject')).toBe('taken');
    expect(renameAt(desk, at('ticket.yaml', 'req|uired_when: record.category'), 'x')).toBe('nothing');
  });
});

const toldRenaming = ({ kind, path, was }: Renamed): string => `${kind} ${path.join('.')} was ${was}`;

/** The files with a new name in all that bears it, and its former id. */
function renamed(files: readonly SourceFile[], cursor: Cursor, name: string): readonly SourceFile[] {
  const renaming = renameAt(files, cursor, name);
  if (typeof renaming === 'string') throw new Error(renaming);
  return files.map((file) => ({
    path: renaming.files.find(({ from }) => from === file.path)?.to ?? file.path,
    text: written(file, [...renaming.spots.map((spot) => ({ spot, text: name })), ...renaming.former]),
  }));
}

/** The text of a file with these edits, none of which may overlap. */
function written(file: SourceFile, edits: readonly Edit[]): string {
  const own = edits
    .filter(({ spot }) => spot.source.path === file.path)
    .toSorted((a, b) => a.spot.start - b.spot.start || a.spot.end - b.spot.end);
  let [text, at] = ['', 0];
  for (const { spot, text: now } of own) {
    expect(spot.start).toBeGreaterThanOrEqual(at);
    text += file.text.slice(at, spot.start) + now;
    at = spot.end;
  }
  return text + file.text.slice(at);
}

test('a file that cannot be read leaves the others', () => {
  const files = [
    { path: 'app.yaml', text: SMALL },
    { path: 'b.yaml', text: 'rules: {{{' },
  ];
  expect(inspect(files).symbols).toContain('field thing.name');
});
