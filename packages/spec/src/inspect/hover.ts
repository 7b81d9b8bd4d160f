import {
  type Field,
  isLines,
  isLineReference,
  isReference,
  type LimitEntry,
  type Model,
  partId,
  targets,
  transitionsOf,
  type Transition,
} from '@ninefold/model';
import type { SourceFile } from '../application.ts';
import { typeName } from '../expressions/schema/types.ts';
import { FUNCTIONS } from '../expressions/functions/table.ts';
import { usage } from '../expressions/functions/signature.ts';
import { FUNCTION_EXAMPLES } from '../language/function-examples.ts';
import { keyText, wordText } from '../language/texts.ts';
import type { Spot } from '../located.ts';
import { inspect, type Inspection } from './inspect.ts';
import { covers, occurrenceAt, type Cursor } from './find.ts';

/** What an editor shows about a place, in Markdown. */
export interface Hover {
  readonly text: string;
  readonly spot: Spot;
}

/** Type and meaning of what stands at a place, in a language; null where there is nothing to say. */
export function hoverAt(files: readonly SourceFile[], cursor: Cursor, language: string): Hover | null {
  const inspection = inspect(files);
  return (
    mentionHover(inspection, cursor, language) ??
    symbolHover(inspection, cursor, language) ??
    wordHover(inspection, cursor, language)
  );
}

/** A name in an expression: its type, and what it means. */
function mentionHover(inspection: Inspection, cursor: Cursor, language: string): Hover | null {
  const found = inspection.expressions.flatMap(({ mentions }) => mentions).find(({ spot }) => covers(spot, cursor));
  if (!found) return null;
  const { symbol, type } = found.mention;
  const [kind = '', name = ''] = symbol.split(' ');
  if (kind === 'function') return { text: functionText(name, language), spot: found.spot };
  const meaning =
    kind === 'variable' ? wordText('variables', name, language) : meaningOf(inspection.model, symbol, language);
  const head = `**${name}**${type === null ? '' : `: ${typeName(type)}`}`;
  return { text: [head, ...(meaning ? [meaning] : [])].join('\n\n'), spot: found.spot };
}

function functionText(name: string, language: string): string {
  const signature = FUNCTIONS.get(name);
  const written = signature
    ? usage(signature)
        .split(' | ')
        .map((one) => `\`${one}\``)
        .join(', ')
    : `\`${name}\``;
  const example = FUNCTION_EXAMPLES[name];
  return [written, wordText('functions', name, language) ?? '', ...(example ? [`\`${example}\``] : [])].join('\n\n');
}

/** A declared thing: its kind, type, and meaning. */
function symbolHover(inspection: Inspection, cursor: Cursor, language: string): Hover | null {
  const found = occurrenceAt(inspection, cursor);
  if (found === null) return null;
  return { text: hoverOf(inspection, found.symbol, language), spot: found.spot };
}

/** Kind, name, type and meaning of a declared thing. */
export function hoverOf({ model }: Inspection, symbol: string, language: string): string {
  const [kind = '', name = ''] = symbol.split(' ');
  const field = fieldOf(model, symbol);
  const head = `${kind} **${name}**${field === null ? '' : `: ${fieldTypeName(field)}`}`;
  const meaning = meaningOf(model, symbol, language);
  return [head, ...(meaning ? [meaning] : [])].join('\n\n');
}

function fieldTypeName(field: Field): string {
  if (isLineReference(field)) return `${field.type} → ${field.to}.${field.toLines}`;
  if (isReference(field)) return `${field.type} → ${field.to}`;
  return field.type;
}

/** What is known of a thing beside its type. */
function meaningOf(model: Model | null, symbol: string, language: string): string | null {
  const [kind = '', name = ''] = symbol.split(' ');
  const [first = '', second = ''] = name.split('.');
  if (kind === 'limit') {
    const limit = model?.limits[first];
    return limit ? `${limit.type} = ${limitText(limit)}` : null;
  }
  if (kind === 'state') return model?.entities[first]?.lifecycle?.states[second]?.kind ?? null;
  if (kind === 'transition') {
    const transition = transitionAt(model, first, second);
    return transition
      ? `${transition.from.join(', ')} → ${targets(transition, 'same', ['previous']).join(', ')} (${transition.by.join(', ')})`
      : null;
  }
  const field = fieldOf(model, symbol);
  if (field === null) return kind === 'field' ? wordText('system_fields', second, language) : null;
  const computed = field.computed ? `= ${field.computed.expression.source}` : null;
  const options = 'options' in field ? field.options.join(', ') : null;
  return [wordText('types', field.type, language), options, computed].filter(Boolean).join('\n\n');
}

function limitText({ value, named, dated }: LimitEntry): string {
  if (named !== null) return named;
  if (dated.length > 0) return dated.map(({ from, value: held }) => `${String(held)} (${from})`).join(', ');
  if (value === null) return '?';
  return typeof value === 'object' ? value.join(', ') : String(value);
}

function transitionAt(model: Model | null, entity: string, id: string): Transition | undefined {
  const at = model && Object.hasOwn(model.entities, entity) ? model.entities[entity] : undefined;
  return at && transitionsOf(at).get(id);
}

function fieldOf(model: Model | null, symbol: string): Field | null {
  const [kind, name = ''] = symbol.split(' ');
  const [entity = '', second = '', ...below] = name.split('.');
  if (model === null || (kind !== 'field' && kind !== 'input')) return null;
  const at = Object.hasOwn(model.entities, entity) ? model.entities[entity] : undefined;
  const inner = below.join('.');
  if (kind === 'input') return transitionAt(model, entity, second)?.input[inner] ?? null;
  const field = at && Object.hasOwn(at.fields, second) ? at.fields[second] : undefined;
  if (inner === '') return field ?? null;
  return isLines(field) ? (field.fields[inner] ?? null) : (at?.fields[partId(second, inner)] ?? null);
}

/** A word of the language: a key, or a type. */
function wordHover({ visits }: Inspection, cursor: Cursor, language: string): Hover | null {
  for (const visit of visits) {
    const spot = visit.what === 'value' ? visit.node.spot : visit.spot;
    if (!covers(spot, cursor)) continue;
    const text =
      visit.what === 'key'
        ? keyText(visit.place, visit.text, language)
        : visit.what === 'value' && visit.key === 'type'
          ? wordText('types', visit.node.text, language)
          : null;
    if (text !== null) return { text, spot };
  }
  return null;
}
