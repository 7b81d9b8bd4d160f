import fc from 'fast-check';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fuzzRuns } from '../../testing/fuzz-runs.ts';
import { encodingOf, textOf } from './encoding.ts';

const folder = mkdtempSync(join(tmpdir(), 'ninefold-encoding-'));

async function readBack(bytes: Uint8Array): Promise<readonly [encoding: string, text: string]> {
  const file = join(folder, 'a.csv');
  writeFileSync(file, bytes);
  return [await encodingOf(file), await textOf(file)];
}

/** The bytes of each letter that an encoding of one or two bytes has. */
function tableOf(encoding: string, pairs: boolean): ReadonlyMap<string, readonly number[]> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const table = new Map<string, readonly number[]>();
  const note = (bytes: readonly number[]): void => {
    try {
      const letter = decoder.decode(Uint8Array.from(bytes));
      if ([...letter].length === 1 && !table.has(letter)) table.set(letter, bytes);
    } catch {
      // no letter has these bytes
    }
  };
  for (let one = 0; one < 256; one += 1) note([one]);
  for (let one = 0x81; pairs && one < 0xfd; one += 1) for (let two = 0x40; two < 0xfd; two += 1) note([one, two]);
  return table;
}

const WESTERN = tableOf('windows-1252', false);
const JAPANESE = tableOf('shift_jis', true);

function encoded(text: string, table: ReadonlyMap<string, readonly number[]>): Uint8Array {
  return Uint8Array.from([...text].flatMap((letter) => table.get(letter) ?? [0x3f]));
}

test.each([
  'Tag;Name\nZZ-1;Müller Gerät',
  'Name\nGerät',
  'Name;Ort\nGrößer;Straße\nÄrzte;Köln',
  'nom,prénom\nLefèvre,Zoé\nGarçon,Noël',
  'price\n1.200 €',
  'nombre\nMuñoz Peña\n¿Quién?',
])('%j is read as Western Europe writes it', async (text) => {
  expect(await readBack(encoded(text, WESTERN))).toEqual(['windows-1252', text]);
});

test.each([
  '氏名,部署\n鈴木 明,情報システム部',
  '備品\nPC用モニター\nＧ３号機',
  'ﾅﾏｴ,ﾊﾞﾝｺﾞｳ\nﾔﾏﾀﾞ,1',
  'code,name\n1,机\n2,椅子',
  'a,b\nUSB-Cケーブル,2本',
])('%j is read as Japanese spreadsheets write it', async (text) => {
  expect(await readBack(encoded(text, JAPANESE))).toEqual(['shift_jis', text]);
});

const words = (letters: string) =>
  fc.array(fc.string({ unit: fc.constantFrom(...letters), minLength: 4, maxLength: 12 }), {
    minLength: 3,
    maxLength: 9,
  });

test('tables of drawn words keep their letters in each encoding', async () => {
  const western = words('abcdefghijklmnoprstuvwzABCDEGHKLMNRSTäöüéèêçñ').filter((all) => /[^\0-\x7f]/.test(all.join()));
  const japanese = words('あいうえおカキクケコ山田川島部長机椅子電話番号').filter((all) => all.length > 0);
  await fc.assert(
    fc.asyncProperty(fc.boolean(), western, japanese, async (isJapanese, some, others) => {
      const text = `id,name\n${(isJapanese ? others : some).map((word, index) => `${String(index)},${word}`).join('\n')}`;
      const [encoding, read] = await readBack(encoded(text, isJapanese ? JAPANESE : WESTERN));
      expect([encoding, read]).toEqual([isJapanese ? 'shift_jis' : 'windows-1252', text]);
    }),
    fuzzRuns(60),
  );
});

test('UTF-8 stays UTF-8, also without a mark and beyond the first bytes', async () => {
  const text = `name\n${'plain\n'.repeat(30_000)}Müller 鈴木`;
  expect(await readBack(new TextEncoder().encode(text))).toEqual(['utf-8', text]);
});
