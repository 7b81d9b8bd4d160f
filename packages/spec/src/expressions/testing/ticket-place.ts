import type { Type } from '@ninefold/model';
import { COMMON_VARIABLES, type Place, type Schema } from '../schema/place.ts';
import { amountIn, BOOLEAN, DATE, DATETIME, listOf, NUMBER, TEXT } from '../schema/types.ts';

const record = (entity: string): Type => ({ kind: 'record', entity });

const ENTITIES: Readonly<Record<string, Readonly<Record<string, Type>>>> = {
  user: { name: TEXT, team: record('team'), manager: record('user'), teams: listOf(record('team')) },
  team: { name: TEXT, lead: record('user'), members: listOf(record('user')) },
  ticket: {
    id: TEXT,
    subject: TEXT,
    priority: TEXT,
    state: TEXT,
    requester: record('user'),
    team: record('team'),
    cost: NUMBER,
    price: amountIn('EUR'),
    fare: amountIn('JPY'),
    urgent: BOOLEAN,
    from: DATE,
    due: DATETIME,
    created_at: DATETIME,
    tags: listOf(TEXT),
    watchers: listOf(record('user')),
    lines: listOf({ kind: 'line', entity: 'ticket', field: 'lines' }),
  },
};

const LINE: Readonly<Record<string, Type>> = { item: TEXT, qty: NUMBER, price: NUMBER, for: record('user') };

const LIMITS: Readonly<Record<string, Type>> = { max_cost: NUMBER, answer_hours: NUMBER };

const schema: Schema = {
  roles: ['requester', 'agent', 'manager'],
  rolesGiving: (role) => (role === 'requester' ? null : role === 'agent' ? ['agent', 'manager'] : [role]),
  fieldType: (entity, field) =>
    Object.hasOwn(ENTITIES[entity] ?? {}, field) ? (ENTITIES[entity]?.[field] ?? null) : null,
  lineFieldType: (entity, lines, field) =>
    entity === 'ticket' && lines === 'lines' && Object.hasOwn(LINE, field) ? (LINE[field] ?? null) : null,
  limitType: (id) => (Object.hasOwn(LIMITS, id) ? (LIMITS[id] ?? null) : null),
  inputType: (name) => (name === 'reason' ? TEXT : null),
  inputNames: () => ['reason'],
  fieldNames: (entity) => Object.keys(ENTITIES[entity] ?? {}),
  lineFieldNames: () => Object.keys(LINE),
  limitNames: () => Object.keys(LIMITS),
  limitDates: (id) =>
    id === 'max_cost'
      ? [
          { from: '2026-01-01', value: '1000' },
          { from: '2026-04-01', value: '1500' },
        ]
      : [],
  options: (entity, field) =>
    entity === 'ticket' && field === 'priority'
      ? ['low', 'normal', 'high', 'urgent']
      : entity === 'ticket' && field === 'state'
        ? ['new', 'open', 'closed']
        : null,
  transitionNames: (entity) => (entity === 'ticket' ? ['submit', 'approve'] : []),
  approvalNames: (entity) => (entity === 'ticket' ? ['approve'] : []),
  approvals: (entity, transition) =>
    entity === 'ticket' && transition === 'approve'
      ? {
          transition,
          field: 'state',
          from: ['open'],
          of: 'record.team.members',
          substitute: null,
          escalateTo: null,
          ordered: false,
        }
      : null,
  isTree: (entity) => entity === 'team',
};

/** A ticket's place, as a rule or row condition has it. */
export function ticketPlace(more: Partial<Place> = {}): Place {
  return {
    variables: {
      ...COMMON_VARIABLES,
      record: record('ticket'),
      user: record('user'),
      input: { kind: 'null' },
      line: { kind: 'line', entity: 'ticket', field: 'lines' },
    },
    schema,
    guarded: false,
    ...more,
  };
}
