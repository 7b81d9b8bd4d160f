import type { Reader } from '../../database/database.ts';
import { META_TABLE } from '../../schema/meta.ts';
import { readStanding } from './standing.ts';

/** The entities whose records are stored, without users; none where nothing was stored yet. */
export async function storedEntities(reader: Reader): Promise<ReadonlySet<string>> {
  const isThere = (await reader.dialect.schema.columns(reader, META_TABLE.name)).length > 0;
  const { meanings } = isThere ? await readStanding(reader) : { meanings: {} };
  return new Set(Object.keys(meanings).filter((name) => !/^_|\./.test(name) && name !== 'user'));
}
