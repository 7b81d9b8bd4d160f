import {
  addToDate,
  AUDIT_ACTS,
  idOf,
  instantOf,
  isDate,
  parseInstant,
  type AuditAct,
  type AuditAnswer,
  type ReferenceValue,
} from '@ninefold/model';
import type { AuditQuery } from '../../audit/audit-page.ts';
import { Refusal } from '../../refusal.ts';
import { callerRoute, type CallerCall, type Route } from '../service/route.ts';
import { queryText } from '../service/query-text.ts';
import { needRight } from '../steps/need-right.ts';

const PAGE = 50;

/**
 * A page of the audit log, newest first. `from` and `to` are days of the application's time zone, both included, or instants;
 * `person` is an id or an e-mail address of who acts or whom it concerns.
 */
async function read(call: CallerCall): Promise<AuditAnswer> {
  const { service, caller } = call;
  needRight(call, 'audit');
  const { items, next } = await service.audit.page(await queryOf(call));
  const ids = items.flatMap(({ by, about, details }) => [by, about, ...Object.values(details).map(idOf)]);
  const titled = new Map(
    (
      await service.records.titledUsers(
        caller,
        ids.filter((id) => id !== null),
      )
    ).map((user) => [user.id, user]),
  );
  const named = (id: string | null): ReferenceValue | null => (id === null ? null : (titled.get(id) ?? { id }));
  const causes = await service.records.shownCauses(
    caller,
    items.map(({ cause }) => cause),
  );
  const shown = items.map((item, index) => ({
    ...item,
    cause: causes[index] ?? null,
    by: named(item.by),
    about: named(item.about),
    details: Object.fromEntries(
      Object.entries(item.details).map(([name, value]) => [name, named(idOf(value)) ?? value]),
    ),
  }));
  return { items: shown, next };
}

async function queryOf({ service, request }: CallerCall): Promise<AuditQuery> {
  const { timeZone } = service.application.model;
  const given = (name: string): string | null => queryText(request, name)?.trim() || null;
  const person = given('person');
  return {
    from: instantIn('from', given('from'), (day) => startOf(day, timeZone)),
    to: instantIn('to', given('to'), (day) => startOf(nextDay(day), timeZone)),
    act: actIn(given('act')),
    people: person === null ? null : await service.records.usersKnownAs(person),
    address: given('address'),
    after: given('after'),
    size: PAGE,
  };
}

function instantIn(name: string, text: string | null, ofDay: (day: string) => string): string | null {
  if (text === null) return null;
  const instant = isDate(text) ? ofDay(text) : parseInstant(text);
  if (instant === null) throw new Refusal('bad_parameter', { params: { parameter: name } });
  return instant;
}

function nextDay(day: string): string {
  return addToDate(day, { months: 0, days: 1, ms: 0 }) ?? day;
}

function startOf(day: string, timeZone: string): string {
  return new Date(instantOf(Date.parse(`${day}T00:00:00Z`), timeZone)).toISOString();
}

function actIn(text: string | null): AuditAct | null {
  const act = AUDIT_ACTS.find((each) => each === text);
  if (text !== null && act === undefined) throw new Refusal('bad_parameter', { params: { parameter: 'act' } });
  return act ?? null;
}

/** The audit log, for roles with the right to it. */
export const AUDIT_ROUTE: Route = { ...callerRoute('GET', '/_/audit', read), pageToo: true, forKeys: true };
