import {
  fetchBaseQuery,
  type BaseQueryApi,
  type BaseQueryFn,
  type FetchArgs,
  type QueryReturnValue,
} from '@reduxjs/toolkit/query/react';
import type { SessionAnswer } from '@ninefold/model';
import { readCookie } from './cookies.ts';
import { dropStarted, startedAnswer } from './started-calls.ts';
import { askToSignIn } from './sign-in-again.ts';
import { failureOf, isRefusal, type Failure } from './failure.ts';
import { keyed } from './lost-answers.ts';
import type { Bodies } from './objects.ts';
import { readerKnown, type SessionState } from './session-slice.ts';

let bodies: Bodies | null = null;

/** Lets bodies and answers be put into the form that the other side knows. Before it, calls are about no record. */
export function translateBodies(translation: Bodies): void {
  bodies = translation;
}

let prepare: (codes: readonly string[]) => Promise<void> = async () => undefined;

/** Lets something be done before anybody is told of a failure; it gets the ids of the catalogue in it. */
export function beforeFailures(task: (codes: readonly string[]) => Promise<void>): void {
  prepare = task;
}

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

function isWrite(args: string | FetchArgs): boolean {
  return typeof args !== 'string' && WRITES.has((args.method ?? 'GET').toUpperCase());
}

/** Whether the call writes records: the server knows such a call again by its idempotency key. */
function isRecordWrite(args: string | FetchArgs): args is FetchArgs {
  return typeof args !== 'string' && isWrite(args) && args.url.startsWith('/api/');
}

function isSession(args: string | FetchArgs): boolean {
  return (typeof args === 'string' ? args : args.url).startsWith('/_/session');
}

/** Refusals of signing in, which have the same status as a session that has ended. */
const NOT_LET_IN: ReadonlySet<string> = new Set(['wrong_sign_in', 'account_closed']);

/** True where the session has ended. */
function isSignedOut({ status, code }: Failure): boolean {
  return status === 401 && !NOT_LET_IN.has(code);
}

/** The anti-forgery token of the cookie named in the session answer. */
export function xsrfToken(state: unknown, cookies: string): string | null {
  const name = (state as { readonly session: SessionState }).session.cookies?.xsrf; // the state of our store
  return name === undefined ? null : readCookie(name, cookies);
}

const plain = fetchBaseQuery({
  baseUrl: '/',
  credentials: 'same-origin',
  // Going back, a browser takes whatever old answer it still has; so that it asks again, the call has to say it.
  cache: 'no-cache',
  headers: { accept: 'application/json, application/problem+json' },
  fetchFn: async (input) => {
    const request = input as Request; // as fetchBaseQuery makes it
    if (request.method !== 'GET') dropStarted();
    const answer = await startedAnswer(request.url);
    return answer ?? fetch(request);
  },
  prepareHeaders: (headers, { getState, arg }) => {
    if (!isWrite(arg)) return headers;
    const token = xsrfToken(getState(), document.cookie);
    if (token !== null) headers.set('X-XSRF-TOKEN', token);
    return headers;
  },
});

type Answer = QueryReturnValue<unknown, Failure, object>;

/** Whether the server says itself (204) that the answer has no content. */
function isEmptyByRight({ meta }: Awaited<ReturnType<typeof plain>>): boolean {
  return meta?.response?.status === 204;
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

async function ask(args: string | FetchArgs, api: BaseQueryApi): Promise<Answer> {
  if (!isRecordWrite(args)) return send(args, api);
  const { args: keyedArgs, lose, settle } = keyed(args);
  const answer = await send(keyedArgs, api);
  if (answer.error?.code === 'answer_lost') lose();
  else if (!answer.error || isRefusal(answer.error)) settle();
  return answer;
}

async function send(args: string | FetchArgs, api: BaseQueryApi): Promise<Answer> {
  const url = typeof args === 'string' ? args : args.url;
  const sent =
    typeof args === 'string'
      ? args
      : { ...args, body: bodies === null ? args.body : bodies.sentBody(url, args.body, api.getState()) };
  const wasOnline = navigator.onLine;
  const answer = await plain(sent, api, {});
  if (!answer.error && answer.data === null && !isEmptyByRight(answer)) return nothingSaid(args, 0);
  if (!answer.error)
    return { data: bodies === null ? answer.data : bodies.readAnswer(url, answer.data, api.getState()) };
  const { error } = answer;
  const status = typeof error.status === 'number' ? error.status : 'originalStatus' in error ? error.originalStatus : 0;
  if (isSuccess(status)) return nothingSaid(args, 0);
  const failure = failureOf(status, error.data, wasOnline);
  if (failure.problem === null && failure.code !== 'offline' && (status === 0 || status >= 500))
    return nothingSaid(args, status);
  return { error: isWrite(args) && isOfRecord(url) ? ofShownRecord(failure) : failure };
}

/**
 * No answer, or none of this server: a success without the content that was promised, or with other content, or a failure without
 * its members, as a proxy may answer. Whether a write was done is not known then.
 */
function nothingSaid(args: string | FetchArgs, status: number): Answer {
  const read = status === 0 ? 'no_answer' : 'fault';
  const written = isRecordWrite(args) ? 'answer_lost' : isSession(args) ? read : 'outcome_unknown';
  return { error: { status, code: isWrite(args) ? written : read, problem: null } };
}

/** Whether the address is that of one record, or of something of it, and not that of many. */
function isOfRecord(url: string): boolean {
  return /^\/api\/[^/]+\/(?!bulk\b)[^/?]+/.test(url);
}

/** Who changes a record has it on the page, so that it was there: that it cannot be found means that it is out of sight now. */
function ofShownRecord(failure: Failure): Failure {
  if (failure.code !== 'not_found') return failure;
  const problem = failure.problem && { ...failure.problem, code: 'out_of_sight' as const };
  return { ...failure, code: 'out_of_sight', problem };
}

const OTHER_READER: Answer = { error: { status: 0, code: 'other_reader', problem: null } };

/**
 * Whether another tab has signed in another user than this page shows: what is typed here would be sent in their name.
 * The token of the cookie tells that there is another session; the server tells whose it is.
 */
async function isOtherReader(api: BaseQueryApi): Promise<boolean> {
  const { reader } = (api.getState() as { readonly session: SessionState }).session; // the state of our store
  if (reader === null) return false;
  const token = xsrfToken(api.getState(), document.cookie);
  if (token === null || token === reader.token) return false;
  const { data } = await ask('/_/session', api);
  const me = (data as SessionAnswer | undefined)?.me ?? null; // the answer of that address
  if (me?.id === reader.id) api.dispatch(readerKnown({ ...reader, token }));
  return me !== null && me.id !== reader.id;
}

/** How a call is made. `quiet`: a call in the background, which never opens the sign-in dialog. */
interface Manner {
  readonly quiet?: boolean;
}

/**
 * The transport of every call. When the session has ended, the sign-in dialog opens and the call is sent once more.
 * When the anti-forgery token is refused, a new one is fetched and the call is sent once more. Nothing is sent where
 * another user than the page shows is signed in by now.
 */
export const baseQuery: BaseQueryFn<string | FetchArgs, unknown, Failure, Manner> = async (args, api, manner) => {
  if (!isSession(args) && (await isOtherReader(api))) return OTHER_READER;
  let answer = await ask(args, api);
  // A background call never opens a dialog.
  if (manner?.quiet === true) return told(answer);
  if (answer.error && isSignedOut(answer.error) && !isSession(args)) {
    if ((await askToSignIn()) === 'given_up') return told(answer);
    answer = await ask(args, api);
  }
  if (answer.error?.code === 'forged') {
    await ask('/_/session', api);
    answer = await ask(args, api);
  }
  return told(answer);
};

/** The answer of a call, once all is prepared for a failure. */
async function told(answer: Answer): Promise<Answer> {
  if (answer.error) await prepare(codesIn(answer.error));
  return answer;
}

function codesIn({ code, problem }: Failure): readonly string[] {
  return [code, ...[...(problem?.errors ?? []), ...(problem?.warnings ?? [])].map((each) => each.code)];
}
