import { expect, test } from 'vitest';
import { reachOfAll, type Lifecycle, type Model } from '@ninefold/model';
import { people } from '../service-desk-data/people.ts';
import { serviceDeskEvents } from '../service-desk-data/files.ts';
import type { Event } from '../service-desk-data/history.ts';
import { compile } from '../../packages/spec/src/index.ts';
import { filesOf } from './folder.ts';

const rolesOf = new Map(people().map((one) => [one.email, ['requester', ...(one.roles === '' ? [] : [one.roles])]]));

function withIncluded(model: Model, role: string): string[] {
  return [role, ...(model.roles[role]?.includes ?? []).flatMap((included) => withIncluded(model, included))];
}

/** How far a record has come, and what acts in its life cycle. */
interface Course {
  readonly state: string | null;
  readonly lifecycle: Lifecycle;
  /** Transitions that effects fire. */
  readonly fired: readonly string[];
}

function faultOf(event: Event, { state, lifecycle, fired }: Course, roles: readonly string[]): string | null {
  if (event.kind === 'create') return state === null && event.to === lifecycle.initial ? null : 'created twice';
  if (event.kind === 'update') return null;
  const transition = lifecycle.transitions[event.transition ?? ''];
  if (transition === undefined || state === null) return 'no such transition';
  if (event.kind === 'press') {
    const mayPress = transition.approvals !== null && transition.by.some((role) => roles.includes(role));
    return mayPress && transition.from.includes(state) ? null : `no approval by ${event.by}`;
  }
  if (event.from !== state || !transition.from.includes(state)) return `not from ${state}`;
  if (event.to !== (transition.to === 'same' ? state : transition.to)) return `not to ${event.to}`;
  const isBySystem = transition.timer !== null || fired.includes(transition.id);
  const mayFire = event.by === '' ? isBySystem : transition.by.some((role) => roles.includes(role));
  if (!mayFire) return `not by ${event.by}`;
  const missing = Object.values(transition.input).find((field) => field.required && !(field.id in (event.input ?? {})));
  return missing === undefined ? null : `without ${missing.id}`;
}

test.each(['ticket', 'loan'] as const)('what happened to every %s obeys its life cycle', async (entity) => {
  const { application } = compile(await filesOf('examples/service-desk'));
  const model = application?.model;
  const lifecycle = model?.entities[entity]?.lifecycle;
  if (model === undefined || lifecycle === null || lifecycle === undefined)
    throw new Error('the example does not load');
  const { events, states } = serviceDeskEvents()[entity];
  const fired = reachOfAll(model).flatMap(({ fires }) =>
    fires?.startsWith(`${entity}.`) ? [fires.split('.')[1] ?? ''] : [],
  );
  const faults: string[] = [];
  const now = new Map<string, { state: string; minutes: number }>();
  for (const event of events) {
    const before = now.get(event.record);
    const roles = (rolesOf.get(event.by) ?? []).flatMap((role) => withIncluded(model, role));
    const fault = faultOf(event, { state: before?.state ?? null, lifecycle, fired }, roles);
    if (fault !== null) faults.push(`${event.record} ${event.transition ?? event.kind}: ${fault}`);
    if (before !== undefined && before.minutes < event.minutes) faults.push(`${event.record}: back in time`);
    now.set(event.record, { state: event.to ?? before?.state ?? '', minutes: event.minutes });
  }
  expect(faults).toEqual([]);
  expect(Object.fromEntries([...now].map(([id, last]) => [id, last.state]))).toEqual(states);
});
