import { describe, expect, test } from 'vitest';
import { compile } from '../../compile.ts';

const OBJECT =
  'site: { type: object, fields: { zip: { type: string, max: 10 }, city: { type: string, required: true }, open: { type: boolean } } }';

function specification(fields: string, rest = ''): string {
  return `ninefold: 1
roles: { boss: { house: all, runtime: [users] } }
entities:
  house:
    fields:
      name: { type: string }
      ${fields}
${rest}`;
}

function compiled(fields: string, rest = '') {
  const { application, issues } = compile([{ path: 'app.yaml', text: specification(fields, rest) }]);
  const wrong = issues.filter(({ severity }) => severity === 'error').map(({ id, params }) => [id, params['name']]);
  return { application, house: application?.model.entities['house'], wrong };
}

describe('parts', () => {
  test('are fields of their entity, whose ids name the object too', () => {
    const { house, wrong } = compiled(OBJECT);
    expect(wrong).toEqual([]);
    expect(Object.keys(house?.fields ?? {})).toEqual(['name', 'site.zip', 'site.city', 'site.open']);
    expect(house?.fields['site.zip']).toMatchObject({ id: 'site.zip', type: 'string', required: false });
  });

  test('that are required are so once a part is filled', () => {
    const { house } = compiled(OBJECT);
    expect(house?.fields['site.city']).toMatchObject({
      required: false,
      requiredWhen: { source: 'filled(record.site)' },
    });
    expect(house?.fields['site.city']?.requiredWhen?.reads).toEqual([
      'record.site:zip',
      'record.site:city',
      'record.site:open',
    ]);
    expect(house?.fields['site.zip']?.requiredWhen).toBeNull();
  });

  test('of a required object are required as they are written, the first one where none is', () => {
    const { house } = compiled(OBJECT.replace('type: object', 'type: object, required: true'));
    expect(house?.fields['site.city']).toMatchObject({ required: true, requiredWhen: null });
    const { house: other } = compiled(
      'site: { type: object, required: true, fields: { a: { type: string }, b: { type: string } } }',
    );
    expect([other?.fields['site.a']?.required, other?.fields['site.b']?.required]).toEqual([true, false]);
  });

  test('take over what is said of the object', () => {
    const { house } = compiled(
      'site: { type: object, closed: true, read_only: true, visible_when: filled(record.name), fields: { a: { type: string, visible_when: record.name != "x" } } }',
    );
    expect(house?.fields['site.a']).toMatchObject({ closed: true, readOnly: true });
    expect(house?.fields['site.a']?.visibleWhen?.source).toBe('(filled(record.name)) && (record.name != "x")');
  });
});

describe('expressions', () => {
  const of = (source: string) => compiled(OBJECT, `rules: { house: { r: { check: '${source}', message: No } } }`);

  test('read a part as one field of the record', () => {
    const { house, wrong } = of('record.site.city != "Kyoto" || record.name == record.site.zip');
    expect(wrong).toEqual([]);
    expect(house?.rules[0]?.check.reads).toEqual(['record.name', 'record.site:city', 'record.site:zip']);
  });

  test('ask for the object by its parts', () => {
    const { house, wrong } = of('blank(record.site) || filled(record.site)');
    expect(wrong).toEqual([]);
    expect(house?.rules[0]?.check.reads).toEqual(['record.site:city', 'record.site:open', 'record.site:zip']);
  });

  test.each([
    ['record.site == null', 'NF0523', 'site'],
    ['record.site.town == "x"', 'NF0505', 'town'],
    ['or_else(record.site, record.site) == null', 'NF0523', 'site'],
    ['record.site.city.zip == "x"', 'NF0515', 'zip'],
  ])('%s is refused', (source, id, name) => {
    expect(of(source).wrong).toContainEqual([id, name]);
  });
});

test.each([
  'choices, options: [a]',
  'references, to: house',
  'lines, fields: { b: { type: string } }',
  'sequence',
  'object, fields: { b: { type: string } }',
])('a part is no %s', (type) => {
  expect(compiled(`site: { type: object, fields: { a: { type: ${type} } } }`).wrong).toEqual([
    ['NF0312', type.split(',')[0]],
  ]);
});

test('an object is no field of lines', () => {
  expect(compiled(`rows: { type: lines, fields: { ${OBJECT} } }`).wrong).toEqual([['NF0312', 'object']]);
});

test('what is claimed of parts is decided, and an example names them as they are written', () => {
  const { issues } = compile([
    { path: 'app.yaml', text: specification(OBJECT, 'rules: { house: { five: { never: record.site.zip == "5" } } }') },
  ]);
  expect(issues.find(({ id }) => id === 'NF0606')?.params['example']).toContain('record.site.zip = 5');
});

test.each(['unique: true', 'search: true', 'default: x', 'min: 1', 'computed: record.name', 'fin: x'])(
  'an object has no %s',
  (key) => {
    expect(compiled(`site: { type: object, ${key}, fields: { a: { type: string } } }`).wrong).toEqual([
      ['NF0101', key.split(':')[0]],
    ]);
  },
);

test('ids of a part are together as long as the name of a column may be', () => {
  const long = 'a'.repeat(35);
  expect(compiled(`${long}: { type: object, fields: { ${'b'.repeat(24)}: { type: string } } }`).wrong).toEqual([]);
  expect(compiled(`${long}: { type: object, fields: { ${'b'.repeat(25)}: { type: string } } }`).wrong).toEqual([
    ['NF0107', `${long}.${'b'.repeat(25)}`],
  ]);
});

test('a part or its object had another id', () => {
  const former = (object: string, part: string) =>
    compiled(`site: { type: object${object}, fields: { zip: { type: string${part} } } }`).application?.former.renamed;
  const renamed = (was: string) => [{ kind: 'field', path: ['house', 'site.zip'], was }];
  expect(former('', ', was: code')).toEqual(renamed('site.code'));
  expect(former(', was: spot', '')).toEqual(renamed('spot.zip'));
  expect(former(', was: spot', ', was: code')).toEqual(renamed('spot.code'));
  expect(former('', '')).toEqual([]);
});

test('names of whole objects stand for their parts, where grants, groups and sections name them', () => {
  const { application, wrong } = compiled(
    OBJECT,
    `screens:
  houses: { list: house, columns: [name, site, site.city], sort: [-site.zip] }
  one: { record: house, sections: { where: [site] } }
  add: { form: house, only: [name, site] }
`,
  );
  expect(wrong).toEqual([]);
  const [list, record, form] = application?.model.screens ?? [];
  expect(list).toMatchObject({ columns: ['name', 'site', 'site.city'], sort: ['-site.zip'] });
  const parts = ['site.zip', 'site.city', 'site.open'];
  expect([record, form]).toMatchObject([{ sections: [{ fields: parts }] }, { only: ['name', ...parts] }]);
  const roles = (fields: string) =>
    compile([
      {
        path: 'app.yaml',
        text: specification(OBJECT).replace('house: all', `house: { read: true, fields: ${fields} }`),
      },
    ]);
  const grant = roles('{ others: none, site: read }').application?.model.roles['boss']?.grants[0];
  expect(Object.entries(grant?.fields ?? {}).filter(([, right]) => right.read)).toHaveLength(3);
  expect(roles('{ site.zip: read }').issues.map(({ id }) => id)).toContain('NF0202');
});
