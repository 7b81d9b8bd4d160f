import type { ImportAnswer } from '@ninefold/model';
import { PRIVATE_PREFIX, readerOf } from '../../base/session/private-storage.ts';

/** An import that was made in this browser and can be shown and undone. */
export interface KeptImport {
  /** The name of the file. */
  readonly file: string;
  readonly answer: Pick<ImportAnswer, 'created' | 'changed' | 'undo'> & {
    readonly between: NonNullable<ImportAnswer['between']>;
  };
}

const MOST_KEPT = 5;
const DAY_MS = 86_400_000;
/** Of the storage, for the imports of one entity. A browser has about 5,000,000. */
const MOST_CHARACTERS = 500_000;

/** Imports that are too big for the storage, which drafts need. They last until the page is loaded anew. */
const inMemory = new Map<string, readonly KeptImport[]>();

/** The user who imported, and the entity of the records. */
export interface ImportPlace {
  readonly user: string;
  readonly entity: string;
}

function keyOf({ user, entity }: ImportPlace): string {
  return `${PRIVATE_PREFIX}imports:${encodeURIComponent(user)}:${entity}`;
}

/** The imports of a user, newest first; `now` in milliseconds, those before `days` are left out. */
export function keptImports(
  storage: Storage,
  place: ImportPlace,
  { days, now }: { readonly days: number; readonly now: number },
): readonly KeptImport[] {
  const isRecent = ({ answer }: KeptImport): boolean => now - Date.parse(answer.between[1]) <= days * DAY_MS;
  return read(storage, place).filter(isRecent);
}

function read(storage: Storage, place: ImportPlace): readonly KeptImport[] {
  if (readerOf(storage) !== place.user) return [];
  const key = keyOf(place);
  const found = inMemory.get(key);
  if (found) return found;
  try {
    const list: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(list) ? list.filter(isKept) : [];
  } catch {
    return [];
  }
}

function isKept(value: unknown): value is KeptImport {
  const { file, answer } = (value ?? {}) as Partial<KeptImport>; // each member is checked in this function
  const { created, changed, between, undo } = answer ?? {};
  const isWhole = typeof file === 'string' && typeof created === 'number' && typeof changed === 'number';
  return isWhole && Array.isArray(between) && (undo === null || Array.isArray(undo));
}

/** Remembers an import that wrote something. */
export function keepImport(storage: Storage, place: ImportPlace, file: string, answer: ImportAnswer): void {
  const { created, changed, between, undo } = answer;
  if (between === null || created + changed === 0) return;
  write(storage, place, [{ file, answer: { created, changed, between, undo } }, ...read(storage, place)]);
}

/** Forgets the import that wrote between these moments, because it was undone. */
export function dropImport(storage: Storage, place: ImportPlace, [from]: KeptImport['answer']['between']): void {
  write(
    storage,
    place,
    read(storage, place).filter((each) => each.answer.between[0] !== from),
  );
}

function write(storage: Storage, place: ImportPlace, all: readonly KeptImport[]): void {
  if (readerOf(storage) !== place.user) return;
  const key = keyOf(place);
  const kept = all.slice(0, MOST_KEPT);
  const text = JSON.stringify(kept);
  if (text.length <= MOST_CHARACTERS && isStored(storage, key, text)) {
    inMemory.delete(key);
  } else {
    storage.removeItem(key);
    inMemory.set(key, kept);
  }
}

function isStored(storage: Storage, key: string, text: string): boolean {
  try {
    storage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
