import {
  timedReactions,
  timedTransitions,
  transitionsOf,
  type Entity,
  type Rights,
  type TimedFilters,
} from '@ninefold/model';

/** A way to narrow a list by what happens by itself, or by approvals. `days` asks for the days first. */
export interface TimedChoice {
  readonly id: 'today' | '7d' | 'days' | 'me' | 'anyone' | 'stuck';
  readonly sets: Partial<TimedFilters> | null;
}

const DUE: readonly TimedChoice[] = [
  { id: 'today', sets: { due: 'today' } },
  { id: '7d', sets: { due: '7d' } },
  { id: 'days', sets: null },
];
const AWAITED: readonly TimedChoice[] = [
  { id: 'me', sets: { awaited: 'me' } },
  { id: 'anyone', sets: { awaited: 'anyone' } },
];
const STUCK: TimedChoice = { id: 'stuck', sets: { stuck: true } };

/** What the records of an entity can be narrowed by: nothing of it where they have neither timers nor approvals. */
export function timedChoices(entity: Entity, rights: Rights): readonly TimedChoice[] {
  const hasTimers = timedTransitions(entity).length + timedReactions(entity).length > 0;
  const hasApprovals = [...transitionsOf(entity).values()].some(({ approvals }) => approvals !== null);
  return [
    ...(hasTimers ? DUE : []),
    ...(hasApprovals ? AWAITED : []),
    ...((hasTimers || hasApprovals) && rights.runtime.includes('operate') ? [STUCK] : []),
  ];
}
