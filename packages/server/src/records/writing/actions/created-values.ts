import {
  evaluateWire,
  type EffectValue,
  type Expression,
  type Field,
  type FieldValue,
  flat,
  isDrawn,
  isList,
  isLines,
  isMap,
  type LinesField,
  normalValue,
  type Scope,
  type Wire,
} from '@ninefold/model';
import { newId } from '../../../uuid.ts';
import type { Sent } from '../../context/body.ts';
import type { WriteContext } from '../../services/write-context.ts';
import { refuseHiddenLimit } from '../judging/judge-write.ts';

/** The values that an effect gives a new record of the entity of `own`, worked out where the effect is written. */
export function createdValues(own: WriteContext, values: readonly EffectValue[], scope: Scope): Sent {
  const { fields } = own.entity;
  return Object.fromEntries(
    values.flatMap((one): readonly (readonly [string, Wire])[] => {
      const field = fields[one.field];
      if (!field) return [];
      if ('lines' in one) return [[field.id, one.lines.map((line) => writtenLine(field, line, scope))]];
      const wire = wireOf(one.value, scope, field);
      return [[field.id, isLines(field) ? copiedLines(field, wire, scope.now) : ownCopy(wire)]];
    }),
  );
}

/** The answers to a form, worked out where they are written. */
export function answersOf(fields: Readonly<Record<string, Field>>, values: readonly FieldValue[], scope: Scope): Sent {
  return Object.fromEntries(
    values.flatMap(({ field: name, value }): readonly (readonly [string, Wire])[] => {
      const field = fields[name];
      return field ? [[name, ownCopy(wireOf(value, scope, field))]] : [];
    }),
  );
}

function writtenLine(field: Field, values: readonly FieldValue[], scope: Scope): Wire {
  const inner = isLines(field) ? field.fields : {};
  const entries = values.flatMap(({ field: name, value }): readonly (readonly [string, Wire])[] => {
    const part = inner[name];
    return part ? [[name, ownCopy(wireOf(value, scope, part))]] : [];
  });
  return { id: newId(scope.now), ...Object.fromEntries(entries) };
}

function wireOf(value: Expression, scope: Scope, field: Field): Wire {
  refuseHiddenLimit(scope, value.reads);
  const wire = evaluateWire(value, scope, field);
  if (wire === undefined) throw new Error(`the value ${value.source} of an effect cannot be decided`);
  return wire;
}

/** New lines, of which the fields with the same names as those of other lines are taken. */
function copiedLines(field: LinesField, value: Wire, now: string): Wire {
  const taken = Object.values(field.fields).filter((part) => part.computed === null && !isDrawn(part));
  return (isList(value) ? value : []).flatMap((line: Wire): readonly Wire[] => {
    if (!isMap(line)) return [];
    const sent = flat(line, field.fields); // what another system sends has its parts inside
    const known = taken.filter(({ id }) => Object.hasOwn(sent, id));
    const entries = known.map((part) => [part.id, ownCopy(normalValue(part, sent[part.id] ?? null))] as const);
    return [{ id: newId(now), ...Object.fromEntries(entries) }];
  });
}

/** A reference of its own, so that completing it changes no other value. */
function ownCopy(wire: Wire): Wire {
  if (isList(wire)) return wire.map((item: Wire) => ownCopy(item));
  return isMap(wire) ? { ...wire } : wire;
}
