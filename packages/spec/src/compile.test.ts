import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { deadlinesOf, isDeadline } from '@ninefold/model';
import { describe, expect, test } from 'vitest';
import type { SourceFile } from './application.ts';
import { compile } from './compile.ts';

const ROOT = join(import.meta.dirname, '../../..');

function folder(path: string): readonly SourceFile[] {
  const root = join(ROOT, path);
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const wanted = names.filter((name) => /\.\w+$/.test(name));
  return wanted.map((name) => ({ path: name.replaceAll('\\', '/'), text: readFileSync(join(root, name), 'utf8') }));
}

function spec(text: string, others: Readonly<Record<string, string>> = {}): ReturnType<typeof compile> {
  const files = Object.entries({ 'app.yaml': `ninefold: 1\n${text}`, ...others });
  return compile(files.map(([path, content]) => ({ path, text: content })));
}

function modelOf(text: string): NonNullable<ReturnType<typeof compile>['application']>['model'] {
  const { application, issues } = spec(text);
  if (application === null) throw new Error(JSON.stringify(issues));
  return application.model;
}

describe('the least specification', () => {
  test('`ninefold: 1` alone is an application with users, an administrator and the runtime limits', () => {
    const { application, issues } = spec('');
    expect(issues).toEqual([]);
    const model = application?.model;
    expect(model).toMatchObject({ name: 'app', languages: ['en', 'ja'], timeZone: 'UTC', currency: null });
    expect(Object.keys(model?.entities ?? {})).toEqual(['user']);
    expect(Object.keys(model?.entities['user']?.fields ?? {})).toEqual([
      'name',
      'email',
      'language',
      'roles',
      'active',
    ]);
    expect(model?.roles['administrator']?.runtime).toContain('users');
    expect(model?.limits['toast_ms']?.value).toBe(5000);
    expect([...new Set(model?.notShown.map(({ point }) => point))]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(application?.texts['ja']).toMatchObject({ entities: { user: { label: 'ユーザー' } } });
  });

  test('no file at all is an issue', () => {
    expect(compile([]).issues.map(({ id }) => id)).toEqual(['NF0116']);
  });

  const others = [
    { path: 'data/visit.csv', text: 'host\nann@example.test\n' },
    { path: 'visit.yaml', text: 'entities: { visit: { fields: { room: { type: reference, to: room } } } }\n' },
  ];

  test.each([[[]], [['']], [['# to be written\n']]])(
    'app.yaml as %j is told alone, not what it no longer declares',
    (texts) => {
      const { issues } = compile([...texts.map((text) => ({ path: 'app.yaml', text })), ...others]);
      expect(issues.map(({ id, file }) => `${id} ${file}`)).toEqual(['NF0116 app.yaml']);
    },
  );

  test('a field of lines says its former id, by which an open page keeps what is typed', () => {
    const lines = 'lines: { type: lines, fields: { remark: { type: string, was: note } } }';
    const { application } = compile([
      { path: 'app.yaml', text: `ninefold: 1\nentities: { visit: { fields: { ${lines} } } }\n` },
    ]);
    expect(application?.model.entities['visit']?.fields['lines']).toMatchObject({
      fields: { remark: { was: 'note' } },
    });
  });

  test('app.yaml in UTF-16 is told alone', () => {
    const text = Buffer.from('ninefold: 1\nentities: { room: { fields: { n: { type: string } } } }\n', 'utf16le');
    const { issues } = compile([{ path: 'app.yaml', text: text.toString('utf8') }, ...others]);
    expect(issues.map(({ id, file }) => `${id} ${file}`)).toEqual(['NF0015 app.yaml']);
  });
});

describe('examples and the language', () => {
  test.each(['examples/empty', 'examples/service-desk'])('%s compiles without a word', (path) => {
    const { application, issues } = compile(folder(path));
    // that the administrator may act for others is asked, not assumed
    expect(issues.filter(({ id }) => id !== 'NF0714')).toEqual([]);
    expect(application).not.toBeNull();
  });
});

const THING = 'entities:\n  thing:\n    fields:\n';

describe('entities', () => {
  test('text stays what was written, numbers and dates become literals in wire form', () => {
    const model = modelOf(
      `${THING}      a: { type: string, default: 0123 }\n      b: { type: string, default: no }\n` +
        `      c: { type: money, currency: JPY, default: 1200 }\n      d: { type: number, default: 1.50 }\n` +
        '      e: { type: datetime, default: 2026-03-05T09:00:00+01:00 }\n',
    );
    const values = Object.values(model.entities['thing']?.fields ?? {}).map((field) => {
      const tree = field.default?.tree;
      return tree?.node === 'literal' ? tree.value : undefined;
    });
    expect(values).toEqual(['0123', 'no', '1200', '1.50', '2026-03-05T08:00:00.000Z']);
  });

  test('a date that can pass is known by the field that says that it has', () => {
    const { thing } = modelOf(
      `${THING}      due: { type: date }\n      at: { type: datetime }\n      end: { type: datetime }\n      done: { type: boolean }\n` +
        '      late: { type: boolean, computed: "record.due < today && !record.done" }\n' +
        '      over: { type: boolean, computed: "!record.done && now >= record.at" }\n' +
        '      early: { type: boolean, computed: "record.end > now" }\n' +
        '      either: { type: boolean, computed: "record.end < now || record.done" }\n',
    ).entities;
    expect(thing && [...deadlinesOf(thing)].toSorted()).toEqual([
      ['at', 'over'],
      ['due', 'late'],
    ]);
  });

  test('a date is a deadline where a mark, a reaction to the clock or a timer waits for it', () => {
    const { thing } = modelOf(
      `${THING}      bought: { type: date }\n      due: { type: date }\n      ends: { type: datetime }\n      left: { type: date }\n` +
        '      late: { type: boolean, computed: record.due < today }\n' +
        'states:\n  thing:\n    initial: a\n    states: { a: { kind: active }, b: { kind: done } }\n' +
        '    transitions: { end: { from: a, to: b, at: record.ends } }\n' +
        '    reactions: { gone: { when: record.left < today, set: { bought: = null } } }\n',
    ).entities;
    const deadlines = Object.keys(thing?.fields ?? {}).filter((field) => thing && isDeadline(thing, field));
    expect(deadlines.toSorted()).toEqual(['due', 'ends', 'left']);
  });

  test('a computed field that reads the clock through another is live', () => {
    const { thing } = modelOf(
      `${THING}      due: { type: date }\n      late: { type: boolean, computed: record.due < today }\n` +
        '      sad: { type: boolean, computed: record.late }\n      has: { type: boolean, computed: filled(record.due) }\n',
    ).entities;
    const live = Object.values(thing?.fields ?? {}).map((field) => field.computed?.live ?? null);
    expect(live).toEqual([null, true, true, false]);
  });

  test('a key is unique, a title is parts, options may be those of another field', () => {
    const { thing } = modelOf(
      'entities:\n  thing:\n    key: code\n    title: "{{code}}: {{size}}"\n    fields:\n      code: { type: string }\n' +
        '      size: { type: choice, options: { s: Small, l: Large } }\n      other: { type: choice, options: thing.size }\n',
    ).entities;
    expect(thing?.fields['code']?.unique).toBe(true);
    expect(thing?.title).toEqual([{ field: 'code' }, { text: ': ' }, { field: 'size' }]);
    expect(thing?.fields['other']).toMatchObject({ options: ['s', 'l'] });
  });
});

describe('what is not shown', () => {
  test('is assumed, and written to the ledger', () => {
    const model = modelOf(
      'roles: { boss: { thing: { read: not shown, create: true }, runtime: [users] } }\n' +
        'entities: { thing: { fields: { a: not shown, b: { type: not shown } }, more: not shown } }\n' +
        'limits: { top: { type: money, value: { not_shown: "How much?", ask: finance } } }\n',
    );
    expect(model.entities['thing']?.fields['a']?.type).toBe('string');
    expect(model.limits['top']?.value).toBeNull();
    const read = model.roles['boss']?.grants[0]?.verbs.read;
    expect(read).toMatchObject({ tree: { node: 'literal', value: false } });
    const ledger = model.notShown.map(({ place, assumed, ask }) => `${place} ${assumed} ${ask ?? ''}`.trim());
    expect(ledger).toEqual(
      expect.arrayContaining([
        'entities.thing.fields.a string',
        'entities.thing.more incomplete',
        'limits.top.value refuses finance',
        'roles.boss.thing.read nobody',
        'states no_life_cycle',
      ]),
    );
  });

  const placesOf = (text: string, point: number): readonly string[] =>
    modelOf(text)
      .notShown.filter((each) => each.point === point)
      .map(({ place, assumed }) => `${place} ${assumed}`);

  test('the parts of a point are open one by one, where the point is written without them', () => {
    expect(placesOf('purpose: { name: desk, does: Helps., languages: [ja] }\n', 1)).toEqual([
      'purpose.audience audience',
      'purpose.time_zone time_zone',
      'purpose.currency no_currency',
    ]);
    expect(placesOf('calls: { in: not shown }\n', 7)).toEqual(['calls.in no_calls_in', 'calls.out no_calls_out']);
  });

  test.each(['', 'calls: not shown\nerrors: not shown\nentities: not shown\n'])(
    'of a whole point that is open, the ledger says what runs and which parts are open (%j)',
    (text) => {
      expect(placesOf(text, 3)).toEqual(['entities users_only', 'entities.fields user_fields']);
      expect(placesOf(text, 7)).toEqual(['calls json_api', 'calls.out no_calls_out', 'calls.in no_calls_in']);
      expect(placesOf(text, 8)).toEqual(['errors runtime_errors', 'errors.reaction runtime_reactions']);
    },
  );
});

test('everything may be left open, and the application runs', () => {
  const { application, issues } = spec(
    'more: not shown\nroles: { a: not shown, b: { user: not shown, runtime: not shown } }\n' +
      'entities: { car: { fields: { a: { type: choice, options: not shown }, b: { type: reference, to: not shown }, c: { type: integer, min: not shown, max: = limits.top } } } }\n' +
      'states: { car: { initial: not shown, states: { a: not shown }, transitions: { go: { from: not shown, to: not shown, by: not shown }, x: not shown } } }\n' +
      'rules: { car: { r: not shown, q: { check: not shown } } }\nscreens: { s: not shown, t: { list: not shown } }\nlimits: { top: not shown }\n',
  );
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(application?.model.entities['car']?.rules).toEqual([]);
  expect(Object.keys(application?.model.entities['car']?.fields ?? {})).toEqual(['a', 'b', 'c']);
  expect(application?.model.entities['car']?.fields['b']?.type).toBe('string');
});

describe('roles', () => {
  const ROLES =
    'entities:\n  thing:\n    groups: { inner: [a, b] }\n    fields: { a: { type: string }, b: { type: string }, c: { type: string, closed: true } }\n';
  const right = { none: [false, false, false], read: [false, true, false], write: [true, true, true] };

  function rightsOf(fields: string): Readonly<Record<string, readonly boolean[]>> {
    const model = modelOf(`${ROLES}roles: { boss: { runtime: [users], thing: { read: true${fields} } } }\n`);
    const rights = Object.entries(model.roles['boss']?.grants[0]?.fields ?? {});
    return Object.fromEntries(rights.map(([id, { create, read, update }]) => [id, [create, read, update]]));
  }

  test('a closed field is in no grant that does not name it', () => {
    expect(rightsOf('')).toEqual({ a: right.write, b: right.write });
    expect(rightsOf(', fields: { c: read }')).toEqual({ a: right.write, b: right.write, c: right.read });
  });

  test('a field named wins over its group, and both over `others`', () => {
    expect(rightsOf(', fields: { b: read, inner: none }')).toEqual({ a: right.none, b: right.read });
    expect(rightsOf(', fields: { others: none, b: write }')).toEqual({ a: right.none, b: right.write });
  });

  test('included grants are carried unchanged, and only `grant` opens e-mail, activity and creation of users', () => {
    const { roles } = modelOf(
      'roles:\n  a: { user: { read: true, update: true } }\n  b: { includes: a, user: { grant: [a] }, runtime: [users] }\n  c: { user: all }\n',
    );
    expect(roles['b']?.grants.map(({ id }) => id)).toEqual(['b.user', 'a.user']);
    expect(roles['b']?.gives).toEqual(['a']);
    const [granting, plain] = roles['b']?.grants ?? [];
    expect([granting?.verbs.create, granting?.fields['email']?.update]).toEqual([true, true]);
    expect([plain?.verbs.create, plain?.fields['email']?.update]).toEqual([undefined, false]);
    expect(roles['c']?.grants[0]?.verbs.create).toBeUndefined();
    expect(roles['c']?.grants[0]?.fields['active']).toEqual({ create: false, read: true, update: false });
  });

  test('without a role that has a right of the runtime there is an administrator', () => {
    expect(
      modelOf(`${ROLES}roles: { boss: { thing: all } }\n`).roles['administrator']?.grants.map(({ entity }) => entity),
    ).toEqual(['user']);
    expect(modelOf(ROLES).roles['administrator']?.grants.map(({ entity }) => entity)).toEqual(['thing', 'user']);
  });
});

describe('screens', () => {
  const BASE = `roles: { boss: { thing: all, runtime: [users] } }\n${THING}      a: { type: string }\n`;

  test('every entity has a list, a record and a form page, unless a written one for everybody stands for it', () => {
    const paths = (text: string): readonly string[] =>
      modelOf(BASE + text).screens.map(({ id, path }) => `${id} ${path}`);
    expect(paths('').filter((path) => path.startsWith('thing'))).toEqual([
      'thing /thing',
      'thing.record /thing/:id',
      'thing.form /thing/new',
    ]);
    const written = paths(
      'screens: { thing: { record: thing, path: /things/:id }, all: { list: thing, path: /things, roles: [boss] } }\n',
    );
    expect(written.slice(0, 4)).toEqual([
      'thing /things/:id',
      'all /things',
      'thing.list /thing',
      'thing.form /thing/new',
    ]);
  });

  test('the menu that is not written has every screen that opens without a record', () => {
    expect(modelOf(`${BASE}screens: { home: { path: /, blocks: {} } }\n`).menu).toEqual([
      { id: 'main', screens: ['home', 'thing', 'user'] },
    ]);
  });
});

describe('hostile text', () => {
  const service = folder('examples/service-desk').filter(({ path }) => path.endsWith('.yaml'));

  test('a specification with something cut out or put in is compiled or refused, never a fault', () => {
    const scraps = [
      '',
      ' ',
      '\t',
      '{',
      '}',
      '[',
      ']',
      ':',
      ': ',
      '- ',
      '"',
      "'",
      '#',
      '!',
      '&a',
      '*a',
      '<<: {}',
      '\n',
      '= ',
      '__proto__',
      'constructor',
      '\u0000',
      '\uFEFF',
      '🙂',
    ];
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat(40), fc.constantFrom(...scraps), (which, at, length, scrap) => {
        const target = which % service.length;
        const files = service.map(({ path, text }, index) => {
          const from = at % text.length;
          return { path, text: index === target ? text.slice(0, from) + scrap + text.slice(from + length) : text };
        });
        const { application, issues } = compile(files);
        expect(application === null).toBe(issues.some(({ severity }) => severity === 'error'));
      }),
      { numRuns: 150 },
    );
  }, 300_000);

  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    '“%s” is no entity, field, role, state or column',
    (name) => {
      const text =
        `roles: { boss: { thing: { read: true, fields: { ${name}: read } }, ${name}: all, includes: ${name}, runtime: [users] } }\n` +
        `entities: { thing: { title: ${name}, fields: { a: { type: reference, to: ${name} }, b: { type: ${name} } } } }\n` +
        `states: { ${name}: { initial: a }, thing: { initial: ${name}, states: { a: {} }, transitions: { go: { from: a, to: a, set: { ${name}: x } } } } }\n` +
        `rules: { ${name}: {} }\nscreens: { s: { list: ${name} }, t: { form: thing, preset: { ${name}: x } }, menu: [${name}] }\n`;
      const { issues, application } = spec(text, {
        [`data/${name}.csv`]: `${name}\nx\n`,
        'data/thing.csv': `${name}\nx\n`,
      });
      expect(application).toBeNull();
      const told = issues
        .filter(({ id }) => /^NF(?:02|12)/.test(id))
        .map(({ id, params }) => [id, params['also'] ?? '']);
      expect(told.length + told.flatMap(([, also = '']) => also.split(', ').filter(Boolean)).length).toBeGreaterThan(5);
    },
  );
});

test('the hash changes with every file, and not with their order', () => {
  const hash = (files: readonly SourceFile[]): string | undefined => compile(files).application?.model.hash;
  const files = folder('examples/service-desk');
  const changed = files.map((file) => (file.path.endsWith('app.json') ? { ...file, text: `${file.text} ` } : file));
  expect(hash(files)).toMatch(/^[0-9a-f]{16}$/);
  expect(hash([...files].reverse())).toBe(hash(files));
  expect(hash(changed)).not.toBe(hash(files));
});
