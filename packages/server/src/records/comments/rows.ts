import { filesIn, type CommentAnswer, type FollowReason, type StoredFile, type Wire } from '@ninefold/model';
import type { Row } from '../../storage/sql/sql-value.ts';
import { argument, fromOne, name, raw, sql, TRUE, type Sql } from '../../storage/sql/sql.ts';

/** Who may read a comment, beside who may read the record: everybody, or the roles that the entity names. */
export type Audience = 'all' | 'internal';

/** A comment as it is stored; people by their ids. */
export interface StoredComment {
  readonly id: string;
  readonly version: number;
  readonly at: string;
  readonly by: string | null;
  readonly keyBy: string | null;
  readonly via: CommentAnswer['via'];
  readonly audience: Audience;
  readonly text: string | null;
  readonly mentions: readonly string[];
  readonly files: readonly StoredFile[];
  readonly quote: string | null;
  readonly earlier: readonly EarlierText[];
  readonly editedAt: string | null;
  readonly takenAt: string | null;
  readonly takenBy: string | null;
}

/** What a comment said before it was edited. */
export interface EarlierText {
  readonly at: string;
  readonly text: string;
}

const NAMES = ['id', 'version', 'at', 'by', 'key_by', 'via', 'audience', 'text', 'mentions', 'files', 'quote'];
const COLUMNS: Sql = raw(
  [...NAMES, 'earlier', 'edited_at', 'taken_at', 'taken_by'].map((one) => `t.${name(one).text}`).join(', '),
);

/** The comments of one record: arguments are its id and its entity. */
export function ofRecord(...conditions: readonly Sql[]): Sql {
  return fromOne('_comment', 'record', argument(0), sql`t."entity" = ${argument(1)}`, ...conditions);
}

/** Comments of one record with all that is stored of them; see `ofRecord`. */
export function selectComments(...conditions: readonly Sql[]): Sql {
  return sql`SELECT ${COLUMNS} ${ofRecord(...conditions)}`;
}

/** What these readers see of comments: all, or those that are not internal. */
export function seenBy(readsInternal: boolean, alias: string): Sql {
  return readsInternal ? TRUE : raw(`${alias}."audience" = 'all'`);
}

export function commentOf(row: Row): StoredComment {
  const text = (column: string): string | null => (typeof row[column] === 'string' ? row[column] : null);
  return {
    id: String(row['id']),
    version: Number(row['version']),
    at: String(row['at']),
    by: text('by'),
    keyBy: text('key_by'),
    via: row['via'] as StoredComment['via'], // as it was written
    audience: row['audience'] as Audience, // likewise
    text: text('text'),
    mentions: JSON.parse(String(row['mentions'])) as readonly string[], // likewise
    files: filesOf(text('files')),
    quote: text('quote'),
    earlier: JSON.parse(String(row['earlier'])) as readonly EarlierText[], // likewise
    editedAt: text('edited_at'),
    takenAt: text('taken_at'),
    takenBy: text('taken_by'),
  };
}

/** The files that a comment has, as its row holds them. */
export function filesOf(stored: string | null): readonly StoredFile[] {
  return stored === null ? [] : filesIn(JSON.parse(stored) as Wire); // as it was written
}

/** How somebody follows, as it is stored; `stopped` by their own wish. Whom a field names follows without being stored. */
export type StoredFollowing = Exclude<FollowReason, 'named'> | 'stopped';
