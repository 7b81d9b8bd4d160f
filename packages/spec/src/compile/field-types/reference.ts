import { splitId, type ReferenceField, type ReferencesField, type Type } from '@ninefold/model';
import type { LocatedMap } from '../../located.ts';
import type { Context } from '../reading/context.ts';
import { conditionOf, type ExpressionPlace } from '../reading/expressions.ts';
import { isId } from '../reading/ids.ts';
import { get, isOpen, knownNames, nameAt, namesOf, unknown, wordAt } from '../reading/read.ts';
import { NOTHING, PLAIN_DEFINITION, type FieldDefinition, type SpecificPart } from './definition.ts';
import { inputsOf, type FieldPlace } from './field-place.ts';

export const ON_DELETE = ['restrict', 'clear', 'cascade'] as const;

export const referenceDefinition: FieldDefinition<ReferenceField> = {
  ...PLAIN_DEFINITION,
  keys: ['to', 'inverse', 'on_delete', 'where', 'find'],
  build: buildReference,
  needs: 'to',
};

export const referencesDefinition: FieldDefinition<ReferencesField> = {
  ...PLAIN_DEFINITION,
  keys: ['to', 'inverse', 'where'],
  build: buildReferences,
  within: { part: false, line: false, input: false },
  may: NOTHING,
};

function buildReference(ctx: Context, map: LocatedMap, place: FieldPlace): SpecificPart<ReferenceField> | null {
  const common = buildReferences(ctx, map, place);
  if (common === null) return null;
  const find = get(map, 'find');
  return {
    ...common,
    toLines: place.isTarget === true ? linesNamed(map) : null,
    onDelete: wordAt(ctx, map, 'on_delete', ON_DELETE) ?? 'restrict',
    find: conditionOf(ctx, find, { ...pickPlace(ctx, map, place, common.to), asRows: true }),
  };
}

function buildReferences(ctx: Context, map: LocatedMap, place: FieldPlace): SpecificPart<ReferencesField> | null {
  const to = referenceTarget(ctx, map, place);
  if (to === null) return null;
  const inverse = nameAt(ctx, map, 'inverse');
  if (inverse !== null) isId(ctx, 'field', inverse);
  const path = [...(place.lines === null ? [] : [place.lines]), ...splitId(place.id)].join('_');
  return {
    to,
    alsoTo: [],
    inverse: inverse?.text ?? `${place.entity}_by_${path}`,
    where: conditionOf(ctx, get(map, 'where'), pickPlace(ctx, map, place, to)),
  };
}

/** The condition on the records that may be picked; each of them is `option` in it. */
function pickPlace(ctx: Context, map: LocatedMap, place: FieldPlace, to: string): ExpressionPlace {
  const option = referenceType(ctx, map) ?? { kind: 'record', entity: to };
  const variables = { ...place.variables, user: { kind: 'record', entity: 'user' } as const, option };
  return { variables, ...inputsOf(place) };
}

/** What a reference to a line is in an expression; null for any other. */
export function referenceType(ctx: Context, map: LocatedMap): Type | null {
  const node = get(map, 'to');
  const [entity = '', field] = node?.kind === 'scalar' ? node.text.split('.') : [];
  if (field === undefined || !ctx.names.isEntity(entity)) return null;
  return { kind: 'line', entity, field };
}

/** The lines that a reference leads to; null where it leads to records. */
function linesNamed(map: LocatedMap): string | null {
  const node = get(map, 'to');
  return (node?.kind === 'scalar' ? node.text.split('.')[1] : undefined) ?? null;
}

function referenceTarget(ctx: Context, map: LocatedMap, { isTarget = false }: FieldPlace): string | null {
  const node = get(map, 'to');
  if (isTarget && node?.kind === 'scalar') return node.text.replace(/\..*$/, '');
  if (node === null) {
    if (!isOpen(map, 'to')) ctx.report('NF0109', map.spot, { key: 'to' });
    return null;
  }
  if (node.kind === 'list') return knownNames(ctx, 'NF0201', namesOf(ctx, node), ctx.names.entities)[0] ?? null; // of one
  if (node.kind === 'scalar' && node.text.includes('.')) {
    ctx.report('NF0312', node.spot, { name: `to: ${node.text}` });
    const names = namesOf(ctx, node).map(({ text, spot }) => ({ text: text.replace(/\..*$/, ''), spot }));
    return knownNames(ctx, 'NF0201', names, ctx.names.entities)[0] ?? null;
  }
  const name = nameAt(ctx, map, 'to');
  if (name === null || ctx.names.isEntity(name.text)) return name?.text ?? null;
  unknown(ctx, 'NF0201', name, ctx.names.entities);
  return null;
}
