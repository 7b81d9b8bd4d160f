import type { Random } from '../../records/testing/list-shapes.ts';

/** Three entities in a row: an item belongs to an order, and an order to a firm. */
export const CHAIN = ['firm', 'order', 'item'] as const;
export type Link = (typeof CHAIN)[number];
/** What a drawn role may hold fields back of. */
const NARROWED = ['size', 'hint'] as const;
export type Narrowed = (typeof NARROWED)[number];

/** A record as the evaluator knows it, with the record to which it belongs. */
export interface Row {
  readonly id: string;
  readonly entity: Link;
  readonly owner: string;
  readonly open: boolean;
  readonly size: number;
  readonly above: Row | null;
}

/** A condition as it is written, and what it means. */
interface Condition {
  readonly text: string;
  readonly holds: (row: Row, user: string) => boolean;
}

const CONDITIONS: readonly [Condition, ...Condition[]] = [
  { text: 'true', holds: () => true },
  { text: 'record.owner == user', holds: ({ owner }, user) => owner === user },
  { text: 'record.owner != user', holds: ({ owner }, user) => owner !== user },
  { text: 'record.open', holds: ({ open }) => open },
  { text: '"!record.open"', holds: ({ open }) => !open },
  { text: 'record.size > 2', holds: ({ size }) => size > 2 },
  { text: 'record.open || record.owner == user', holds: ({ open, owner }, user) => open || owner === user },
];

const VERBS = ['read', 'history', 'export'] as const;
export type ReadingVerb = (typeof VERBS)[number];

/** A grant as it is drawn. With `via`, and no verb beside, every verb holds where it holds there. */
interface Grant {
  readonly entity: Link;
  readonly via: boolean;
  readonly verbs: Partial<Readonly<Record<ReadingVerb, Condition>>>;
  readonly fields: Partial<Readonly<Record<Narrowed, Condition | null>>>;
}

interface Role {
  readonly includes: readonly string[];
  readonly grants: readonly Grant[];
}

/** Roles by their names. */
export type Roles = Readonly<Record<string, Role>>;

/** Draws roles: what they may do with firms is written, with orders and items it is written, comes by `via`, or both. */
export function drawRoles(random: Random): Roles {
  const one = <T>(all: readonly [T, ...T[]]): T => all[Math.floor(random() * all.length)] ?? all[0];
  const verbs = (chance: number): Grant['verbs'] =>
    Object.fromEntries(
      VERBS.flatMap((verb) => (verb === 'read' || random() < chance ? [[verb, one(CONDITIONS)]] : [])),
    );
  const fields = (): Grant['fields'] =>
    Object.fromEntries(
      NARROWED.flatMap((field) => (random() < 0.3 ? [[field, random() < 0.3 ? null : one(CONDITIONS)]] : [])),
    );
  const grants = (entity: Link): readonly Grant[] => {
    const written = { entity, via: false, verbs: verbs(0.6), fields: entity === 'firm' ? {} : fields() };
    const byVia = { entity, via: true, verbs: random() < 0.5 ? {} : verbs(0.7), fields: fields() };
    if (entity === 'firm') return random() < 0.3 ? [written, { ...written, verbs: verbs(0.6) }] : [written];
    return one([[byVia], [byVia], [byVia, written], [written]]);
  };
  const role = (includes: readonly string[]): Role => ({ includes, grants: CHAIN.flatMap(grants) });
  return { red: role([]), blue: role([]), green: role(random() < 0.5 ? ['red'] : []) };
}

/** The specification with these roles. */
export function specificationOf(roles: Roles): string {
  const fields = `owner: { type: reference, to: user, required: true }
      open: { type: boolean }
      size: { type: integer, required: true }
      hint: { type: string, search: true }`;
  const written = Object.entries(roles).map(([name, { includes, grants }]) => {
    const byEntity = CHAIN.map((entity) => {
      const own = grants.filter((grant) => grant.entity === entity).map(textOf);
      return `    ${entity}: [${own.join(', ')}]`;
    });
    return `  ${name}:\n    includes: [${includes.join(', ')}]\n${byEntity.join('\n')}\n    user: { refer: true }`;
  });
  return `ninefold: 1
purpose: { name: desk, languages: [en] }
entities:
  firm:
    title: name
    fields:
      name: { type: string, required: true }
      ${fields}
  order:
    title: name
    fields:
      name: { type: string, required: true }
      above: { type: reference, to: firm, inverse: orders }
      ${fields}
  item:
    title: name
    fields:
      name: { type: string, required: true }
      above: { type: reference, to: order, inverse: items }
      ${fields}
roles:
${written.join('\n')}
  boss: { firm: all, order: all, item: all, user: { read: true } }
  administrator: { runtime: [users], user: { read: true, grant: [boss, ${Object.keys(roles).join(', ')}] } }
`;
}

function textOf({ via, verbs, fields }: Grant): string {
  const rights = Object.entries(fields).map(([field, condition]) =>
    condition === null ? `${field}: none` : `${field}: { read: ${condition.text} }`,
  );
  const parts = [
    ...(via ? ['via: above'] : []),
    ...Object.entries(verbs).map(([verb, { text }]) => `${verb}: ${text}`),
    ...(rights.length > 0 ? [`fields: { ${rights.join(', ')} }`] : []),
  ];
  return `{ ${parts.join(', ')} }`;
}

/** A person, as the evaluator knows them. */
export interface Person {
  readonly id: string;
  /** The roles that they have, of all that there are. */
  readonly has: readonly string[];
  readonly roles: Roles;
}

/** A role and those that it includes. */
function within(roles: Roles, names: readonly string[]): readonly string[] {
  return [...new Set(names.flatMap((name) => [name, ...within(roles, roles[name]?.includes ?? [])]))];
}

interface RoleGrant {
  readonly role: string;
  readonly grant: Grant;
}

function grantsOf({ roles }: Person, names: readonly string[], { entity }: Row): readonly RoleGrant[] {
  return within(roles, names).flatMap((role) =>
    (roles[role]?.grants ?? []).filter((grant) => grant.entity === entity).map((grant) => ({ role, grant })),
  );
}

/** Whether a grant gives a verb on a record. By `via` it does where its role, with those that it includes, has it on the record above. */
function gives(person: Person, { role, grant: { via, verbs } }: RoleGrant, verb: ReadingVerb, row: Row): boolean {
  const own = verbs[verb]?.holds(row, person.id) === true;
  if (!via) return own;
  const { above } = row;
  const isAsked = Object.keys(verbs).length === 0 || own;
  return isAsked && above !== null && grantsOf(person, [role], above).some((one) => gives(person, one, verb, above));
}

/** Whether a person may do this with a record. */
export function may(person: Person, verb: ReadingVerb, row: Row): boolean {
  return grantsOf(person, person.has, row).some((one) => gives(person, one, verb, row));
}

/** Whether a person reads a field of a record by a grant that gives this verb on it. */
export function sees(person: Person, verb: 'read' | 'export', row: Row, field: Narrowed): boolean {
  return grantsOf(person, person.has, row).some((one) => {
    const right = one.grant.fields[field];
    return gives(person, one, verb, row) && (right === undefined || right?.holds(row, person.id) === true);
  });
}
