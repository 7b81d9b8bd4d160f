import { typeOf, type Entity } from '@ninefold/model';
import { describe, expect, test } from 'vitest';
import { compile } from '../../compile.ts';
import { checkExpression } from '../../expressions/check.ts';
import { schemaOf } from '../../expressions/schema/schema-of.ts';

const PLACE = `place:
        type: object
        fields:
          room: { type: string }
          name: { type: string, max: 20, translated: true, search: true }
          whom: { type: reference, to: [user, team], inverse: holds }`;

interface More {
  readonly fields?: string;
  readonly rest?: string;
  readonly languages?: string;
}

function compiled(place: string, { fields = '', rest = '', languages = '[en, ja]' }: More = {}) {
  const text = `ninefold: 1
purpose: { name: rooms, languages: ${languages} }
roles: { boss: { asset: all, team: all, user: { read: true }, runtime: [users] } }
entities:
  team: { title: name, fields: { name: { type: string, required: true } } }
  asset:
    title: code
    fields:
      code: { type: string, required: true }
      ${fields}
      ${place}
${rest}`;
  const { application, issues } = compile([{ path: 'app.yaml', text }]);
  const wrong = issues.filter(({ severity }) => severity === 'error').map(({ id, params }) => [id, params['name']]);
  const asset: Entity | undefined = application?.model.entities['asset'];
  return { application, asset, fields: asset?.fields ?? {}, wrong, former: application?.former };
}

describe('a part that is translated, or refers to one of several entities,', () => {
  test('is a group of fields of the entity, whose ids name it and its object', () => {
    const { fields, wrong } = compiled(PLACE);
    expect(wrong).toEqual([]);
    expect(Object.keys(fields)).toEqual([
      ...['code', 'place.room', 'place.name', 'place.name.ja', 'place.whom.user', 'place.whom.team'],
    ]);
    expect(fields['place.name']).toMatchObject({ language: 'en', search: true });
    expect(fields['place.name.ja']).toMatchObject({ language: 'ja', translates: 'place.name', max: { source: '20' } });
    expect(fields['place.whom.team']).toMatchObject({ to: 'team', alsoTo: ['user'], inverse: 'holds' });
  });

  test('is a field like any other in an application of one language', () => {
    expect(Object.keys(compiled(PLACE, { languages: '[en]' }).fields)).not.toContain('place.name.ja');
  });

  test('takes over what is said of the object', () => {
    const { fields } = compiled(
      PLACE.replace('type: object', 'type: object\n        closed: true\n        visible_when: filled(record.code)'),
    );
    for (const [id, field] of Object.entries(fields))
      expect([id, field.closed, field.visibleWhen?.source]).toEqual(
        id === 'code' ? [id, false, undefined] : [id, true, 'filled(record.code)'],
      );
  });

  test('has been another one where it, its object, or both had another id', () => {
    const renamed = (place: string) =>
      compiled(place).former?.renamed.map(({ path, was }) => `${path.slice(1).join('.')} was ${was}`);
    expect(renamed(PLACE.replace('type: object', 'type: object\n        was: site'))).toEqual([
      ...['place.room was site.room', 'place.name was site.name', 'place.name.ja was site.name.ja'],
      ...['place.whom.user was site.whom.user', 'place.whom.team was site.whom.team'],
    ]);
    const both = PLACE.replace('type: object', 'type: object\n        was: site').replace(
      'inverse',
      'was: holder, inverse',
    );
    expect(renamed(both)?.slice(-2)).toEqual([
      ...['place.whom.user was site.holder.user', 'place.whom.team was site.holder.team'],
    ]);
  });

  test('is refused what its like is refused elsewhere, by the same rules', () => {
    const wrong = (part: string) => compiled(`place: { type: object, fields: { a: ${part} } }`).wrong;
    expect(wrong('{ type: integer, translated: true }')).toEqual([['NF0317', 'translated']]);
    expect(wrong('{ type: string, translated: true, computed: record.code }')).toEqual([['NF0360', 'place.a']]);
    expect(wrong('{ type: reference, to: [user, tem], inverse: a }')).toEqual([['NF0201', 'tem']]);
    expect(wrong('{ type: reference, to: [user, team], find: option.id == "a" }')).toEqual([['NF0317', 'find']]);
    expect(wrong('{ type: references, to: [user, team] }')).toEqual([['NF0312', 'references']]);
    expect(wrong(`{ type: reference, to: [user, team], inverse: ${'i'.repeat(9)} }`)).toEqual([]);
  });

  test('may be long in all of its names together as one id is', () => {
    const long = 'n'.repeat(46);
    const { wrong } = compiled(`place: { type: object, fields: { ${long}: { type: reference, to: [user, team] } } }`);
    expect(wrong).toEqual([]);
    expect(
      compiled(`place: { type: object, fields: { ${long}nnnn: { type: reference, to: [user, team] } } }`).wrong[0]?.[0],
    ).toBe('NF0107');
  });
});

test('`translated` of an object is about each of its texts', () => {
  const { fields, wrong } = compiled(
    'place: { type: object, translated: true, fields: { a: { type: string }, b: { type: text }, c: { type: integer }, d: { type: string, translated: false } } }',
  );
  expect(wrong).toEqual([]);
  expect(Object.keys(fields).slice(1)).toEqual([
    ...['place.a', 'place.a.ja', 'place.b', 'place.b.ja', 'place.c', 'place.d'],
  ]);
  expect(compiled('place: { type: object, translated: true, fields: { c: { type: integer } } }').wrong).toEqual([
    ['NF0317', 'translated'],
  ]);
});

describe('what is required', () => {
  const conditions = (place: string) =>
    Object.values(compiled(place).fields)
      .filter(({ required, requiredWhen }) => required || requiredWhen !== null)
      .map(({ id, required, requiredWhen }) => `${id} ${requiredWhen?.source ?? String(required)}`)
      .slice(1);

  test('of a part is so once a part is filled, in whatever language', () => {
    expect(conditions(PLACE.replace('translated: true', 'translated: true, required: true'))).toEqual([
      'place.name filled(record.place)',
    ]);
    const { fields } = compiled(PLACE.replace('translated: true', 'translated: true, required: true'));
    expect(fields['place.name']?.requiredWhen?.reads).toEqual([
      ...['record.place:room', 'record.place:name', 'record.place:name:ja', 'record.place:whom:user'],
      'record.place:whom:team',
    ]);
  });

  test('of several entities is one of them', () => {
    expect(conditions(PLACE.replace('inverse', 'required: true, inverse'))).toEqual([
      'place.whom.user (filled(record.place)) && (blank(record.place.whom))',
    ]);
    const needed = PLACE.replace('type: object', 'type: object\n        required: true');
    expect(conditions(needed.replace('inverse', 'required: true, inverse'))).toEqual([
      'place.whom.user blank(record.place.whom)',
    ]);
  });

  test('of an object that asks for none is its first, be it of several entities', () => {
    const place =
      'place: { type: object, required: true, fields: { whom: { type: reference, to: [user, team] }, room: { type: string } } }';
    expect(conditions(place)).toEqual(['place.whom.user blank(record.place.whom)']);
  });
});

describe('expressions', () => {
  const { application, asset } = compiled(PLACE);
  const checked = (source: string) => {
    if (!application || !asset) throw new Error('it does not compile');
    return checkExpression(source, {
      schema: schemaOf(application.model),
      variables: { record: { kind: 'record', entity: 'asset' }, user: { kind: 'record', entity: 'user' } },
      guarded: false,
    });
  };

  test('read a part of a part as one field of the record', () => {
    for (const [source, reads] of [
      ['record.place.name', ['record.place:name']],
      ['record.place.name.ja', ['record.place:name:ja']],
      ['record.place.name.en', ['record.place:name']],
      ['record.place.whom.team.name', ['record.place:whom:team.name']],
      ['record.place.whom == user', ['record.place:whom:user', 'user']],
      ['blank(record.place.whom)', ['record.place:whom:team', 'record.place:whom:user']],
      ['record.place.whom == null', ['record.place:whom:team', 'record.place:whom:user']],
    ] as const)
      expect([source, checked(source).expression?.reads.toSorted()]).toEqual([source, reads]);
  });

  test('ask for an object with all that stands in it', () => {
    expect(checked('filled(record.place)').expression?.reads.toSorted()).toEqual([
      ...['record.place:name', 'record.place:name:ja', 'record.place:room'],
      ...['record.place:whom:team', 'record.place:whom:user'],
    ]);
  });

  test.each([
    ['record.place.whom', 'NF0523'],
    ['record.place', 'NF0523'],
    ['record.place.whom.tem', 'NF0505'],
    ['record.place.name.fr', 'NF0515'],
    ['record.place == user', 'NF0523'],
  ])('%s is refused', (source, id) => {
    expect(checked(source).issues.map((issue) => issue.id)).toEqual([id]);
  });

  test('have the types of the parts', () => {
    expect(Object.values(asset?.fields ?? {}).map((field) => typeOf(field, 'asset').kind)).toEqual([
      ...['text', 'text', 'text', 'text', 'record', 'record'],
    ]);
  });
});

test('texts of both languages name the group and its parts; what a language and an entity are called needs none', () => {
  const { application } = compiled(PLACE);
  const languages = { en: { label: 'English' }, ja: { label: '日本語' } };
  const said = (name: object, whom: object) => ({
    entities: { asset: { fields: { place: { fields: { name, whom } } } } },
  });
  expect(application?.texts['en']).toMatchObject(
    said(
      { label: 'Name', fields: languages },
      { label: 'Whom', fields: { user: { label: 'User' }, team: { label: 'Team' } } },
    ),
  );
  expect(application?.texts['ja']).toMatchObject(
    said({ fields: languages }, { fields: { user: { label: 'ユーザー' } } }),
  );
});

test('columns name a group in an object, and sort names its parts', () => {
  const screens = (list: string) => compiled(PLACE, { rest: `screens: { s: { path: /s, list: asset, ${list} } }` });
  const { application, wrong } = screens('columns: [place, place.whom, place.name.ja], sort: [place.name]');
  expect(wrong).toEqual([]);
  expect(application?.model.screens.find(({ id }) => id === 's')).toMatchObject({
    columns: ['place', 'place.whom', 'place.name.ja'],
  });
  expect(screens('sort: [place.whom]').wrong).toEqual([['NF0202', 'place.whom']]);
});
