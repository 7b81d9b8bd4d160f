import type { Event } from './history.ts';
import type { Person } from './people.ts';
import { DECLINE_REASONS } from './talk.ts';

/** The limit `approval_from` of the service desk. */
const APPROVAL_FROM = 1000;
/** What costs this and more has been declined instead of withdrawn. */
const TOO_DEAR = 1500;

interface Asked {
  readonly people: readonly Person[];
  readonly requester: Person;
  /** The head of the team that the request went to. */
  readonly lead: string;
  readonly cost: string | undefined;
  readonly state: string;
  readonly events: readonly Event[];
}

export interface Approved {
  readonly state: string;
  readonly events: readonly Event[];
  readonly approvedCost: string | null;
  /** Minutes before now of the approval; null where there was none. */
  readonly since: number | null;
}

/** The same life of a ticket with the approval of a large cost in it: it comes before any work. */
export function withApproval(asked: Asked): Approved {
  const { cost, state, events } = asked;
  const [made, ...later] = events;
  if (cost === undefined || Number(cost) <= APPROVAL_FROM || made === undefined)
    return { state, events, approvedCost: null, since: null };
  const { record, minutes } = made;
  const waits: Event = { record, minutes, by: '', kind: 'transition', transition: 'ask_approval', ...WAITS };
  if (state === 'new') return { state: 'approval', events: [made, waits], approvedCost: null, since: null };
  const [next] = later;
  if (next?.transition === 'withdraw') {
    const end = Number(cost) < TOO_DEAR ? { ...next, from: 'approval' } : declined(asked, next);
    return { state: end.to ?? '', events: [made, waits, end], approvedCost: null, since: null };
  }
  const since = Math.round((minutes + (next?.minutes ?? 0)) / 2);
  const approval: Event = {
    ...{ record, minutes: since, by: lastApprover(asked), kind: 'transition', transition: 'approve' },
    ...{ from: 'approval', to: 'new', changes: [{ field: 'approved_cost', old: null, new: cost }] },
  };
  const pressed = firstPress(asked, { record, minutes: Math.round((minutes + since) / 2), by: approval.by });
  return { state, events: [made, waits, ...pressed, approval, ...later], approvedCost: cost, since };
}

/** The manager of the person who asked approves first, where there is one beside who approves last. */
function firstPress({ requester }: Asked, last: Pick<Event, 'record' | 'minutes' | 'by'>): readonly Event[] {
  const { manager } = requester;
  if (manager === '' || manager === last.by) return [];
  return [{ ...last, by: manager, kind: 'press', transition: 'approve' }];
}

const WAITS = { from: 'new', to: 'approval' } as const;

function declined({ requester }: Asked, { record, minutes }: Event): Event {
  const input = { reason: DECLINE_REASONS[requester.language] };
  const by = requester.manager;
  return { record, minutes, by, kind: 'transition', transition: 'decline', from: 'approval', to: 'declined', input };
}

/** The head of the team approves last; their own manager does where they asked, or manage the person who asked. */
function lastApprover({ people, requester, lead }: Asked): string {
  if (lead !== requester.email && lead !== requester.manager) return lead;
  return people.find(({ email }) => email === lead)?.manager ?? lead;
}
