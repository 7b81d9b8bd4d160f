import { allows, runtimeLimit, type CommentAnswer, type CommentQuote, type ReferenceValue } from '@ninefold/model';
import { argument, raw } from '../../storage/sql/sql.ts';
import { mayWrite, type Conversation } from './conversation.ts';
import { commentOf, seenBy, selectComments, type StoredComment } from './rows.ts';

/** So much of a comment stands in one that quotes it, in code points. */
const QUOTED = 280;
const MINUTE_MS = 60_000;

/** Comments as the caller may see them: people with the titles that the caller sees, and what they quote as it is now. */
export async function answersOf(
  conversation: Conversation,
  comments: readonly StoredComment[],
): Promise<readonly CommentAnswer[]> {
  const quoted = await quotedBy(conversation, comments);
  const people = [...comments, ...quoted.values()].flatMap(({ by, keyBy, takenBy, mentions }) => [
    ...[by, keyBy, takenBy].filter((id) => id !== null),
    ...mentions,
  ]);
  const person = await peopleSeen(conversation, people);
  const verdicts = verdictsOf(conversation);
  return comments.map((comment) => ({
    id: comment.id,
    version: comment.version,
    at: comment.at,
    by: person(comment.by),
    key_by: person(comment.keyBy),
    via: comment.via,
    text: comment.text,
    ...(conversation.readsInternal ? { internal: comment.audience === 'internal' } : {}),
    mentions: comment.mentions.flatMap((id) => person(id) ?? []),
    files: comment.files,
    quote: quoteOf(quoted.get(comment.quote ?? ''), person),
    edited_at: comment.editedAt,
    taken_back: comment.takenAt === null ? null : { at: comment.takenAt, by: person(comment.takenBy) },
    may: { edit: verdicts.edits(comment), take_back: verdicts.takesBack(comment) },
  }));
}

type Person = (id: string | null) => ReferenceValue | null;

/** Users by their ids, with their titles where the caller may see them. */
export async function peopleSeen(
  { services, caller, entity, reader, scope }: Conversation,
  ids: readonly string[],
): Promise<Person> {
  const titles = await services.views
    .of(caller.rights)(entity.id)
    .titles(reader, 'user', [...new Set(ids)], scope);
  return (id) => {
    if (id === null) return null;
    const title = titles.get(id);
    return title === undefined ? { id } : { id, title };
  };
}

/** The comments that these answer, by their ids, as far as the caller may read them. */
async function quotedBy(
  { entity, record, reader, readsInternal }: Conversation,
  comments: readonly StoredComment[],
): Promise<ReadonlyMap<string, StoredComment>> {
  const ids = [...new Set(comments.flatMap(({ quote }) => quote ?? []))];
  if (ids.length === 0) return new Map();
  const list = `t."id" IN (SELECT "value" FROM ${reader.dialect.items('ids')})`;
  const statement = selectComments(seenBy(readsInternal, 't'), raw(list, argument(2)));
  const rows = await reader.all(statement, [record.id, entity.id, reader.dialect.list(ids)]);
  return new Map(rows.map(commentOf).map((comment) => [comment.id, comment]));
}

function quoteOf(comment: StoredComment | undefined, person: Person): CommentQuote | null {
  if (comment === undefined) return null;
  const { id, by, text } = comment;
  const signs = [...(text ?? '')];
  const beginning = signs.length > QUOTED ? `${signs.slice(0, QUOTED).join('')}…` : text;
  return { id, by: person(by), text: beginning };
}

/** What the caller may do with comments of the conversation. */
export interface CommentVerdicts {
  /** Whether it is theirs. */
  isOwn(comment: StoredComment): boolean;
  /** Whether it is not too long ago that it was written. */
  isFresh(comment: StoredComment): boolean;
  edits(comment: StoredComment): boolean;
  /** The author, and whoever may delete the record with all that was said about it. */
  takesBack(comment: StoredComment): boolean;
}

/** Judged once for all comments of a conversation. */
export function verdictsOf(conversation: Conversation): CommentVerdicts {
  const { services, caller, entity, record, scope } = conversation;
  const writes = mayWrite(conversation);
  const deletes = allows(caller.rights, entity.id, 'delete', { ...scope, record }) === true;
  const most = runtimeLimit(services.context.model, 'comment_edit_minutes') * MINUTE_MS;
  const isOwn = ({ by }: StoredComment): boolean => by === caller.me.id && caller.cause === undefined;
  const isFresh = ({ at }: StoredComment): boolean => Date.parse(scope.now ?? at) - Date.parse(at) <= most;
  return {
    isOwn,
    isFresh,
    edits: (comment) => comment.text !== null && writes && isOwn(comment) && isFresh(comment),
    takesBack: (comment) => comment.text !== null && (isOwn(comment) || deletes),
  };
}
