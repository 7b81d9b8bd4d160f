import { expect, test } from 'vitest';
import type { Model } from '@ninefold/model';
import { shownIn, together } from './stale.ts';

test('what is changed twice is named once, and many stay many', () => {
  expect(together({ a: ['1'], b: ['2'] }, { a: ['1', '3'], c: null })).toEqual({ a: ['1', '3'], b: ['2'], c: null });
  expect(together({ a: null }, { a: ['1'] })).toEqual({ a: null });
});

test('a list is stale where its entity was changed, or one whose titles it shows', () => {
  const entity = (id: string, fields: object, title: readonly object[] = []) => [id, { id, fields, title }] as const;
  const model = {
    entities: Object.fromEntries([
      entity('desk', {}),
      entity('ticket', { desk: { type: 'reference', to: 'desk', toLines: null } }),
      entity('order', {
        rows: { type: 'lines', fields: { ticket: { type: 'reference', to: 'ticket', toLines: null } } },
      }),
    ]),
  } as unknown as Model;
  const [, ticket] = entity('ticket', { desk: { type: 'reference', to: 'desk', toLines: null } }, [
    { text: 'At ' },
    { field: 'desk' },
  ]);
  const titled = { entities: { ...model.entities, ticket } } as unknown as Model;
  expect(shownIn(model, { desk: null })).toEqual(['desk', 'ticket']);
  expect(shownIn(model, { ticket: ['1'] })).toEqual(['ticket', 'order']);
  expect(shownIn(titled, { desk: ['1'] })).toEqual(['desk', 'ticket', 'order']);
  expect(shownIn(model, { elsewhere: ['1'] })).toEqual([]);
});
