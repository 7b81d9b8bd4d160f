import { canEver, readsInternal, type ReferenceValue } from '@ninefold/model';
import { fold, wordsOf } from '../../storage/search/search-text.ts';
import { all, raw, sql, table, value, valuesOf } from '../../storage/sql/sql.ts';
import type { MentionSearch, OfRecord } from '../context/comments.ts';
import type { Caller } from '../context/records.ts';
import type { RecordServices } from '../services/write-context.ts';
import { readersOf, type Seeing } from '../notifications/readers.ts';
import { granted } from '../views/conditions.ts';
import { conversationOn, type Conversation } from './conversation.ts';
import type { Audience } from './rows.ts';

/** Those of these people who may read comments for this audience on the record, and for whom `mayKnow` holds. */
export async function readersAmong(
  { services: { context }, caller, entity, record, reader }: Conversation,
  ids: readonly string[],
  { audience, mayKnow = () => true }: { readonly audience: Audience; readonly mayKnow?: (seeing: Seeing) => boolean },
): Promise<ReadonlySet<string>> {
  const also = (seeing: Seeing): boolean =>
    (audience === 'all' || readsInternal(seeing.rights, entity)) && mayKnow(seeing);
  return readersOf(context, reader, ids, { entity, record, usersWith: caller.usersWith, also });
}

const OFFERED = 10;
/** So many people are looked at together, and so often at most. */
const AT_ONCE = 200;
const ROUNDS = 5;

/** People whose name has every word that was typed, who may read the comment, and whom the caller may know. */
export async function mentionable(
  services: RecordServices,
  caller: Caller,
  of: OfRecord,
  { search, internal }: MentionSearch,
): Promise<readonly ReferenceValue[]> {
  const conversation = await conversationOn(services, caller, of);
  const audience = internal && conversation.readsInternal ? 'internal' : 'all';
  const words = wordsOf(search);
  const found: ReferenceValue[] = [];
  let after = '';
  for (let round = 0; round < ROUNDS && found.length < OFFERED; round += 1) {
    const ids = await candidates(conversation, words, after);
    const titles = await titlesOf(conversation, ids);
    const named = ids.filter((id) => id !== caller.me.id && isNamed(titles.get(id), words));
    const readers = await readersAmong(conversation, named, { audience });
    found.push(...named.filter((id) => readers.has(id)).map((id) => ({ id, title: titles.get(id) ?? '' })));
    if (ids.length < AT_ONCE) break;
    after = ids.at(-1) ?? '';
  }
  return found.slice(0, OFFERED).toSorted((a, b) => ((a.title ?? '') < (b.title ?? '') ? -1 : 1));
}

function isNamed(title: string | undefined, words: readonly string[]): boolean {
  if (title === undefined) return false;
  const folded = fold(title);
  return words.every((word) => folded.includes(word));
}

/** Active users of whom the caller may know and who may have these words in their name, in the order of their ids. */
async function candidates(
  { services: { context }, caller, scope }: Conversation,
  words: readonly string[],
  after: string,
): Promise<readonly string[]> {
  const { user } = context.model.entities;
  const mayKnow = canEver(caller.rights, 'user', 'read') || canEver(caller.rights, 'user', 'refer');
  if (user === undefined || !mayKnow) return [];
  const statement = sql`SELECT t."id" FROM ${table('user')} t WHERE ${all([
    raw('t."active" = TRUE AND t."trashed_at" IS NULL'),
    sql`t."id" > ${value(after)}`,
    granted(context, caller.rights, { entity: user, verbs: ['read', 'refer'], alias: 't' }),
    ...words.map((word) => raw(context.dialect.contains('t."_search"', '?'), value(word))),
  ])} ORDER BY t."id" LIMIT ${raw(String(AT_ONCE))}`;
  const rows = await context.db.survey(caller.me.id, (reader) => reader.all(statement, valuesOf(statement, scope)));
  return rows.map(({ id }) => String(id));
}

function titlesOf(
  { services, caller, entity, reader, scope }: Conversation,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return services.views
    .of(caller.rights)(entity.id)
    .titles(reader, 'user', [...ids], scope);
}
