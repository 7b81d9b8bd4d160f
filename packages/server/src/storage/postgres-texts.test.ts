import { normalText } from '@ninefold/model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../testing/test-database.ts';
import type { Database } from './database/database.ts';
import { fold } from './search/search-text.ts';
import { POSTGRES_SCHEMA } from './postgres/dialect/schema.ts';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
  await db.alone(async (tx) => {
    for (const text of POSTGRES_SCHEMA.foundation) await tx.run(text, []);
  });
});
afterAll(() => db.close());

const value = async (text: string, ...values: readonly string[]): Promise<unknown> =>
  (await db.read.all(`SELECT ${text} AS v`, values))[0]?.['v'];

const TEXTS = [
  ...['Straße', 'ÉCOLE', 'e\u0301cole', 'ΟΔΟΣ', 'Οδός του', 'İstanbul', 'ISTANBUL', 'ﬁne', '㍿', 'ｶﾞ', 'ガラス'],
  ...['ァアヴヶヷヺー・', 'ゝゞヽヾ', 'ｳﾞｧｲｵﾘﾝ'],
  ...['鈴木 明', '鈴木\u3000 明', 'ｽｽﾞｷ ｱｷﾗ', '鈴木 a 明 ', '佐々 木\n明', 'モニター 故障 2 台'],
  ...['ДОМ', 'Ǆ', 'ẞ', 'K\u212a', '𝒳Y', '𐐀', 'אבג', 'हिन्दी', 'Tiếng Việt', "a'b?\\", 'ᏸᎠ', 'ꙁꙀ'],
];

describe('texts in PostgreSQL', () => {
  it.each(TEXTS)('%s folds as it does outside', async (text) => {
    expect(await value('nf_fold(?)', text)).toBe(fold(text));
  });

  it.each([...TEXTS, ' \u3000a B\u00a0', 'A\r\nB\rC', '\u2028', 'ΣΑΣ ΣΑΣ.'])(
    '%j in lower case is as in the language',
    async (text) => {
      expect(await value('nf_lower(?)', text)).toBe(normalText(text.toLowerCase()));
    },
  );

  it('order by code point', async () => {
    const sorted = await db.read.all(`SELECT "value" COLLATE "C" AS v FROM ${db.dialect.items('texts')} ORDER BY 1`, [
      db.dialect.list(TEXTS),
    ]);
    const wanted = TEXTS.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect(sorted.map(({ v }) => v)).toEqual(wanted);
  });

  it('have no U+0000 and no half of a pair: what asks for one finds nothing and fails nowhere', async () => {
    expect(await value('?::text', 'a\u0000b\ud800')).toBe('a\ufffdb\ufffd');
    const rows = await db.read.all(`SELECT "value" FROM ${db.dialect.items('texts')}`, [
      db.dialect.list(['a\u0000', '\udc00b']),
    ]);
    expect(rows.map((row) => row['value'])).toEqual(['a\ufffd', '\ufffdb']);
  });
});
