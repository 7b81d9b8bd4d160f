import type { SourceFile } from '../application.ts';
import { NOT_YET_TYPES, NOT_YET_VALUES } from '../compile/reading/not-yet.ts';
import { systemFieldNames } from '../expressions/schema/schema-of.ts';
import { keyText, wordText } from '../language/texts.ts';
import { keysOf } from '../language/keys-of.ts';
import type { NameKind, Place, Shape } from '../language/shape.ts';
import { completeExpression } from './complete-expression.ts';
import { covers, type Cursor } from './find.ts';
import { inspect, type Inspection } from './inspect.ts';
import type { Visit } from './visit.ts';
import type { Where } from './where.ts';

/** One thing that may be written at a place. */
export interface Completion {
  readonly label: string;
  readonly kind: 'key' | 'word' | 'name' | 'variable' | 'function';
  /** Its type, where it has one. */
  readonly detail: string;
  readonly meaning: string;
}

/** A name that is written at the cursor, so that an unfinished file can be parsed. */
const MARK = 'ninefold_cursor';

/** What may be written at a place. `prefix` is the part of it that is written already. */
export function completeAt(
  files: readonly SourceFile[],
  cursor: Cursor,
  language: string,
): { readonly prefix: string; readonly items: readonly Completion[] } {
  const text = files.find(({ path }) => path === cursor.path)?.text ?? '';
  const prefix = /[a-z0-9_]*$/.exec(text.slice(0, cursor.offset))?.[0] ?? '';
  for (const mark of [MARK, `${MARK}: x`, `${MARK}"`]) {
    const marked = text.slice(0, cursor.offset) + mark + text.slice(cursor.offset);
    const inspection = inspect(files.map((file) => (file.path === cursor.path ? { ...file, text: marked } : file)));
    const visit = inspection.visits.find((one) => isMarked(one, cursor));
    if (visit) return { prefix, items: itemsAt(inspection, visit, cursor, language) };
  }
  return { prefix, items: [] };
}

function isMarked(visit: Visit, cursor: Cursor): boolean {
  const [text, spot] = visit.what === 'value' ? [visit.node.text, visit.node.spot] : [visit.text, visit.spot];
  return text.includes(MARK) && covers(spot, cursor);
}

function itemsAt(inspection: Inspection, visit: Visit, cursor: Cursor, language: string): readonly Completion[] {
  switch (visit.what) {
    case 'key':
      return keyItems(inspection, visit.place, language);
    case 'name':
      if (visit.of === 'entity' && visit.where.role !== null && visit.where.entity === null)
        return keyItems(inspection, 'role', language);
      return nameItems(inspection, visit.of, visit.where);
    case 'value':
      return valueItems(inspection, visit, cursor, language);
    default:
      return [];
  }
}

function keyItems(inspection: Inspection, place: Place, language: string): readonly Completion[] {
  const keys = keysOf(place).map(({ key, notYet }) => ({
    label: key,
    kind: 'key' as const,
    detail: notYet ? notYetMark(language) : '',
    meaning: keyText(place, key, language) ?? '',
  }));
  return place === 'role' ? [...keys, ...nameItems(inspection, 'entity', null)] : keys;
}

function valueItems(
  inspection: Inspection,
  visit: Extract<Visit, { what: 'value' }>,
  cursor: Cursor,
  language: string,
): readonly Completion[] {
  const words = visit.shapes.flatMap((shape) => wordsOf(shape, visit.key, language));
  const named = visit.shapes.flatMap((shape) =>
    shape.is === 'name' ? nameItems(inspection, shape.of, visit.where) : [],
  );
  const expression = inspection.expressions.find(({ node }) => covers(node.spot, cursor) && node.text.includes(MARK));
  const source = expression ? expression.source.slice(0, expression.source.indexOf(MARK)) : null;
  const inside = expression && source !== null ? completeExpression(expression.place, source, language) : [];
  return [...words, ...named, ...inside];
}

function wordsOf(shape: Shape, key: string, language: string): readonly Completion[] {
  const words =
    shape.is === 'word' ? shape.words : shape.is === 'flag' || shape.is === 'condition' ? ['true', 'false'] : [];
  return words.map((label) => ({
    label,
    kind: 'word' as const,
    detail: isLaterValue(key, label) ? notYetMark(language) : '',
    meaning: (key === 'type' ? wordText('types', label, language) : null) ?? '',
  }));
}

/** Words of values that the running version refuses, by their key. */
const LATER_VALUES: Readonly<Record<string, readonly string[]>> = {
  type: NOT_YET_TYPES,
  members: NOT_YET_VALUES.members,
};

function isLaterValue(key: string, word: string): boolean {
  return LATER_VALUES[key]?.includes(word) === true;
}

/** What is shown beside a word that the running version does not enforce yet. */
function notYetMark(language: string): string {
  return wordText('marks', 'not_yet', language) ?? '';
}

/** The names that may stand somewhere; of an entity, those of the place. */
function nameItems({ symbols, model }: Inspection, of: NameKind, where: Where | null): readonly Completion[] {
  const entity = where?.entity ?? '';
  const below = (kind: string, path: string): readonly string[] =>
    [...symbols]
      .filter(
        (symbol) => symbol.startsWith(`${kind} ${path}`) && !symbol.slice(kind.length + 1 + path.length).includes('.'),
      )
      .map((symbol) => symbol.slice(kind.length + 1 + path.length));
  const entities = [...new Set([...below('entity', ''), 'user'])];
  const fields = where?.lines
    ? below('field', `${entity}.${where.lines}.`)
    : Object.keys(model?.entities[entity]?.fields ?? {});
  const names: Readonly<Record<NameKind, readonly string[]>> = {
    entity: entities,
    entity_or_lines: entities,
    field: fields,
    column: [...fields, ...systemFieldNames(model?.entities[entity]?.lifecycle != null)],
    field_or_group: [...fields, ...below('group', `${entity}.`), 'others'],
    options_of: [...symbols].flatMap((symbol) => {
      const [kind, path = ''] = symbol.split(' ');
      if (kind === 'state') return [`${path.split('.')[0] ?? ''}.state`];
      return kind === 'option' ? [path.split('.').slice(0, 2).join('.')] : [];
    }),
    role: Object.keys(model?.roles ?? {}),
    state: [...below('state', `${entity}.`), 'any', 'same'],
    transition: below('transition', `${entity}.`),
    screen: [...new Set([...below('screen', ''), ...entities])],
    error: below('error', ''),
    page: [],
  };
  const typeOf = (name: string): string =>
    /^(?:field|column)/.test(of) ? (model?.entities[entity]?.fields[name]?.type ?? '') : '';
  return [...new Set(names[of])].map((label) => ({ label, kind: 'name' as const, detail: typeOf(label), meaning: '' }));
}
