import fc from 'fast-check';

/** Which characters the ids share. */
export type Shared = 'first' | 'last';

/** Ids of 60 characters that share their first or last 58, drawn by a seed. */
export interface LongIds {
  readonly seed: number;
  /** The text with an id of its own in place of each `<name>`. */
  readonly in: (text: string) => string;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const SHARED = 58;

export function longIds(shared: Shared, seed = Math.trunc(Math.random() * 2 ** 31)): LongIds {
  const letters = fc.array(fc.constantFrom(...LETTERS, ...'0123456789_'), {
    minLength: SHARED - 1,
    maxLength: SHARED - 1,
  });
  const [rest = []] = fc.sample(letters, { seed, numRuns: 1 });
  const stem = `x${rest.join('')}`;
  const known = new Map<string, string>();
  const idOf = (name: string): string => {
    const at = known.size;
    const own = `${LETTERS[Math.floor(at / 26)] ?? ''}${LETTERS[at % 26] ?? ''}`;
    const id = known.get(name) ?? (shared === 'first' ? stem + own : own + stem);
    known.set(name, id);
    return id;
  };
  return { seed, in: (text) => text.replaceAll(/<(\w+)>/g, (_, name: string) => idOf(name)) };
}
