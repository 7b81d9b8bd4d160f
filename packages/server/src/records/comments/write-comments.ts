import { readsInternal, type CommentAnswer, type RecordValue, type Wire } from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import type { Writer } from '../../storage/database/database.ts';
import { argument } from '../../storage/sql/sql.ts';
import { columnsGiven, insertInto, updateOf } from '../../storage/sql/writes.ts';
import { createOrderedIds } from '../../uuid.ts';
import { entityOf } from '../context/context.ts';
import type { OfComment, OfRecord } from '../context/comments.ts';
import { forbidden } from '../context/forbidden.ts';
import type { Caller, WriteOptions } from '../context/records.ts';
import { refuseNever } from '../services/find-record.ts';
import { answerWritten, type RecordServices, type Write, type WriteContext } from '../services/write-context.ts';
import { answersOf, verdictsOf } from './answers.ts';
import { commentBody, editBody, refuseUnfit, type SentComment } from './body.ts';
import { authorOf, conversationOn, mayWrite, type Conversation } from './conversation.ts';
import type { Seeing } from '../notifications/readers.ts';
import { tell } from '../notifications/tell.ts';
import { askedPeople, followersOf, newestOf, noteFollower } from './followers.ts';
import { readersAmong } from './mentionable.ts';
import { filesPut, noteFilesOf, searchedOf, storedFiles } from './files.ts';
import { existingComment } from './read-comments.ts';
import type { StoredComment } from './rows.ts';

/** What is sent about a comment. */
export interface SendingComment {
  readonly body: unknown;
  readonly options: WriteOptions;
}

const INSERTED = [
  ...['id', 'entity', 'record', 'version', 'at', 'by', 'key_by', 'via', 'audience', 'text', '_search', 'mentions'],
  ...['files', 'quote', 'earlier'],
];
const INSERT = insertInto('_comment', 'id', columnsGiven(INSERTED));
const CHANGED = ['version', 'text', '_search', 'mentions', 'files', 'earlier', 'edited_at', 'taken_at', 'taken_by'];
const UPDATE = updateOf('_comment', columnsGiven(CHANGED), argument(CHANGED.length));

const orderedId = createOrderedIds();

/** `POST /api/<entity>/<id>/comments` */
export function commentCreation(
  services: RecordServices,
  caller: Caller,
  { entity, idOrKey, body }: OfRecord & SendingComment,
): Write<CommentAnswer> {
  refuseNever({ rights: caller.rights, entity: entityOf(services.context, entity) }, 'read');
  const run = async (own: WriteContext): Promise<CommentAnswer> => {
    const conversation = await conversationIn(own, idOrKey);
    const comment = await say(own, conversation, commentBody(conversation, body));
    return answerOf(conversation, comment);
  };
  return { entity, subject: idOrKey, run };
}

/** The same as one of several writes, which answers with the record. */
export function commentingOf(
  services: RecordServices,
  caller: Caller,
  { entity, idOrKey, body }: OfRecord & SendingComment,
): Write<RecordValue> {
  refuseNever({ rights: caller.rights, entity: entityOf(services.context, entity) }, 'comment');
  const run = async (own: WriteContext): Promise<RecordValue> => {
    const conversation = await conversationIn(own, idOrKey);
    await say(own, conversation, commentBody(conversation, body));
    return answerWritten(own, conversation.record);
  };
  return { entity, subject: idOrKey, run };
}

function conversationIn(own: WriteContext, idOrKey: string): Promise<Conversation> {
  return conversationOn(own, own.caller, { entity: own.entity.id, idOrKey }, own.tx);
}

async function answerOf(conversation: Conversation, comment: StoredComment): Promise<CommentAnswer> {
  const [answer] = await answersOf(conversation, [comment]);
  if (answer === undefined) throw new Error('a comment was written and is not there');
  return answer;
}

async function say(own: WriteContext, conversation: Conversation, sent: SentComment): Promise<StoredComment> {
  const { tx, caller, entity } = own;
  const { record, scope } = conversation;
  if (!mayWrite(conversation)) throw forbidden(entity.id, 'comment');
  await refuseUnfit(conversation, sent);
  const before = await newestOf(tx, conversation);
  const at = scope.now ?? own.context.clock();
  const id = idBehind(before, at);
  const files = await filesPut(own, sent.files, { comment: id, before: [] });
  const comment: StoredComment = {
    ...{ id, version: 1, at, by: authorOf(caller), keyBy: caller.keyBy ?? null, via: caller.via },
    ...{ audience: sent.audience, text: sent.text, mentions: sent.mentions, files, quote: sent.quote, earlier: [] },
    ...{ editedAt: null, takenAt: null, takenBy: null },
  };
  insertComment(tx, { entity: entity.id, record: record.id }, comment);
  noteFilesOf(tx, [], comment);
  await noteFollowers(own, conversation, { comment, mentions: comment.mentions, before });
  await tellOfComment(own, conversation, { comment, mentions: comment.mentions, isNew: true });
  tx.changed({ entity: entity.id, id: record.id, said: comment.audience });
  return comment;
}

/** Stores a new comment on a record. */
export function insertComment(
  tx: Writer,
  { entity, record }: { readonly entity: string; readonly record: string },
  comment: StoredComment,
): void {
  const { id, version, at, by, keyBy, via, audience, mentions, quote, earlier, text } = comment;
  tx.later(INSERT, [
    ...[id, entity, record, version, at, by, keyBy, via, audience, text, searchedOf(comment), JSON.stringify(mentions)],
    ...[storedFiles(comment), quote, JSON.stringify(earlier)],
  ]);
}

/** An id of this moment that is greater than the newest: what was read is known by the newest that was seen. */
function idBehind(newest: string, at: string): string {
  const id = orderedId(at);
  if (id > newest) return id;
  const ms = Number.parseInt(newest.replaceAll('-', '').slice(0, 12), 16);
  return orderedId(new Date(ms + 1).toISOString());
}

/** The author follows, whom it mentions, and who is asked for an approval and may read it. */
async function noteFollowers(
  { tx, caller }: WriteContext,
  conversation: Conversation,
  {
    comment,
    mentions,
    before,
  }: { readonly comment: StoredComment; readonly mentions: readonly string[]; readonly before: string },
): Promise<void> {
  const { approval, escalation } = askedPeople(conversation.entity, conversation.record, conversation.scope);
  const waited = [...approval.values(), ...escalation.values()].flat();
  const asked = await readersAmong(conversation, waited, { audience: comment.audience });
  const of = { entity: conversation.entity.id, record: conversation.record.id };
  for (const person of mentions) noteFollower(tx, of, { person, follows: 'mention', seen: before });
  for (const person of asked)
    if (person !== caller.me.id) noteFollower(tx, of, { person, follows: 'asked', seen: before });
  if (comment.by !== null) noteFollower(tx, of, { person: comment.by, follows: 'comment', seen: comment.id });
}

/** Tells whom a comment mentions, and of a new one everybody else who follows the record and may read it. */
async function tellOfComment(
  { tx, context }: WriteContext,
  { entity, record, caller, scope }: Conversation,
  {
    comment: { audience, by },
    mentions,
    isNew,
  }: { readonly comment: StoredComment; readonly mentions: readonly string[]; readonly isNew: boolean },
): Promise<void> {
  const reads = ({ rights }: Seeing): boolean => audience === 'all' || readsInternal(rights, entity);
  const subject = { entity, record, by, usersWith: caller.usersWith, what: 'comment' };
  const teller = { context, tx, at: scope.now ?? context.clock() };
  await tell(teller, { ...subject, kind: 'mention', also: reads }, mentions);
  if (!isNew) return;
  const followers = await followersOf(tx, entity, record);
  const others = followers.people.filter((person) => !mentions.includes(person));
  const also = (seeing: Seeing): boolean => reads(seeing) && followers.mayKnow(seeing);
  await tell(teller, { ...subject, kind: 'comment', also }, others);
}

/** `PATCH /api/<entity>/<id>/comments/<comment>`: by its author, for a while; what it said before stays readable. */
export function commentEdit(
  services: RecordServices,
  caller: Caller,
  { entity, idOrKey, comment: id, body, options }: OfComment & SendingComment,
): Write<CommentAnswer> {
  refuseNever({ rights: caller.rights, entity: entityOf(services.context, entity) }, 'read');
  const run = async (own: WriteContext): Promise<CommentAnswer> => {
    const conversation = await conversationIn(own, idOrKey);
    const before = await existingComment(conversation, id);
    if (!mayWrite(conversation)) throw forbidden(entity, 'comment');
    refuseEdit(conversation, before);
    refuseOther(before, options.version);
    const sent = editBody(conversation, before, body);
    const known = new Set(before.mentions);
    const added = sent.mentions.filter((person) => !known.has(person));
    await refuseUnfit(conversation, { ...sent, mentions: added });
    const files = await filesPut(own, sent.files, { comment: id, before: before.files });
    if (isSame([sent.text, sent.mentions, files], [before.text, before.mentions, before.files]))
      return answerOf(conversation, before);
    const earlier =
      before.text === null || before.text === sent.text
        ? before.earlier
        : [{ at: before.editedAt ?? before.at, text: before.text }, ...before.earlier];
    const after = {
      ...before,
      ...{ version: before.version + 1, text: sent.text, mentions: sent.mentions, files, earlier },
    };
    const edited = { ...after, editedAt: conversation.scope.now ?? before.at };
    store(own, edited);
    noteFilesOf(own.tx, before.files, edited);
    await noteFollowers(own, conversation, { comment: edited, mentions: added, before: id });
    await tellOfComment(own, conversation, { comment: edited, mentions: added, isNew: false });
    own.tx.changed({ entity, id: conversation.record.id, said: before.audience });
    return answerOf(conversation, edited);
  };
  return { entity, subject: idOrKey, run };
}

function isSame(one: Wire, other: Wire): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function refuseEdit(conversation: Conversation, comment: StoredComment): void {
  const verdicts = verdictsOf(conversation);
  if (!verdicts.isOwn(comment)) throw new Refusal('not_your_comment');
  if (comment.text === null) throw new Refusal('comment_taken_back');
  if (verdicts.isFresh(comment)) return;
  const minutes = conversation.services.context.model.limits['comment_edit_minutes']?.value ?? null;
  throw new Refusal('comment_too_old', { params: { minutes } });
}

function refuseOther({ version }: StoredComment, sent: number | null): void {
  if (sent !== null && sent !== version)
    throw new Refusal('changed_meanwhile', { params: { fields: [], theirs: {}, version } });
}

function store({ tx }: WriteContext, comment: StoredComment): void {
  const { version, text, mentions, earlier } = comment;
  tx.later(UPDATE, [
    ...[version, text, searchedOf(comment), JSON.stringify(mentions), storedFiles(comment), JSON.stringify(earlier)],
    ...[comment.editedAt, comment.takenAt, comment.takenBy, comment.id],
  ]);
}

/** `DELETE /api/<entity>/<id>/comments/<comment>`: once more changes nothing. */
export function commentTakenBack(
  services: RecordServices,
  caller: Caller,
  { entity, idOrKey, comment: id, options }: OfComment & Omit<SendingComment, 'body'>,
): Write<null> {
  refuseNever({ rights: caller.rights, entity: entityOf(services.context, entity) }, 'read');
  const run = async (own: WriteContext): Promise<null> => {
    const conversation = await conversationIn(own, idOrKey);
    const before = await existingComment(conversation, id);
    if (before.text === null) return null;
    if (!verdictsOf(conversation).takesBack(before)) throw new Refusal('not_your_comment');
    refuseOther(before, options.version);
    const at = conversation.scope.now ?? before.at;
    const gone = { ...before, version: before.version + 1, text: null, mentions: [], files: [], earlier: [] };
    const taken = { ...gone, takenAt: at, takenBy: authorOf(own.caller) };
    store(own, taken);
    noteFilesOf(own.tx, before.files, taken);
    own.tx.changed({ entity, id: conversation.record.id, said: before.audience });
    return null;
  };
  return { entity, subject: idOrKey, run };
}
