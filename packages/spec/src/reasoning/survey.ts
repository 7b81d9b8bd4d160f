import { walk } from '../expressions/walk.ts';
import { DISTINCT, type Field, type Model, type Node } from '@ninefold/model';
import { holderOf, lastStep, leafOf, pathOf, stepsOf, type Leaf } from './leaf.ts';
import { holderOfId } from '../expressions/identities.ts';
import { isTextOrder } from './opaque.ts';
import type { Reason } from '../reason.ts';

import { nowOf, thresholdOf, type Clock, type ClockUse, type Threshold } from './thresholds.ts';

/** What a few expressions read, and which values meet each other in their comparisons. */
export interface Survey {
  /** Holders before what they hold. */
  readonly leaves: readonly Leaf[];
  /** Groups of paths that are compared with each other, and the literals they are compared with. */
  readonly clusters: ReadonlyMap<string, Cluster>;
  /** Why a finite choice of values does not stand for all of them, each once, with the part; empty where it does. */
  readonly gaps: ReadonlyMap<string, Gap>;
  /** Literals beside which a path stands inside something worked out: an example may need them. */
  readonly hints: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What stands in the way of deciding, and where it was met first. */
export interface Gap extends Pick<Reason, 'kind' | 'name'> {
  readonly part: Node | null;
}

export interface Cluster {
  readonly paths: ReadonlySet<string>;
  /** As in the trees: decimals, texts, dates. */
  readonly literals: ReadonlySet<string>;
}

interface MutableCluster {
  readonly paths: Set<string>;
  readonly literals: Set<string>;
}

interface Surveying {
  readonly model: Model;
  readonly input: Readonly<Record<string, Field>>;
  readonly leaves: Map<string, Leaf>;
  readonly clusters: Map<string, MutableCluster>;
  readonly gaps: Map<string, Gap>;
  /** The comparison that is looked at. */
  part: Node | null;
  readonly hints: Map<string, Set<string>>;
  readonly clock: Clock;
  /** Moments that are counted from `today` or `now`, by which of them. */
  readonly counted: Map<ClockUse['path'], { readonly units: Set<string>; readonly literals: Set<string> }>;
}

const COMPARISONS = new Set(['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'in']);
/** Calls whose verdict depends on the verdicts of their parts alone, or on their being blank. */
const LOGIC = new Set(['and', 'or', 'not', 'if', 'or_else', 'blank', 'filled']);
/** Calls whose value is one of their arguments. */
const CHOOSING = new Set(['if', 'or_else', 'min', 'max']);

export function surveyOf(
  nodes: readonly Node[],
  model: Model,
  input: Readonly<Record<string, Field>>,
  today: string,
): Survey {
  const clock = { today, timeZone: model.timeZone };
  const at: Surveying = {
    ...{ model, input, clock, leaves: new Map(), clusters: new Map(), gaps: new Map(), hints: new Map() },
    ...{ counted: new Map(), part: null },
  };
  for (const node of nodes) visit(node, at);
  joinNamesakes(at);
  for (const [path, { units, literals }] of at.counted) settleClock(path, units, literals, at);
  const leaves = [...at.leaves.values()].sort((a, b) => steps(a.path) - steps(b.path));
  if (at.leaves.has('now') && at.leaves.has('today')) gap(at, 'clock', 'now');
  return { leaves, clusters: at.clusters, gaps: at.gaps, hints: at.hints };
}

/**
 * Two paths that may hold the same record read the same fields: `user.level` and `record.owner.level` have one value where
 * `record.owner == user`. What either is compared with is then compared with both.
 */
function joinNamesakes(at: Surveying): void {
  const held = [...at.leaves.keys()].filter((path) => holderOf(path) !== null);
  for (const [one, other] of pairsOf(held)) {
    if (lastStep(one) !== lastStep(other) || at.clusters.get(one)?.paths.has(other) === true) continue;
    if (!isOneCluster(holderOf(one), holderOf(other), at)) continue;
    joinPaths([one, other], [], at);
    return joinNamesakes(at); // these may hold records in their turn
  }
}

function pairsOf<T>(items: readonly T[]): readonly (readonly [T, T])[] {
  return items.flatMap((one, index) => items.slice(index + 1).map((other) => [one, other] as const));
}

function isOneCluster(one: string | null, other: string | null, { clusters }: Surveying): boolean {
  return one !== null && other !== null && clusters.get(one)?.paths.has(other) === true;
}

function gap(at: Surveying, kind: Reason['kind'], written: string): void {
  const name = written === DISTINCT ? 'of' : written; // the people whom approvals ask
  const key = `${kind} ${name}`;
  if (!at.gaps.has(key)) at.gaps.set(key, { kind, name, part: at.part });
}

/** One moment stands for every one where nothing in the comparisons says which day or instant it is. */
function settleClock(path: ClockUse['path'], units: Set<string>, literals: Set<string>, at: Surveying): void {
  const cluster = at.clusters.get(path);
  if (!cluster || cluster.literals.size > 0 || units.size > 1) gap(at, 'clock', path);
  for (const literal of [...literals, path === 'today' ? at.clock.today : nowOf(at.clock)])
    cluster?.literals.add(literal);
}

const steps = (path: string): number => stepsOf(path).length;

function visit(node: Node, at: Surveying): void {
  switch (node.node) {
    case 'literal':
      return;
    case 'variable':
    case 'field':
      return visitPath(node, at);
    case 'list':
      return node.items.forEach((item) => visit(item, at));
    case 'macro': {
      const { part } = at;
      at.part ??= node;
      gap(at, 'function', node.fn);
      hint(node, at);
      visit(node.list, at);
      at.part = part;
      return;
    }
    case 'call':
      return visitCall(node, at);
  }
}

function visitPath(node: Extract<Node, { readonly node: 'field' | 'variable' }>, at: Surveying): void {
  const path = pathOf(node);
  if (path === null) {
    gap(at, 'value', node.node === 'field' ? node.name : '');
    if (node.node === 'field') visit(node.of, at);
    return;
  }
  if (node.node === 'variable' && (node.type.kind === 'record' || node.type.kind === 'line')) return; // always there
  if (node.node === 'field' && node.of.node === 'field') visitPath(node.of, at);
  if (holderOfId(node) !== null) gap(at, 'value', path); // a text of which no choice of values knows which record it belongs to
  if (!at.leaves.has(path)) at.leaves.set(path, leafOf(node, path, at.model, at.input));
}

function visitCall(node: Extract<Node, { readonly node: 'call' }>, at: Surveying): void {
  if (!LOGIC.has(node.fn) && at.part === null) {
    at.part = node;
    visitPart(node, at);
    at.part = null;
  } else visitPart(node, at);
}

function visitPart(node: Extract<Node, { readonly node: 'call' }>, at: Surveying): void {
  const threshold = thresholdOf(node, at.clock);
  if (threshold !== null) return visitThreshold(threshold, at);
  if (isTextOrder(node)) {
    gap(at, 'function', node.fn);
    hint(node, at);
  }
  if (COMPARISONS.has(node.fn)) {
    join(
      node.args.flatMap((arg) => terms(arg, at)),
      at,
    );
    if (node.args.some((arg) => arg.node === 'call')) hint(node, at);
  } else if (!LOGIC.has(node.fn) && !isChoice(node)) {
    gap(at, 'function', node.fn);
    hint(node, at);
  }
  for (const arg of node.args) visit(arg, at);
}

function visitThreshold({ paths, literals, clock }: Threshold, at: Surveying): void {
  for (const path of paths) visitPath(path, at);
  join(paths, at);
  if (clock === null) {
    const cluster = paths.map((path) => at.clusters.get(pathOf(path) ?? '')).find((one) => one !== undefined);
    for (const literal of literals) cluster?.literals.add(literal);
    return;
  }
  const counted = at.counted.get(clock.path) ?? { units: new Set(), literals: new Set() };
  counted.units.add(clock.unit);
  for (const literal of literals) counted.literals.add(literal);
  at.counted.set(clock.path, counted);
}

function isChoice({ fn, args }: Extract<Node, { readonly node: 'call' }>): boolean {
  return CHOOSING.has(fn) && !(args.length === 1 && args[0]?.type.kind === 'list');
}

/** The paths and literals that a compared value may be; what is worked out from them is a gap. */
function terms(node: Node, at: Surveying): readonly Node[] {
  if (node.node === 'literal') return [node];
  if (node.node === 'list') return node.items.flatMap((item) => terms(item, at));
  if (node.node === 'call') {
    const args = node.fn === 'if' ? node.args.slice(1) : node.args;
    if (!isChoice(node)) gap(at, 'function', node.fn);
    return args.flatMap((arg) => terms(arg, at));
  }
  return node.node !== 'macro' && pathOf(node) !== null ? [node] : [];
}

function hint(node: Node, at: Surveying): void {
  const paths = new Set<string>();
  const literals = new Set<string>();
  walk(node, (part) => {
    const path = pathOf(part);
    if (path !== null) paths.add(path);
    if (part.node === 'literal' && typeof part.value === 'string' && part.value !== '') literals.add(part.value);
  });
  for (const path of paths) at.hints.set(path, new Set([...(at.hints.get(path) ?? []), ...literals]));
}

function join(nodes: readonly Node[], at: Surveying): void {
  const paths = nodes.flatMap((node) => (node.node === 'literal' ? [] : (pathOf(node) ?? [])));
  const literals = nodes.flatMap((node) =>
    node.node === 'literal' && typeof node.value === 'string' ? [node.value] : [],
  );
  joinPaths(paths, literals, at);
}

function joinPaths(paths: readonly string[], literals: readonly string[], at: Surveying): void {
  const merged: MutableCluster = { paths: new Set(paths), literals: new Set(literals) };
  for (const path of paths) {
    const old = at.clusters.get(path);
    for (const one of old?.paths ?? []) merged.paths.add(one);
    for (const one of old?.literals ?? []) merged.literals.add(one);
  }
  for (const path of merged.paths) at.clusters.set(path, merged);
}
