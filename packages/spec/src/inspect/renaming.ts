import type { SourceFile } from '../application.ts';
import { ID } from '../expressions/schema/ids.ts';
import type { Spot } from '../located.ts';
import { formerId, type Edit } from './former-id.ts';
import { occurrenceAt, placesOf, type Cursor } from './find.ts';
import { inspect } from './inspect.ts';

/** Why a thing cannot have a name. */
export type RenameRefusal = 'nothing' | 'bad_id' | 'taken';

/**
 * What a new id changes: the places to write it to, what is written beside it so that stored data follows (`was: old_id`), and the
 * files that carry the id in their names.
 */
export interface Renaming {
  readonly spots: readonly Spot[];
  readonly former: readonly Edit[];
  readonly files: readonly { readonly from: string; readonly to: string }[];
}

/** What a new id changes, in all files; or why it cannot be. */
export function renameAt(files: readonly SourceFile[], cursor: Cursor, name: string): Renaming | RenameRefusal {
  const inspection = inspect(files);
  const found = occurrenceAt(inspection, cursor);
  if (found === null) return 'nothing';
  if (!ID.test(name)) return 'bad_id';
  const { symbol } = found;
  if (inspection.symbols.has(symbol.replace(/[^ .]+$/, name))) return 'taken';
  return {
    spots: placesOf(inspection, symbol),
    former: formerId(inspection.visits, symbol, name),
    files: namedAfter(files, symbol, name),
  };
}

/** The names of an entity's data files contain its id. */
function namedAfter(files: readonly SourceFile[], symbol: string, name: string): Renaming['files'] {
  const [kind, id = ''] = symbol.split(' ');
  if (kind !== 'entity') return [];
  return files.flatMap(({ path }) => {
    const [, folder, own, rest = ''] =
      /^(data\/(?:[^/]+\/)*)([a-z][a-z0-9_]*)((?:\.history)?\.(?:csv|json))$/.exec(path) ?? [];
    return folder !== undefined && own === id ? [{ from: path, to: `${folder}${name}${rest}` }] : [];
  });
}
