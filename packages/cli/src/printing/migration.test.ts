import type { Change } from '@ninefold/server';
import { expect, test } from 'vitest';
import { textsIn } from '../texts/texts.ts';
import { planText } from './migration.ts';

const CHANGE: Change = {
  ...{ kind: 'field_added', name: 'bike.brand', table: 'bike', column: 'brand' },
  ...{ rows: 0, examples: [], was: null, verdict: 'safe' },
};

test.each([
  ['en', 'field_added', 'modle', '+ bike.brand: new field; nothing is stored as “modle”, which its `was` names'],
  ['en', 'field_gone', 'model', '- bike.brand: the field is gone; “model” names it in `was`, but is stored itself'],
  ['ja', 'entity_added', 'shops', '`was` の「shops」という名前で保存されているものはありません'],
  ['ja', 'field_gone', 'model', '「model」の `was` がこれを指していますが'],
] as const)('a `was` that cannot be followed is told in %s of %s', (language, kind, was, told) => {
  expect(planText([{ ...CHANGE, kind, was }], 'planned', textsIn(language))).toContain(told);
  expect(planText([{ ...CHANGE, kind }], 'planned', textsIn(language))).not.toContain('was');
});
