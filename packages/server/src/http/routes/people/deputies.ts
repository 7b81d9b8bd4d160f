import {
  addToDate,
  hasApprovals,
  isDate,
  runtimeLimit,
  scopeAt,
  type DeputiesAnswer,
  type DeputyAnswer,
  type Problem,
} from '@ninefold/model';
import type { Deputyship } from '../../../accounts/deputy-store.ts';
import type { AuditEntry } from '../../../audit/audit-log.ts';
import { Refusal } from '../../../refusal.ts';
import { callerRoute, part, type CallerCall, type Route } from '../../service/route.ts';
import { objectBody, textsOf } from '../../steps/body.ts';
import { invalid } from '../../steps/new-password.ts';
import { notedOf } from '../../steps/noted.ts';

const ADDRESS = '/_/deputies';

async function list(call: CallerCall): Promise<DeputiesAnswer> {
  const { service, caller } = call;
  const today = todayOf(call);
  const found = await service.deputies.of(caller.me.id, today);
  const answers = await answersOf(call, found);
  return {
    today,
    own: answers.filter(({ person }) => person.id === caller.me.id),
    others: answers.filter(({ deputy }) => deputy.id === caller.me.id),
  };
}

/** Today in the time zone of the application. Refuses where nobody is ever asked for an approval. */
function todayOf({ service }: CallerCall): string {
  const { model } = service.application;
  if (!hasApprovals(model)) throw new Refusal('unknown_route');
  return scopeAt(model, service.clock()).today;
}

async function answersOf(
  { service, caller }: CallerCall,
  found: readonly Deputyship[],
): Promise<readonly DeputyAnswer[]> {
  const ids = found.flatMap(({ person, deputy }) => [person, deputy]);
  const [titled, active] = await Promise.all([service.records.titledUsers(caller, ids), service.records.people(ids)]);
  const titles = new Map(titled.map((one) => [one.id, one]));
  return found.map(({ id, person, deputy, from, until }) => ({
    id,
    person: titles.get(person) ?? { id: person },
    deputy: titles.get(deputy) ?? { id: deputy },
    from,
    until,
    usable: active.has(person) && active.has(deputy),
  }));
}

async function name(call: CallerCall): Promise<DeputyAnswer> {
  const { service, caller, request, reply } = call;
  const today = todayOf(call);
  const { model } = service.application;
  const { deputy, from, until } = textsOf(objectBody(request), ['deputy', 'from', 'until']);
  const problems = problemsOf({ from, until }, today, runtimeLimit(model, 'deputy_days'));
  if (deputy === caller.me.id) problems.push({ path: 'deputy', code: 'own_deputy', params: {} });
  else if (!(await isKnown(call, deputy))) problems.push({ path: 'deputy', code: 'no_such_record', params: {} });
  if (problems.length > 0) throw new Refusal('invalid', { problems });
  const wanted = { person: caller.me.id, deputy, from, until };
  const most = runtimeLimit(model, 'deputies');
  const noted = notedOf(call, actOf('deputy_named', wanted));
  const named = await service.deputies.name(wanted, { today, most }, noted);
  if (named === null) throw invalid({ path: 'deputy', code: 'too_many', params: { max: most } });
  service.callers.forget();
  reply.code(201);
  const [answer] = await answersOf(call, [named]);
  if (answer === undefined) throw new Error('a deputy was named and is not there');
  return answer;
}

/** Whether the caller may know an active person. */
async function isKnown({ service, caller }: CallerCall, id: string): Promise<boolean> {
  const [seen] = await service.records.titledUsers(caller, [id]);
  return seen !== undefined && (await service.records.me(id)) !== null;
}

/** What is wrong with the days: they end today at the soonest, and not too long after they begin. */
function problemsOf({ from, until }: Pick<Deputyship, 'from' | 'until'>, today: string, most: number): Problem[] {
  const wrong = Object.entries({ from, until }).filter(([, day]) => !isDate(day));
  if (wrong.length > 0) return wrong.map(([path]) => ({ path, code: 'bad_date', params: {} }));
  const first = from > today ? from : today;
  if (until < first) return [{ path: 'until', code: 'too_early', params: { min: first } }];
  const last = addToDate(from, { months: 0, days: most, ms: 0 });
  return last !== null && until > last ? [{ path: 'until', code: 'too_late', params: { max: last } }] : [];
}

function actOf(
  act: 'deputy_named' | 'deputy_ended',
  { person, deputy, from, until }: Omit<Deputyship, 'id'>,
): AuditEntry {
  return { act, by: person, about: deputy, details: { from, until } };
}

async function end(call: CallerCall): Promise<void> {
  const { service, caller, request, reply } = call;
  todayOf(call);
  const noted = (ended: Deputyship) => notedOf(call, actOf('deputy_ended', ended));
  const ended = await service.deputies.end(part(request, 'id'), caller.me.id, noted);
  if (ended === null) throw new Refusal('not_found');
  service.callers.forget();
  reply.code(204);
}

/** The deputies whom people name for themselves: who approves in their place for some days. */
export const DEPUTY_ROUTES: readonly Route[] = [
  { ...callerRoute('GET', ADDRESS, list), pageToo: true },
  callerRoute('POST', ADDRESS, name),
  callerRoute('DELETE', `${ADDRESS}/:id`, end),
];
