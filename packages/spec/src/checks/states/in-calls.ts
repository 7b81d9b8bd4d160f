import {
  canEver,
  type Entity,
  type EffectValue,
  type Field,
  type FieldValue,
  type InCall,
  isForeign,
  isLines,
  isManyReferences,
  isOneReference,
  type Model,
  rightsFor,
  rolesWith,
  transitionsOf,
} from '@ninefold/model';
import type { Context } from '../../compile/reading/context.ts';

/** Incoming calls that do what their role may not do by hand, and those that name records without a role. */
export function checkInCalls(ctx: Context, model: Model): void {
  for (const call of Object.values(model.calls.in)) {
    const entity = model.entities[call.entity];
    const spot = ctx.spots.get(`call in.${call.id}`);
    if (!entity || !spot) continue;
    const named = call.as === null ? namedBy(call, entity) : null;
    if (named !== null) ctx.report('NF0442', spot, { name: named });
    const closed = call.as === null ? null : closedTo(model, call, entity, call.as);
    if (closed !== null) ctx.report('NF0443', spot, { name: closed, role: call.as ?? '' });
  }
}

/** The first field that takes a record whose name comes from `body`, or any record in a form; null where there is none. */
function namedBy({ values, input, fires }: InCall, entity: Entity): string | null {
  const answers = fires === null ? {} : (transitionsOf(entity).get(fires)?.input ?? {});
  const asked = input.find(({ field }) => takesRecords(answers[field]));
  return values.flatMap((value) => namedIn(entity, value))[0] ?? asked?.field ?? null;
}

function namedIn({ fields }: Entity, value: EffectValue): readonly string[] {
  const field = fields[value.field];
  const within = isLines(field) ? field.fields : {};
  if ('lines' in value) return value.lines.flat().flatMap((one) => namedAt(within[one.field], one));
  const isOpen = isLines(field) && Object.values(within).some(takesRecords) && isSaid(value);
  return isOpen ? [value.field] : namedAt(field, value);
}

function namedAt(field: Field | undefined, value: FieldValue): readonly string[] {
  return takesRecords(field) && isSaid(value) ? [value.field] : [];
}

function takesRecords(field: Field | undefined): boolean {
  return isOneReference(field) || isManyReferences(field);
}

function isSaid({ value: { tree } }: FieldValue): boolean {
  return tree !== null && isForeign(tree);
}

/** What the role may never do of a call: its verb, its transition, or one of its fields; null where there is nothing. */
function closedTo(model: Model, call: InCall, entity: Entity, role: string): string | null {
  const roles = rolesWith(model, [role]);
  const rights = rightsFor(model, roles);
  const may = (verb: 'read' | 'create' | 'update'): boolean => canEver(rights, entity.id, verb);
  if (call.find !== null && !may('read')) return 'read';
  const transition = transitionsOf(entity).get(call.find === null ? 'create' : (call.fires ?? ''));
  if (transition && transition.by.length > 0 && !transition.by.some((one) => roles.includes(one))) return transition.id;
  if (transition?.approvals) return transition.id;
  const verb = call.find === null ? 'create' : 'update';
  if ((call.fires === null || call.values.length > 0) && !may(verb)) return verb;
  const isOpen = (field: string): boolean =>
    rights.grants(entity.id).some(({ verbs, fields }) => verbs[verb] !== undefined && fields[field]?.[verb] === true);
  return call.values.find(({ field }) => !isOpen(field))?.field ?? null;
}
