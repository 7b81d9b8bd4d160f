import {
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
  type ReferenceField,
  type ReferencesField,
  transitionsOf,
} from '@ninefold/model';
import type { Context } from '../../compile/reading/context.ts';

/** Incoming calls that name records without a role. */
export function checkInCalls(ctx: Context, model: Model): void {
  for (const call of Object.values(model.calls.in)) {
    const entity = model.entities[call.entity];
    const spot = ctx.spots.get(`call in.${call.id}`);
    if (!entity || !spot || call.as !== null) continue;
    const name = namedBy(call, entity)[0]?.id;
    if (name !== undefined) ctx.report('NF0442', spot, { name });
  }
}

/** The fields that a call fills with records whose names come from `body`, or with any record in a form. */
function namedBy(call: InCall, entity: Entity): readonly Field[] {
  return filledBy(call, entity, isSaid);
}

/** The fields of references that a call fills, those of lines and of the form of its transition among them; of values, those that count. */
export function filledBy(
  { values, input, fires }: InCall,
  entity: Entity,
  counts: (value: FieldValue) => boolean = () => true,
): readonly Field[] {
  const answers = fires === null ? {} : (transitionsOf(entity).get(fires)?.input ?? {});
  const asked = input.flatMap(({ field }) => answers[field] ?? []);
  return [...values.flatMap((value) => filledIn(entity, value, counts)), ...asked.filter(takesRecords)];
}

function filledIn({ fields }: Entity, value: EffectValue, counts: (value: FieldValue) => boolean): readonly Field[] {
  const field = fields[value.field];
  const within = isLines(field) ? field.fields : {};
  if ('lines' in value)
    return value.lines.flat().flatMap((one) => [within[one.field]].filter(takesRecords).filter(() => counts(one)));
  if (isLines(field)) return Object.values(within).some(takesRecords) && counts(value) ? [field] : [];
  return [field].filter(takesRecords).filter(() => counts(value));
}

function takesRecords(field: Field | undefined): field is ReferenceField | ReferencesField {
  return isOneReference(field) || isManyReferences(field);
}

function isSaid({ value: { tree } }: FieldValue): boolean {
  return tree !== null && isForeign(tree);
}
