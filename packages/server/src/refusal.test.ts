import { applicationError } from '@ninefold/model';
import { expect, expectTypeOf, test } from 'vitest';
import { Refusal } from './refusal.ts';

test('a refusal names an entry of the catalogue; `npm run check -- types` refuses another text', () => {
  expect(new Refusal('unknown_entity').code).toBe('unknown_entity');
  expect(new Refusal(applicationError('ticket.too_dear')).code).toBe('ticket.too_dear');
  expectTypeOf<'unknwon_entity'>().not.toExtend<ConstructorParameters<typeof Refusal>[0]>();
});
