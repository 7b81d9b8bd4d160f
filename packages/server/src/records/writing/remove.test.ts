// Also in the portable form: writes.
import { expect, it } from 'vitest';
import { DESK } from '../testing/desk.yaml.ts';
import { openDesk, PLAIN, refusal } from '../testing/open-desk.ts';

it('counts what still refers to a record only as far as the caller may read it', async () => {
  const desk = await openDesk(
    DESK.replace('    includes: requester\n', '    includes: requester\n    category: all\n'),
  );
  const { rita, anna } = desk.people;
  const remove = async (): Promise<unknown> => {
    const { code, params } = await refusal(desk.records.remove(anna, 'category', 'Paper', PLAIN));
    return { code, params };
  };
  await desk.records.create(rita, 'ticket', { subject: 'Not for Anna', category: 'Paper' }, PLAIN);
  expect(await remove()).toEqual({ code: 'in_use', params: { entity: 'category' } });
  await desk.records.create(anna, 'ticket', { subject: 'Her own', category: 'Paper' }, PLAIN);
  expect(await remove()).toEqual({
    code: 'in_use',
    params: { entity: 'ticket', count: 1, holders: [{ entity: 'ticket', count: 1 }] },
  });
  await desk.close();
});

it('names every entity that still refers to a record, lines too, and what two fields of one refer by once', async () => {
  const entities = `  box: { title: name, fields: { name: { type: string }, a: { type: reference, to: category }, b: { type: reference, to: category } } }
  list: { title: name, fields: { name: { type: string }, rows: { type: lines, fields: { of: { type: reference, to: category } } } } }
`;
  const desk = await openDesk(
    DESK.replace('  note:\n', `${entities}  note:\n`).replace(
      '    asset: all\n',
      '    asset: all\n    box: all\n    list: all\n',
    ),
  );
  const { max } = desk.people;
  await desk.records.create(max, 'box', { name: 'One', a: 'Paper', b: 'Paper' }, PLAIN);
  await desk.records.create(max, 'box', { name: 'Two', a: 'Cables', b: 'Paper' }, PLAIN);
  await desk.records.create(max, 'list', { name: 'List', rows: [{ of: 'Paper' }] }, PLAIN);
  const { code, params } = await refusal(desk.records.remove(max, 'category', 'Paper', PLAIN));
  expect([code, params['holders']]).toEqual([
    'in_use',
    [
      { entity: 'box', count: 2 },
      { entity: 'list', count: 1 },
    ],
  ]);
  await desk.close();
});

it('keeps a record without which a rule of one that refers to it does not hold, and names the rule', async () => {
  const entities = `  box:
    title: name
    fields:
      name: { type: string }
      size: { type: integer }
      of: { type: reference, to: category, on_delete: clear }
      inside: { type: reference, to: box, on_delete: cascade }
      like: { type: reference, to: box, on_delete: clear, required_when: filled(record.inside) }
`;
  const rules = `  box: { big_of: { check: filled(record.of) || record.size < 5 }, wide: { check: filled(record.of), severity: warning } }\n`;
  const desk = await openDesk(
    DESK.replace('  note:\n', `${entities}  note:\n`)
      .replace('    asset: all\n', '    asset: all\n    box: all\n')
      .replace('rules:\n', `rules:\n${rules}`),
  );
  const { max } = desk.people;
  const made = (values: Readonly<Record<string, string | number>>) => desk.records.create(max, 'box', values, PLAIN);
  const remove = async (entity: string, key: string): Promise<unknown> => {
    const { code, params, problems } = await refusal(desk.records.remove(max, entity, key, PLAIN));
    return { code, params, problems: problems.map((one) => one.code) };
  };
  await made({ name: 'Small', size: 1, of: 'Paper' });
  await made({ name: 'Big', size: 9, of: 'Cables' });
  await desk.records.remove(max, 'category', 'Paper', PLAIN); // the warning alone lets it go
  expect(await remove('category', 'Cables')).toEqual({
    code: 'effect_refused',
    params: { entity: 'box' },
    problems: ['box.big_of'],
  });
  const outer = await made({ name: 'Outer', size: 1, of: 'Cables' });
  const model = await made({ name: 'Model', size: 1, of: 'Cables' });
  await made({ name: 'Inner', size: 1, of: 'Cables', inside: outer.id, like: model.id });
  expect(await remove('box', model.id)).toEqual({
    code: 'effect_refused',
    params: { entity: 'box' },
    problems: ['required'],
  });
  await made({ name: 'Both', size: 1, of: 'Cables', inside: outer.id, like: outer.id });
  await desk.records.remove(max, 'box', outer.id, PLAIN); // what goes with it needs it no more
  await desk.close();
});
