import { isLines } from '../field-types/traits.ts';
import type { Entity } from '../ir/entity.ts';
import type { Field } from '../ir/field.ts';
import type { Lifecycle } from '../ir/lifecycle.ts';
import type { Model } from '../ir/model.ts';
import type { LimitUse } from '../wire/limits.ts';

/** The places of a model that read a limit, in the order of the specification. */
export function limitUses(model: Pick<Model, 'entities' | 'roles' | 'screens'>, id: string): readonly LimitUse[] {
  const paths = new Set([`limits.${id}`]);
  const reads = (part: unknown): boolean => readsAny(part, paths);
  const screens = model.screens.flatMap((screen): readonly LimitUse[] =>
    reads(screen) ? [{ entity: null, kind: 'screen', id: screen.id, effect: 'at_once' }] : [],
  );
  return [...Object.values(model.entities).flatMap((entity) => usesIn(entity, model, paths)), ...screens];
}

function usesIn(entity: Entity, model: Pick<Model, 'roles'>, limit: ReadonlySet<string>): readonly LimitUse[] {
  const paths = withComputed(entity, limit);
  const reads = (part: unknown): boolean => readsAny(part, paths);
  const use = (kind: LimitUse['kind'], id: string | null, effect: LimitUse['effect']): LimitUse => ({
    ...{ entity: entity.id, kind, id, effect },
  });
  const cycles = [entity.lifecycle, ...Object.values(entity.lifecycles)].filter((cycle) => cycle !== null);
  const grants = Object.values(model.roles).flatMap((role) =>
    role.grants.filter((grant) => grant.entity === entity.id),
  );
  return [
    ...fieldsIn(entity).flatMap(({ id, field }) => [
      ...(reads(field.computed) ? [use('field', id, 'at_once')] : []),
      ...(reads({ ...field, ...OF_ITS_OWN }) ? [use('field', id, 'from_now_on')] : []),
    ]),
    ...entity.noOverlaps.flatMap((rule) => (reads(rule) ? [use('period', rule.name, 'from_now_on')] : [])),
    ...entity.rules.flatMap((rule) => (reads(rule) ? [use('rule', rule.id, 'from_now_on')] : [])),
    ...cycles.flatMap((cycle) => usesOfCycle(cycle, reads, use)),
    ...entity.reactions.flatMap((reaction) => (reads(reaction) ? [use('reaction', reaction.id, 'from_now_on')] : [])),
    ...(reads(grants) || reads(entity.pick) ? [use('rights', null, 'at_once')] : []),
  ];
}

function usesOfCycle(
  { transitions, derived }: Lifecycle,
  reads: (part: unknown) => boolean,
  use: (kind: LimitUse['kind'], id: string | null, effect: LimitUse['effect']) => LimitUse,
): readonly LimitUse[] {
  return [
    ...Object.values(transitions).flatMap(({ timer, ...transition }) => [
      ...(reads(timer) ? [use('timer', transition.id, 'planned_anew')] : []),
      ...(reads(transition) ? [use('transition', transition.id, 'from_now_on')] : []),
    ]),
    ...(reads(derived) ? [use('transition', null, 'from_now_on')] : []),
  ];
}

/** What of a field is a place of its own. */
const OF_ITS_OWN = { computed: null, fields: null } as const;

interface Placed {
  /** With the field of the lines that it is in: `lines.sum`. */
  readonly id: string;
  readonly field: Field;
}

function fieldsIn({ fields }: Entity): readonly Placed[] {
  return Object.values(fields).flatMap((field): readonly Placed[] => {
    const inner = isLines(field) ? Object.values(field.fields) : [];
    return [{ id: field.id, field }, ...inner.map((one) => ({ id: `${field.id}.${one.id}`, field: one }))];
  });
}

/** The limit, and the computed fields of the entity that read it, by the paths under which expressions read them. */
function withComputed(entity: Entity, limit: ReadonlySet<string>): ReadonlySet<string> {
  const paths = new Set(limit);
  const computed = fieldsIn(entity).filter(({ field }) => field.computed !== null);
  for (let before = -1; before < paths.size; ) {
    before = paths.size;
    for (const { id, field } of computed) {
      if (!readsAny(field.computed, paths)) continue;
      const [lines = '', inner] = id.split('.');
      for (const path of inner === undefined ? [id] : [`${lines}.${inner}`]) paths.add(`record.${path}`);
      if (inner !== undefined) paths.add(`line.${inner}`);
    }
  }
  return paths;
}

/** Whether an expression anywhere in a part of a model reads one of these paths. */
function readsAny(part: unknown, paths: ReadonlySet<string>): boolean {
  if (Array.isArray(part)) return part.some((item: unknown) => readsAny(item, paths));
  if (typeof part !== 'object' || part === null) return false;
  const reads: unknown = 'reads' in part ? part.reads : null;
  if (Array.isArray(reads) && reads.some((path: unknown) => typeof path === 'string' && paths.has(path))) return true;
  return Object.values(part).some((member) => readsAny(member, paths));
}
