import { type Held, type LimitAnswer, type LimitPage, type LimitsAnswer, type LimitSent } from '@ninefold/model';
import type { AuditEntry } from '../../audit/audit-log.ts';
import { heldAnswer } from '../../limits/limits.ts';
import { narrowedModel } from '../answers/narrowed-model.ts';
import { callerRoute, part, type CallerCall, type Route } from '../service/route.ts';
import { objectBody } from '../steps/body.ts';
import { notedOf } from '../steps/noted.ts';
import { Refusal } from '../../refusal.ts';

/** No entity has such an id. */
const ADDRESS = '/api/_limits';

function list({ service, caller }: CallerCall): Promise<LimitsAnswer> {
  return service.limits.all(caller);
}

function read({ service, caller, request }: CallerCall): Promise<LimitPage> {
  const seen = narrowedModel(service.application.model, caller.rights);
  return service.limits.page(caller, part(request, 'id'), seen, (ids) => service.records.titledUsers(caller, ids));
}

function set(call: CallerCall): Promise<LimitAnswer> {
  const { service, caller, request } = call;
  const id = part(request, 'id');
  const noted = (from: Held, to: Held) => notedOf(call, actOf(caller.me.id, id, from, to));
  return service.limits.set(caller, id, sentIn(objectBody(request)), noted);
}

/** Throws `bad_request` for members of another form; what the values are is judged with the limit. */
function sentIn(body: Readonly<Record<string, unknown>>): LimitSent {
  const { version, confirm } = body;
  if (confirm !== undefined && !isListOfTexts(confirm)) throw new Refusal('bad_request');
  if (version !== undefined && typeof version !== 'number') throw new Refusal('bad_request');
  if (!Object.hasOwn(body, 'value') && !Array.isArray(body['values'])) throw new Refusal('bad_request');
  return body as LimitSent; // JSON
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function actOf(by: string, limit: string, from: Held, to: Held): AuditEntry {
  const told = (held: Held): string => JSON.stringify(heldAnswer(held).values ?? heldAnswer(held).value);
  return { act: 'limit_set', by, details: { limit, from: told(from), to: told(to) } };
}

/** What the limits of the specification are, and setting them while the application runs. */
export const LIMIT_ROUTES: readonly Route[] = [
  callerRoute('GET', ADDRESS, list),
  callerRoute('GET', `${ADDRESS}/:id`, read),
  callerRoute('PATCH', `${ADDRESS}/:id`, set),
];
