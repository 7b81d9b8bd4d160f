import { someRecord, wordsOf, type Asking } from './asking.ts';
import type { Holds } from './houses/house.ts';

const TEXTS = [
  ...['Kettle', 'A blue kettle', 'urgent: printer broken', '至急 プリンター', 'Café ＶＰＮ', 'x', '<b>bold</b>'],
  ...['  two  spaces ', 'EUR', 'SD-2026-00001', 'ann@example.test', 'https://example.test/a?b=c', '+49 30 1234'],
  ...['AB-12', 'bad thing', '=1+1', '"quoted", with; marks', '👍 done', 'long '.repeat(30), 'NB-0001', '0123'],
];
const LONG = ['# Head\n\n- one\n- two', 'Line one\nLine two', '説明です。', 'x', 'word '.repeat(700), '*Really*'];
const WHOLE = [0, 1, 2, 3, 5, 12, 51, 400, 501, -1, -3, 2.5, 1e15, '7', '1e3'];
const DECIMALS = ['0', '0.1', '12.50', 12.5, '99.999', '-1', '100000', 80, 81, '1234567890123456', '0.0004', '１２', 3];
const DATES = [
  ...['2026-03-05', '2026-03-04', '2026-03-06', '2026-04-01', '2025-12-31', '2024-02-29', '2026-03-20', '2026-02-01'],
];
const MOMENTS = [
  ...['2026-03-05T14:30:00.000Z', '2026-03-06T08:00:00Z', '2026-03-06T20:00:00+09:00', '2026-03-04T23:59:59.999Z'],
  ...['2026-03-29T01:30:00Z', '2026-03-08T10:00:00.000Z', '2026-03-08T12:00:00.000Z', '2027-01-01T00:00:00Z'],
];
/** What no field takes, or only some. */
const WRONG: readonly unknown[] = [
  ...[null, '', true, false, 'nope', 'tomorrow', '2026-02-30', 17, -0.5, [], ['x'], {}, { id: 'x' }, '\u0000', ' '],
  ...[{ id: '00000000-0000-7000-8000-000000000000' }, 'x'.repeat(4000), 1e21, '1,5', [null], [[1]], 'ｘ'],
];

/** A random value for a field; `wrong` is the share of values that were not made for the field. */
export function valueFor(asking: Asking, holds: Holds, wrong: number): unknown {
  const { random } = asking;
  if (random.chance(wrong)) return random.pick(WRONG);
  if (typeof holds !== 'string') {
    if ('lines' in holds) return linesOf(asking, holds.lines, wrong);
    return valuesFor(asking, holds.parts, { wrong, share: 0.6, needed: ['zip'] });
  }
  const [type = '', of = ''] = holds.replace('=', '').split(':');
  switch (type) {
    case 'email':
      return `${random.pick(['ann', 'bo', 'cleo'])}${String(random.between(1, 999))}@example.test`;
    case 'phone':
      return `+49 30 ${String(random.between(1000, 99_999))}`;
    case 'url':
      return `https://example.test/${String(random.between(1, 99))}?q=1`;
    case 'code':
      return `${random.pick(['AB', 'nb', 'X'])}-${String(random.between(1, 9999))}`;
    case 'text':
      return random.pick([...LONG, ...TEXTS]);
    case 'integer':
      return random.chance(0.8) ? random.between(0, 9) : random.pick(WHOLE);
    case 'number':
    case 'money':
    case 'percent':
      return random.chance(0.6) ? String(random.between(0, 40)) : random.pick(DECIMALS);
    case 'boolean':
      return random.chance(0.5);
    case 'date':
      return random.pick(DATES);
    case 'datetime':
      return random.pick(MOMENTS);
    case 'time':
      return random.pick(['08:30', '8:30', '24:00', '12:60', '00:00', '09:15:30']);
    case 'duration':
      return random.pick(['PT1H', '90 min', 'P2D', '-PT5M', 'PT0S', 'P1M']);
    case 'file':
      return null; // nobody has sent a file before
    case 'files':
      return [];
    case 'json':
      return random.pick([{ b: 1, a: ['x', null] }, [1.5, 'ü'], 'plain', 7, false, { 'a.b': { id: 'x' } }, 1e21]);
    case 'secret':
      return random.pick(['4711', '0000', '秘密', true]);
    case 'choice':
      return random.pick(of.split('|'));
    case 'choices':
      return some(asking, of.split('|'));
    case 'reference':
      return referenceTo(asking, of);
    case 'references':
      return some(asking, [referenceTo(asking, of), referenceTo(asking, of), referenceTo(asking, of)]);
    default:
      return random.chance(0.4) ? `${random.pick(TEXTS)} ${String(random.between(1, 9999))}` : random.pick(TEXTS);
  }
}

function referenceTo(asking: Asking, entity: string): unknown {
  const record = someRecord(asking, entity);
  const { key } = wordsOf(asking, entity);
  if (record === null) return 'none';
  const named = key === null ? undefined : record.record[key];
  if (typeof named === 'string' && asking.random.chance(0.2)) return named;
  return asking.random.chance(0.15) ? { id: record.id } : record.id;
}

function linesOf(asking: Asking, fields: Readonly<Record<string, string>>, wrong: number): unknown {
  const count = asking.random.pick([0, 1, 1, 2, 2, 3, 7]);
  return Array.from({ length: count }, () =>
    valuesFor(asking, fields, { wrong, share: 0.6, needed: ['item', 'price'] }),
  );
}

/** Some of a list, none twice. */
export function some<T>({ random }: Asking, list: readonly T[], share = 0.5): readonly T[] {
  return list.filter(() => random.chance(share));
}

interface Drawing {
  readonly wrong: number;
  /** How many of the fields that are not needed. */
  readonly share: number;
  readonly needed: readonly string[];
}

/** Values for some of these fields. */
export function valuesFor(
  asking: Asking,
  fields: Readonly<Record<string, Holds>>,
  { wrong, share, needed }: Drawing,
): Readonly<Record<string, unknown>> {
  const { random } = asking;
  const likely = (name: string, holds: Holds): number => {
    if (typeof holds === 'string' && holds.startsWith('=')) return Math.min(wrong, share);
    return needed.includes(name) ? 0.95 : share;
  };
  const named = Object.entries(fields).filter(([name, holds]) => random.chance(likely(name, holds)));
  const values = Object.fromEntries(named.map(([name, holds]) => [name, valueFor(asking, holds, wrong)]));
  return random.chance(wrong / 2) ? { ...values, [random.pick(['nothing', '__proto__', 'id', 'state'])]: 'x' } : values;
}
