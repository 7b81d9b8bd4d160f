import { idOf, isList, MOST_FILES_OF_COMMENT, normalText, textLength, type Problem, type Wire } from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import { isPlain } from '../context/body.ts';
import { peopleSeen } from './answers.ts';
import type { Conversation } from './conversation.ts';
import { readersAmong } from './mentionable.ts';
import { existingComment, mostSigns } from './read-comments.ts';
import type { Audience, StoredComment } from './rows.ts';

/** A comment as somebody sends it. */
export interface SentComment {
  readonly text: string;
  readonly mentions: readonly string[];
  /** Ids. */
  readonly files: readonly string[];
  readonly audience: Audience;
  readonly quote: string | null;
}

/** So many people are mentioned at most. */
const MOST_MENTIONED = 50;

type Members = Readonly<Record<string, Wire>>;

/** Reads a new comment; `internal` is a name of nothing for those who read no internal ones. */
export function commentBody(conversation: Conversation, sent: unknown): SentComment {
  const names = ['text', 'mentions', 'files', 'quote', ...(conversation.readsInternal ? ['internal'] : [])];
  const { body, problems } = membersOf(sent, names);
  const { internal, quote } = body;
  problems.push(...flagProblems('internal', internal));
  if (quote !== undefined && quote !== null && typeof quote !== 'string') problems.push(wrong('quote', 'bad_type'));
  const files = filesOf(body, problems);
  const text = textOf(conversation, body, { files, problems });
  const read = { text, mentions: mentionsOf(body, problems), files };
  refuseAny(problems);
  const audience = internal === true ? 'internal' : 'all';
  return { ...read, audience, quote: typeof quote === 'string' ? quote : null };
}

/** Reads what a comment is to say now; what is not sent stays as it is. */
export function editBody(conversation: Conversation, before: StoredComment, sent: unknown): SentComment {
  const { body, problems } = membersOf(sent, ['text', 'mentions', 'files']);
  const files = body['files'] === undefined ? before.files.map(({ id }) => id) : filesOf(body, problems);
  const text = textOf(conversation, { text: before.text, ...body }, { files, problems });
  const mentions = body['mentions'] === undefined ? before.mentions : mentionsOf(body, problems);
  refuseAny(problems);
  return { text, mentions, files, audience: before.audience, quote: null };
}

function membersOf(sent: unknown, names: readonly string[]): { readonly body: Members; readonly problems: Problem[] } {
  if (!isPlain(sent)) throw new Refusal('bad_request');
  const unknown = Object.keys(sent).filter((name) => !names.includes(name));
  const problems = unknown.map(
    (name): Problem => wrong(name.slice(0, 60), 'unknown_field', { field: name.slice(0, 60) }),
  );
  return { body: sent, problems };
}

function wrong(path: string, code: Problem['code'], params: Problem['params'] = {}): Problem {
  return { path, code, params };
}

function refuseAny(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new Refusal('invalid', { problems });
}

function flagProblems(name: string, value: Wire | undefined): readonly Problem[] {
  return value === undefined || typeof value === 'boolean' ? [] : [wrong(name, 'bad_type')];
}

/** A comment with files needs no text. */
function textOf(
  conversation: Conversation,
  { text }: Members,
  { files, problems }: { readonly files: readonly string[]; readonly problems: Problem[] },
): string {
  const normal = typeof text === 'string' && text.isWellFormed() ? normalText(text) : null;
  const max = mostSigns(conversation);
  if (text !== undefined && text !== null && typeof text !== 'string') problems.push(wrong('text', 'bad_type'));
  else if (normal === null && (files.length === 0 || text?.isWellFormed() === false))
    problems.push(wrong('text', 'required'));
  else if (normal !== null && textLength(normal) > max) problems.push(wrong('text', 'too_long', { max }));
  return normal ?? '';
}

const mentionsOf = ({ mentions = [] }: Members, problems: Problem[]): readonly string[] =>
  idsOf(mentions, { path: 'mentions', max: MOST_MENTIONED, problems });

const filesOf = ({ files = [] }: Members, problems: Problem[]): readonly string[] =>
  idsOf(isList(files) ? files.map((file: Wire) => idOf(file) ?? file) : files, {
    ...{ path: 'files', max: MOST_FILES_OF_COMMENT, problems },
  });

function idsOf(
  value: Wire,
  { path, max, problems }: { readonly path: string; readonly max: number; readonly problems: Problem[] },
): readonly string[] {
  const ids = isList(value) ? value.filter((id) => typeof id === 'string') : [];
  if (!isList(value) || ids.length !== value.length) problems.push(wrong(path, 'bad_type'));
  else if (ids.length > max) problems.push(wrong(path, 'too_many', { max }));
  return [...new Set(ids)];
}

/** Reads what a `ConversationBody` asks for. */
export function followBody(sent: unknown): { readonly follow: boolean | undefined; readonly seen: string | undefined } {
  const { body, problems } = membersOf(sent, ['follow', 'seen']);
  const { follow, seen } = body;
  problems.push(...flagProblems('follow', follow));
  if (seen !== undefined && typeof seen !== 'string') problems.push(wrong('seen', 'bad_type'));
  refuseAny(problems);
  return {
    follow: typeof follow === 'boolean' ? follow : undefined,
    seen: typeof seen === 'string' ? seen : undefined,
  };
}

/** Refuses mentions of others than those who may read the comment and whom the caller may know, and a quote of what its readers may not. */
export async function refuseUnfit(conversation: Conversation, sent: SentComment): Promise<void> {
  const readers = await readersAmong(conversation, sent.mentions, { audience: sent.audience });
  const person = await peopleSeen(conversation, sent.mentions);
  const problems = sent.mentions.flatMap((id, index): readonly Problem[] =>
    readers.has(id) && person(id)?.title !== undefined ? [] : [wrong(`mentions[${String(index)}]`, 'not_mentionable')],
  );
  if (!(await isQuotable(conversation, sent))) problems.push(wrong('quote', 'no_such_comment'));
  refuseAny(problems);
}

async function isQuotable(conversation: Conversation, { quote, audience }: SentComment): Promise<boolean> {
  if (quote === null) return true;
  try {
    const found = await existingComment(conversation, quote);
    return found.text !== null && (audience === 'internal' || found.audience === 'all');
  } catch (reason) {
    if (reason instanceof Refusal) return false;
    throw reason;
  }
}
