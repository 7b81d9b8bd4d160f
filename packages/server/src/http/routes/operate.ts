import type {
  CallsAnswer,
  InCallsAnswer,
  IndexesAnswer,
  MailPreviewAnswer,
  MailsAnswer,
  SentCallsAnswer,
  StuckApprovalsAnswer,
  TimersAnswer,
} from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import type { IndexRuling } from '../../storage/indexes/index-entry.ts';
import { issueAnswers } from '../answers/issue-answers.ts';
import { indexAnswer } from '../answers/index-answer.ts';
import { languageOf } from '../service/language.ts';
import { callerRoute, part, type CallerCall, type Route } from '../service/route.ts';
import { parametersOf, queryText } from '../service/query-text.ts';
import { objectBody, textsOf } from '../steps/body.ts';
import { invalid } from '../steps/new-password.ts';
import { needRight } from '../steps/need-right.ts';

const ADDRESS = '/_/operate/indexes';
const CALLS = '/_/operate/calls';

async function list(call: CallerCall): Promise<IndexesAnswer> {
  needRight(call, 'operate');
  const { indexes, engine } = call.service;
  const items = await indexes.list();
  return { database: engine, items: items.map(indexAnswer) };
}

/** Names stand in bodies: an index over an expression has characters that no part of an address takes. */
async function rule(call: CallerCall): Promise<void> {
  needRight(call, 'operate');
  const body = objectBody(call.request);
  const { name } = textsOf(body, ['name']);
  if (!(await call.service.indexes.rule(name, rulingIn(body['ruling'])))) throw noSuchIndex(name);
  call.reply.code(204);
}

function rulingIn(value: unknown): IndexRuling | null {
  if (value === null || value === 'pinned' || value === 'refused') return value;
  throw invalid({ path: 'ruling', code: value === undefined ? 'required' : 'bad_option', params: {} });
}

async function make(call: CallerCall): Promise<void> {
  needRight(call, 'operate');
  const { name } = textsOf(objectBody(call.request), ['name']);
  if (!(await call.service.indexes.make(name))) throw noSuchIndex(name);
  call.reply.code(204);
}

function noSuchIndex(name: string): Refusal {
  return new Refusal('no_such_index', { params: { name: name.slice(0, 60) } });
}

async function timers(call: CallerCall): Promise<TimersAnswer> {
  needRight(call, 'operate');
  return call.service.records.timers(call.caller, queryText(call.request, 'state'));
}

async function approvals(call: CallerCall): Promise<StuckApprovalsAnswer> {
  needRight(call, 'operate');
  return call.service.records.stuckApprovals(call.caller);
}

async function calls(call: CallerCall): Promise<CallsAnswer> {
  needRight(call, 'operate');
  const { service, caller, request } = call;
  const findings = await issueAnswers(service.unset(), languageOf(service, request));
  const silent = await service.records.subscriptions.silent(service.holderOf);
  return { ...(await service.records.calls.list(caller, parametersOf(request))), findings, silent };
}

/** Of one record, for whoever may read its history. */
async function sentCalls({ service, caller, request }: CallerCall): Promise<SentCallsAnswer> {
  const of = { entity: part(request, 'entity'), idOrKey: part(request, 'id') };
  return { items: await service.records.calls.sent(caller, of) };
}

async function inCalls(call: CallerCall): Promise<InCallsAnswer> {
  needRight(call, 'operate');
  return call.service.records.inCalls.list(call.caller, parametersOf(call.request));
}

async function sendAgain(call: CallerCall): Promise<void> {
  needRight(call, 'operate');
  const { id } = textsOf(objectBody(call.request), ['id']);
  if (!(await call.service.records.calls.again(id))) throw new Refusal('not_found');
  call.reply.code(204);
}

async function mail(call: CallerCall): Promise<MailsAnswer> {
  needRight(call, 'operate');
  return call.service.records.mail.list(call.caller, parametersOf(call.request));
}

/** What a mail says, in the language of its reader, with no more of its records than the operator may read. */
async function mailPreview(call: CallerCall): Promise<MailPreviewAnswer> {
  needRight(call, 'operate');
  const found = await call.service.mailing.preview(call.caller, part(call.request, 'id'));
  if (found === null) throw new Refusal('not_found');
  return found;
}

async function mailAgain(call: CallerCall): Promise<void> {
  needRight(call, 'operate');
  const { id } = textsOf(objectBody(call.request), ['id']);
  if (!(await call.service.records.mail.again(id))) throw new Refusal('not_found');
  call.reply.code(204);
}

/** The indexes of the database, what became of mail, the timers of records, and calls to and from other systems, for roles with the right to operate. */
export const OPERATE_ROUTES: readonly Route[] = [
  callerRoute('GET', ADDRESS, list),
  callerRoute('PATCH', ADDRESS, rule),
  callerRoute('POST', ADDRESS, make),
  { ...callerRoute('GET', '/_/operate/timers', timers), forKeys: true },
  { ...callerRoute('GET', '/_/operate/approvals', approvals), forKeys: true },
  { ...callerRoute('GET', CALLS, calls), forKeys: true },
  { ...callerRoute('POST', CALLS, sendAgain), forKeys: true },
  { ...callerRoute('GET', '/_/sent-calls/:entity/:id', sentCalls), forKeys: true },
  { ...callerRoute('GET', '/_/operate/in-calls', inCalls), forKeys: true },
  callerRoute('GET', '/_/operate/mail', mail),
  callerRoute('GET', '/_/operate/mail/:id', mailPreview),
  callerRoute('POST', '/_/operate/mail', mailAgain),
];
