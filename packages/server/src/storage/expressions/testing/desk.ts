import {
  PLAIN_FIELD,
  PLAIN_LIMIT,
  type Entity,
  type Expression,
  type Field,
  type LimitEntry,
  type Model,
  type Transition,
} from '@ninefold/model';
import { checkExpression, schemaOf } from '@ninefold/spec/expressions';

type Place = Parameters<typeof checkExpression>[1];

const BARE = {
  ...PLAIN_FIELD,
  format: null,
  pattern: null,
  options: [],
  inverse: '',
  onDelete: 'restrict',
  where: null,
  find: null,
  alsoTo: [],
  toLines: null,
  scale: 2,
  currency: 'EUR',
  currencyFrom: null,
};

type Written = { readonly type: Field['type'] } & Readonly<Record<string, unknown>>;

/** A reference to one of several entities: a part for each. */
const WHOM = {
  'whom.user': { type: 'reference', to: 'user', alsoTo: ['team'] },
  'whom.team': { type: 'reference', to: 'team', alsoTo: ['user'] },
} as const;

/** References to several entities: a part for each. */
const CREW = {
  'crew.user': { type: 'references', to: 'user', alsoTo: ['team'] },
  'crew.team': { type: 'references', to: 'team', alsoTo: ['user'] },
} as const;

/** A reference to a line: a part for the record and one for the line of it. */
const ROW = {
  'row.ticket': { type: 'reference', to: 'ticket' },
  'row.lines': { type: 'reference', to: 'ticket', toLines: 'lines' },
} as const;

/** A text in each language. */
const SIGN = {
  sign: { type: 'string', language: 'en' },
  'sign.ja': { type: 'string', language: 'ja', translates: 'sign' },
} as const;

/** Files, and a secret of which only the presence is asked. */
const HELD = {
  photo: { type: 'file', accept: [] },
  papers: { type: 'files', accept: [] },
  pin: { type: 'secret' },
} as const;

/** An object, with groups in it. */
const PLACE = {
  'place.room': { type: 'string' },
  'place.sign': { type: 'string', language: 'en' },
  'place.sign.ja': { type: 'string', language: 'ja', translates: 'place.sign' },
  'place.by.user': { type: 'reference', to: 'user', alsoTo: ['team'] },
  'place.by.team': { type: 'reference', to: 'team', alsoTo: ['user'] },
  'place.row.ticket': ROW['row.ticket'],
  'place.row.lines': ROW['row.lines'],
  'place.seats': { type: 'integer' },
  'place.rent': { type: 'money' },
  'place.open': { type: 'boolean' },
  'place.keeper': { type: 'reference', to: 'user' },
} as const;

/** The fields of a line. */
const LINE = {
  item: { type: 'string' },
  qty: { type: 'integer' },
  price: { type: 'money' },
  done: { type: 'boolean' },
  took: { type: 'duration' },
  for: { type: 'reference', to: 'user' },
  facts: { type: 'json' },
  scan: { type: 'file', accept: [] },
  ...SIGN,
  ...WHOM,
  ...ROW,
} as const;

function fields(written: Readonly<Record<string, Written>>): Record<string, Field> {
  return Object.fromEntries(Object.entries(written).map(([id, field]) => [id, { ...BARE, ...field, id } as Field])); // what a type has no use for is ignored
}

function entity(id: string, written: Readonly<Record<string, Written>>, more: Partial<Entity> = {}): Entity {
  const rest = {
    title: [],
    key: null,
    pick: null,
    groups: {},
    unique: [],
    indexes: [],
    noOverlaps: [],
    lifecycle: null,
  };
  const later = { lifecycles: {}, reactions: [], tree: null, comments: null };
  return { id, fields: fields(written), ...rest, ...later, rules: [], history: true, trash: true, ...more };
}

const state = (id: string, final: boolean) => ({ id, kind: 'active', final, locked: false, editableBy: null }) as const;

const transition = (id: string): Transition => ({
  ...{ id, from: ['new', 'open'], to: 'same', branches: [], by: ['agent'], when: null, input: {}, set: [] },
  ...{
    timer: null,
    restart: false,
    approvals: null,
    optional: false,
    hidden: false,
    asks: [],
    effects: [],
    onRefusal: [],
  },
});

const LIFECYCLE = {
  initial: 'new',
  states: { new: state('new', false), open: state('open', false), closed: state('closed', true) },
  transitions: { take: transition('take'), close: transition('close') },
  derived: [],
} as const;

const role = (id: string) =>
  ({ id, includes: [], members: null, grants: [], runtime: [], gives: [], apart: [], home: null }) as const;

function limit(id: string, value: LimitEntry['value'], dated: LimitEntry['dated']): LimitEntry {
  return { ...PLAIN_LIMIT, id, type: 'number', value, dated };
}

const LIMITS = {
  top: limit('top', '2.50', []),
  closed: { ...limit('closed', ['2024-02-29', '2026-03-05', '2026-03-06'], []), type: 'dates' as const },
  rate: limit('rate', null, [
    { from: '2024-02-29', value: '1.05' },
    { from: '2026-03-05', value: '3' },
    { from: '2026-03-06', value: '0.5' },
  ]),
};

function withoutLive(): Model {
  return {
    language: 1,
    hash: 'desk',
    name: 'desk',
    purpose: { does: null, audience: [], terms: [] },
    languages: ['en', 'ja'],
    timeZone: 'Europe/Berlin',
    currency: 'EUR',
    roles: { agent: role('agent'), manager: { ...role('manager'), includes: ['agent'] } },
    screens: [],
    menu: [],
    calls: { out: {}, in: {} },
    errors: {},
    notShown: [],
    written: {},
    limits: LIMITS,
    entities: {
      user: entity('user', {
        name: { type: 'string' },
        roles: { type: 'choices', options: ['agent', 'manager'] },
        active: { type: 'boolean' },
        team: { type: 'reference', to: 'team', inverse: 'members' },
        manager: { type: 'reference', to: 'user' },
        teams: { type: 'references', to: 'team' },
      }),
      team: entity(
        'team',
        {
          name: { type: 'string', language: 'en' },
          'name.ja': { type: 'string', language: 'ja', translates: 'name' },
          above: { type: 'reference', to: 'team' },
          lead: { type: 'reference', to: 'user' },
          seats: { type: 'integer' },
          open: { type: 'boolean' },
          'site.city': { type: 'string' },
          'site.since': { type: 'date' },
        },
        { tree: 'above' },
      ),
      ticket: entity(
        'ticket',
        {
          subject: { type: 'string' },
          requester: { type: 'reference', to: 'user' },
          team: { type: 'reference', to: 'team' },
          cost: { type: 'money' },
          ratio: { type: 'number', scale: 4 },
          count: { type: 'integer' },
          urgent: { type: 'boolean' },
          from: { type: 'date' },
          due: { type: 'datetime' },
          spent: { type: 'duration' },
          facts: { type: 'json' },
          wanted: { type: 'json' },
          priority: { type: 'choice', options: ['low', 'high'] },
          ...PLACE,
          ...WHOM,
          ...ROW,
          ...HELD,
          tags: { type: 'choices', options: ['a', 'b', 'c'] },
          ...CREW,
          watchers: { type: 'references', to: 'user' },
          lines: { type: 'lines', fields: fields(LINE) },
        },
        { lifecycle: LIFECYCLE },
      ),
    },
  };
}

const base = withoutLive();

/** A place of ordinary conditions over tickets, as the checker knows it. */
export function placeOf(model: Model, guarded: boolean, entity: string): Place {
  const variables = {
    limits: { kind: 'null' },
    now: { kind: 'datetime' },
    today: { kind: 'date' },
    record: { kind: 'record', entity },
    option: { kind: 'record', entity: 'user' },
    user: { kind: 'record', entity: 'user' },
    line: { kind: 'line', entity: 'ticket', field: 'lines' },
  } as const;
  return { variables, schema: schemaOf(model), guarded };
}

/** A checked expression; throws where the source has an issue. */
export function checked(source: string, model: Model, guarded = false, entity = 'ticket'): Expression {
  const { expression, issues } = checkExpression(source, placeOf(model, guarded, entity));
  if (!expression) throw new Error(`${source}: ${JSON.stringify(issues)}`);
  return expression;
}

function live(source: string, field: Written): Written {
  return { ...field, computed: { expression: checked(source, base), live: true } };
}

/** A small desk: tickets with lines, people and teams, and live fields. */
export const DESK: Model = (() => {
  const ticket = base.entities['ticket'];
  if (!ticket) throw new Error('no ticket');
  const computed = fields({
    late: live('record.due < now && !record.state_final', { type: 'boolean' }),
    doubled: live('record.cost * 2.005', { type: 'money' }),
  });
  return { ...base, entities: { ...base.entities, ticket: { ...ticket, fields: { ...ticket.fields, ...computed } } } };
})();
