import { type Field, type Node, type Options, ownName, partId, type Type } from '@ninefold/model';
import type { LocatedMap, LocatedScalar } from '../../located.ts';
import type { Context } from '../reading/context.ts';
import type { Variables } from '../reading/expressions.ts';
import type { Name } from '../reading/read.ts';

/** Where a field stands: on an entity, in an object of one, on a line of one, or in a transition's own form. */
export interface FieldPlace {
  readonly kind: 'entity' | 'part' | 'line' | 'input';
  readonly entity: string;
  /** The field whose lines these are. */
  readonly lines: string | null;
  /** The object whose part it is, or the reference to several entities. */
  readonly object?: {
    readonly id: string;
    /** The id that it had before. */
    readonly was: Name | null;
    /** Whether its texts are translated. */
    readonly isTranslated: boolean;
  };
  /** Whether it is one part of a reference, or of references, to several entities. */
  readonly isTarget?: boolean;
  readonly id: string;
  /** Key of the texts of the map that the field stands in, then of the field itself. */
  readonly textKey: string;
  /** What its expressions may name beside `user`. */
  readonly variables: Variables;
  /** Fields of the form read so far, where `input` exists. */
  readonly inputs?: Readonly<Record<string, Field>>;
  /** The options of another field, named as `ticket.priority`; null where there is no such field (then reported). */
  readonly optionsOf: (name: LocatedScalar) => Options | null;
  readonly buildLines: (ctx: Context, map: LocatedMap | null, place: FieldPlace) => Readonly<Record<string, Field>>;
}

/** The place of its keys in the language. */
export const KEY_SETS = { entity: 'field', part: 'partField', line: 'lineField', input: 'inputField' } as const;

/** The ids above a field: of its entity, and of the lines that it stands in. */
export function aboveOf({ entity, lines }: FieldPlace): readonly string[] {
  return lines === null ? [entity] : [entity, lines];
}

/** The id that the group at this place had before, where it had another one, or the group that it is in had. */
export function formerGroup({ id, object }: FieldPlace, own: Name | null): Name | null {
  const spot = own?.spot ?? object?.was?.spot;
  if (!object || !spot) return own;
  return { text: partId(object.was?.text ?? object.id, own?.text ?? ownName(id)), spot };
}

/** The fields above that its expressions may name as `input`. */
export function inputsOf({ inputs }: FieldPlace): { readonly input?: Readonly<Record<string, Field>> } {
  return inputs ? { input: inputs } : {};
}

/** What the expressions of a field may name: in lines the line too. */
export function variablesIn(at: FieldPlace): Variables {
  return at.lines === null ? at.variables : { ...at.variables, line: lineType(at.entity, at.lines) };
}

function lineType(entity: string, field: string): Type {
  return { kind: 'line', entity, field };
}

/** What has the field, as a variable: the record, the line, or the answers of a form. */
export function holderIn({ kind, entity, lines }: FieldPlace): Extract<Node, { readonly node: 'variable' }> {
  if (kind === 'input') return { node: 'variable', type: { kind: 'null' }, name: 'input' };
  return lines === null
    ? { node: 'variable', type: { kind: 'record', entity }, name: 'record' }
    : { node: 'variable', type: lineType(entity, lines), name: 'line' };
}
