import { isDate, isProse, parseDuration, parseInstant, type FieldType } from '@ninefold/model';
import { booleanNamed } from '@ninefold/server/boolean-words';
import { ID, RESERVED, RESERVED_AT } from '@ninefold/spec';
import { localFormOf, type LocalForm } from './local-forms.ts';

/** What a column seems to hold, with the keys of the field that say so. */
export interface Guess {
  readonly type: FieldType;
  readonly keys: Readonly<Record<string, string>>;
  /** Key of the reason, under `new.why`, and its values. */
  readonly why: string;
  readonly values: Readonly<Record<string, string | number>>;
  /** A cell as data files have it. */
  readonly written: (cell: string) => string;
}

const NO_OPTIONS: ReadonlySet<string> = new Set([...RESERVED, ...RESERVED_AT.option]);
const MOST_IDS = 8;
const WHOLE = /^[-+]?(?:0|[1-9]\d{0,14})$/;
const DECIMAL = /^[-+]?(?:0|[1-9]\d{0,14})\.\d{1,10}$/;
const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;
/** A time of day as people write it with a colon. */
const CLOCK = /^(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/;
/** A length of time with its units, or in hours and minutes. A single letter behind one number may be anything. */
const SPAN = /^[-−]?(?:PT|\d+:\d\d|\d+(?:[.,]\d+)?\s*(?:h|min|hour|hr|sec|時間|分|秒))/iu;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The narrowest type that every filled cell of a column fits; a text where none does. */
export function guessType(cells: readonly string[]): Guess {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const plain = guessPlain(filled);
  if (!isProse(plain.type, 'line')) return plain;
  const form = localFormOf(filled);
  if (form === null) return plain;
  const [example = ''] = filled;
  return form === 'several' ? { ...plain, why: 'several', values: { example } } : guessLocal(filled, form, example);
}

/** Of days or numbers that are written as somewhere they are. */
function guessLocal(filled: readonly string[], { id, read }: LocalForm, example: string): Guess {
  const written = (cell: string): string => read(cell.trim()) ?? cell;
  const plain = guessPlain(filled.map(written));
  return { ...plain, why: `local_${id}`, values: { example, as: written(example) }, written };
}

function guessPlain(filled: readonly string[]): Guess {
  const every = (pattern: RegExp): boolean => filled.length > 0 && filled.every((cell) => pattern.test(cell));
  const guess = (
    type: FieldType,
    keys: Guess['keys'] = {},
    values: Guess['values'] = {},
    why: string = type,
  ): Guess => ({
    type,
    keys,
    why,
    values,
    written: (cell) => cell,
  });
  if (filled.length === 0) return guess('string', {}, {}, 'nothing');
  if (filled.every((cell) => booleanNamed(cell) !== null)) return guess('boolean');
  if (every(WHOLE)) return guess('integer');
  if (filled.every((cell) => WHOLE.test(cell) || DECIMAL.test(cell))) {
    const scale = Math.max(...filled.map((cell) => cell.split('.')[1]?.length ?? 0));
    return guess('number', { scale: String(scale) }, { scale });
  }
  if (filled.every((cell) => DATE.test(cell) && isDate(cell))) return guess('date');
  if (filled.every((cell) => MOMENT.test(cell) && parseInstant(cell) !== null)) return guess('datetime');
  if (every(CLOCK)) return guess('time');
  if (filled.every((cell) => SPAN.test(cell) && parseDuration(cell) !== null)) return guess('duration');
  if (every(EMAIL)) return guess('string', { format: 'email' }, {}, 'email');
  const different = [...new Set(filled)];
  const areOptions = every(ID) && different.every((word) => !NO_OPTIONS.has(word));
  if (areOptions && different.length <= MOST_IDS && different.length * 2 <= filled.length)
    return guess('choice', { options: `[${different.join(', ')}]` }, { count: different.length });
  const longest = Math.max(...filled.map((cell) => [...cell].length));
  if (filled.some((cell) => cell.includes('\n')) || longest > 120) return guess('text', {}, { longest });
  return guess('string', { max: String(roomFor(longest)) }, { longest });
}

/** A round length that leaves room. */
function roomFor(longest: number): number {
  return [20, 40, 60, 120, 250].find((length) => longest * 1.2 <= length) ?? 250;
}
