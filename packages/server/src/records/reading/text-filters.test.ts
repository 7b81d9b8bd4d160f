import { rightsFor } from '@ninefold/model';
import { expect, test } from 'vitest';
import { fold } from '../../storage/search/search-text.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { createRecords } from '../create-records.ts';
import { migrate } from '../migrate.ts';
import { applicationOf, PLAIN } from '../testing/open-desk.ts';

const LIBRARY = `
ninefold: 1
purpose: { name: library, languages: [en] }
roles: { clerk: { book: all } }
entities:
  book:
    fields:
      about: { type: string, search: true }
      hidden: { type: string }
`;
const NOW = '2026-03-05T12:00:00.000Z';
/** What folds to something else, what a pattern would take for a sign, and what does neither. */
const SOME = [
  ...['Pallet', 'pALLET', 'a_b%c', '50%', 'C:\\x', '"q"', "it's", '  ', 'x', ''],
  ...[
    'Émile',
    'E\u0301mile',
    'İstanbul',
    'ΣΊΣΥΦΟΣ',
    'ς',
    'ﬁne',
    'straße',
    'Ⅳ',
    'ｶﾞ',
    'ガ',
    'カ\u3099',
    'が',
    'か',
    '東京',
    'ＡＢＣ',
  ],
];
const { NINEFOLD_PROVE_SEED: seed = String(Date.now() % 1e6) } = process.env;

/** The same numbers for the same seed (a linear congruence). */
function numbers(start: number): (below: number) => number {
  let state = start % 2_147_483_647;
  return (below) => {
    state = (state * 48_271 + 11) % 2_147_483_647;
    return state % below;
  };
}

test(`a filter by a part of a text finds what folding finds, in searched texts and others (seed ${seed})`, async () => {
  const { model } = applicationOf(LIBRARY);
  const db = await openTestDatabase();
  try {
    await migrate(db, model);
    const records = createRecords(db, model, () => NOW);
    const me = await records.me(
      await records.addUser({ name: 'Max', email: 'max@desk.test', language: null, roles: ['clerk'] }),
    );
    if (!me) throw new Error('nobody');
    const caller = { me, rights: rightsFor(model, me.roles), via: 'screen' } as const;
    const draw = numbers(Number(seed) + 1);
    const text = (most: number): string =>
      Array.from({ length: 1 + draw(most) }, () => SOME[draw(SOME.length)] ?? '').join(['', ' ', '-'][draw(3)] ?? '');
    const stored: { readonly id: string; readonly text: string }[] = [];
    for (let turn = 0; turn < 80; turn += 1) {
      const about = text(3);
      const record = await records.create(caller, 'book', { about, hidden: about }, PLAIN);
      stored.push({ id: String(record['id']), text: String(record['about'] ?? '') });
    }
    for (let turn = 0; turn < 80; turn += 1) {
      const part = text(2);
      const wanted = stored.filter((one) => one.text !== '' && fold(one.text).includes(fold(part))).map(({ id }) => id);
      for (const field of ['about', 'hidden']) {
        const query = new URLSearchParams({ [`f.${field}`]: `has:${part}`, size: '100' });
        const found = (await records.list(caller, 'book', query)).items.map(({ id }) => String(id));
        expect([field, part, found.toSorted()]).toEqual([field, part, wanted.toSorted()]);
      }
    }
  } finally {
    await db.close();
  }
});
