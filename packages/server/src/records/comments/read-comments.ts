import { limitValues, runtimeLimit, type CommentsAnswer, type WholeComment } from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import { argument, raw, sql } from '../../storage/sql/sql.ts';
import { wordsOf } from '../../storage/search/search-text.ts';
import type { OfComment, OfRecord } from '../context/comments.ts';
import type { Caller } from '../context/records.ts';
import { badParameter } from '../reading/lists/list-params.ts';
import type { RecordServices } from '../services/write-context.ts';
import { answersOf } from './answers.ts';
import { conversationOn, type Conversation } from './conversation.ts';
import { commentOf, ofRecord, seenBy, selectComments, type StoredComment } from './rows.ts';

const MOST = 200;

/** `GET /api/<entity>/<id>/comments`: newest first. */
export async function listComments(
  services: RecordServices,
  caller: Caller,
  of: OfRecord,
  params: URLSearchParams,
): Promise<CommentsAnswer> {
  const conversation = await conversationOn(services, caller, of);
  const { entity, record, reader } = conversation;
  const { size, after, search } = readParams(params, Number(limitValues(services.context.model)['page_size']));
  const words = wordsOf(search);
  const found = [
    seenBy(conversation.readsInternal, 't'),
    ...words.map((_, index) => raw(reader.dialect.contains('t."_search"', '?'), argument(index + 2))),
  ];
  const values = [record.id, entity.id, ...words];
  const before = after === null ? [] : [sql`t."id" < ${argument(values.length)}`];
  const page = sql`${selectComments(...found, ...before)} ORDER BY t."id" DESC LIMIT ${raw(String(size + 1))}`;
  const rows = await reader.all(page, after === null ? values : [...values, after]);
  const [total] = await reader.all(sql`SELECT count(*) AS n ${ofRecord(...found)}`, values);
  const items = rows.slice(0, size).map(commentOf);
  return {
    items: await answersOf(conversation, items),
    total: Number(total?.['n'] ?? 0),
    total_is: 'exact',
    next: rows.length > size ? (items.at(-1)?.id ?? null) : null,
  };
}

function readParams(params: URLSearchParams, usual: number) {
  for (const name of params.keys())
    if (!['size', 'after', 'search', 'lng'].includes(name) || params.getAll(name).length > 1) throw badParameter(name);
  const size = params.get('size') ?? String(Math.min(usual, MOST));
  if (!/^\d{1,3}$/.test(size) || Number(size) < 1 || Number(size) > MOST) throw badParameter('size');
  const after = params.get('after');
  if (after !== null && !/^[0-9a-f-]{36}$/.test(after)) throw badParameter('after');
  return { size: Number(size), after, search: params.get('search') ?? '' };
}

/** A comment of the conversation, or `not_found`. */
export async function existingComment(
  { entity, record, reader, readsInternal }: Conversation,
  id: string,
): Promise<StoredComment> {
  const statement = selectComments(seenBy(readsInternal, 't'), sql`t."id" = ${argument(2)}`);
  const [row] = await reader.all(statement, [record.id, entity.id, id]);
  if (row === undefined) throw new Refusal('not_found');
  return commentOf(row);
}

/** `GET /api/<entity>/<id>/comments/<comment>`: with what it said before it was edited. */
export async function wholeComment(
  services: RecordServices,
  caller: Caller,
  { comment: id, ...of }: OfComment,
): Promise<WholeComment> {
  const conversation = await conversationOn(services, caller, of);
  const comment = await existingComment(conversation, id);
  const [answer] = await answersOf(conversation, [comment]);
  if (answer === undefined) throw new Refusal('not_found');
  return { ...answer, earlier: comment.earlier };
}

/** The most signs of a comment. */
export function mostSigns({ services }: Conversation): number {
  return runtimeLimit(services.context.model, 'comment_chars');
}
