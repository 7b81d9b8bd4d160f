import type { Model } from '@ninefold/model';
import type { SourceFile } from '../application.ts';
import type { Trace, TracedExpression } from '../compile/reading/context.ts';
import { compileModel } from '../compile/model.ts';
import { byFile, collect } from '../issues/report.ts';
import { sourceText, type LocatedMap, type SourceText, type Spot } from '../located.ts';
import { mergeMaps, withOpen } from '../load/merge.ts';
import { parseYaml } from '../load/parse-yaml.ts';
import { amongRelated, declaredInverses, namesInInverses } from './inverses.ts';
import { localeOccurrences } from './locale-occurrences.ts';
import { dataOccurrences } from './data-occurrences.ts';
import { declared, named, optionAt, type Occurrence } from './symbols.ts';
import { textSpot, visitFile, type Visit } from './visit.ts';

/** What an editor may ask about a specification. It exists also for a specification with errors, as far as that can be read. */
export interface Inspection {
  readonly visits: readonly Visit[];
  /** Every declaration and name in the specification itself. */
  readonly occurrences: readonly Occurrence[];
  /** The same in texts and data. */
  readonly elsewhere: () => readonly Occurrence[];
  readonly symbols: ReadonlySet<string>;
  readonly expressions: readonly TracedExpression[];
  readonly model: Model | null;
}

/** Reads a specification for an editor. Texts and data are read too, so that a renaming includes them. */
export function inspect(files: readonly SourceFile[]): Inspection {
  const trees = treesOf(files);
  const found: Visit[] = [];
  for (const tree of trees) visitFile(tree, (visit) => found.push(visit));
  const trace: Trace = { expressions: [] };
  const merged = mergeMaps(trees, () => undefined);
  const model = merged === null ? null : compileModel(merged, files, collect(), trace).model;
  const visits = amongRelated(model, found);
  const declarations = [
    ...visits.flatMap((visit) =>
      visit.what === 'id' ? [{ symbol: declared(visit), spot: visit.spot, declares: true }] : [],
    ),
    ...(model === null ? [] : declaredInverses(model, visits)),
  ];
  const symbols = new Set(declarations.map(({ symbol }) => symbol));
  const mentions = trace.expressions.flatMap((expression) => mentionsOf(expression, visits));
  const written = [
    ...declarations,
    ...visits.flatMap((visit) => namesOf(visit, symbols)),
    ...mentions,
    ...(model === null ? [] : namesInInverses(model, mentions)),
  ];
  const isKnown = ({ symbol }: Occurrence): boolean => symbols.has(symbol);
  return {
    visits,
    occurrences: written.filter(isKnown),
    elsewhere: () => [...localeOccurrences(files), ...dataOccurrences(files)].filter(isKnown),
    symbols,
    expressions: trace.expressions,
    model,
  };
}

function treesOf(files: readonly SourceFile[]): readonly LocatedMap[] {
  const sources = files
    .filter(({ path }) => path.endsWith('.yaml') && !/^(?:locales|data)\//.test(path))
    .sort((a, b) => byFile(a.path, b.path));
  return sources.flatMap(({ path, text }) => {
    const node = treeOf(sourceText(path, text));
    return node === null ? [] : [node];
  });
}

/** One file as far as it can be read; issues are not collected here. */
export function treeOf(source: SourceText): LocatedMap | null {
  const map = parseYaml(source, () => undefined);
  const opened = map === null ? null : withOpen(map);
  return opened?.kind === 'map' ? opened : null;
}

function namesOf(visit: Visit, symbols: ReadonlySet<string>): readonly Occurrence[] {
  if (visit.what === 'name') return named(visit, (symbol) => symbols.has(symbol));
  if (visit.what !== 'value') return [];
  const { node, where, key } = visit;
  const spot = textSpot(node);
  if (key === 'title') return titleNames(visit);
  const condition = `condition ${where.role ?? ''}.${where.entity ?? ''}.${node.text}`;
  if (where.role !== null && symbols.has(condition)) return [{ symbol: condition, spot, declares: false }];
  const option = optionAt(where, key, node.text);
  return symbols.has(option) ? [{ symbol: option, spot, declares: false }] : [];
}

/** `{{number}} {{subject}}`, or one field. */
function titleNames({ node, where }: Extract<Visit, { what: 'value' }>): readonly Occurrence[] {
  const spot = textSpot(node);
  const at = (name: string, index: number): Occurrence => ({
    symbol: `field ${where.entity ?? ''}.${name}`,
    spot: { ...spot, start: spot.start + index, end: spot.start + index + name.length },
    declares: false,
  });
  if (!node.text.includes('{{')) return [at(node.text, 0)];
  return [...node.text.matchAll(/\{\{\s*([\w.]+)/g)].map((match) =>
    at(match[1] ?? '', match.index + match[0].length - (match[1] ?? '').length),
  );
}

function mentionsOf({ node, mentions }: TracedExpression, visits: readonly Visit[]): readonly Occurrence[] {
  return mentions.map(({ mention, spot }) => {
    const [kind, name = ''] = mention.symbol.split(' ');
    if (kind !== 'input') return { symbol: mention.symbol, spot, declares: false };
    const where = visits.find((visit) => visit.what === 'value' && isSame(visit.node.spot, node.spot))?.where;
    return { symbol: `input ${where?.entity ?? ''}.${where?.transition ?? ''}.${name}`, spot, declares: false };
  });
}

function isSame(a: Spot, b: Spot): boolean {
  return a.source.path === b.source.path && a.start === b.start;
}
