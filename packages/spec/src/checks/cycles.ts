import { type Entity, type Expression, findOf, isDrawn, isLines, type Model, type Node } from '@ninefold/model';
import type { Context } from '../compile/reading/context.ts';
import type { Spot } from '../located.ts';
import { fieldsRead, walk } from '../expressions/walk.ts';

/** Values that depend on each other: computed and hidden fields and derived states over all entities, copies and defaults within one record. */
export function checkCycles(ctx: Context, model: Model): void {
  const edges = new Map<string, ReadonlySet<string>>();
  for (const entity of Object.values(model.entities)) {
    addEdges(edges, entity.fields, entity.id);
    addStates(edges, entity);
  }
  const told = new Set<string>();
  for (const start of edges.keys()) {
    if (told.has(start)) continue; // in a cycle that was told at another of its fields
    const cycle = cycleFrom(start, edges);
    const spot = cycle === null ? undefined : (ctx.spots.get(`field ${start}`) ?? stateSpot(ctx, start));
    if (cycle !== null && spot) ctx.report('NF0304', spot, { name: cycle.join(' → ') });
    for (const part of cycle ?? []) told.add(part);
  }
}

function addEdges(edges: Map<string, ReadonlySet<string>>, fields: Entity['fields'], place: string): void {
  for (const field of Object.values(fields)) {
    const path = `${place}.${field.id}`;
    const reads = new Set<string>([
      ...fieldsRead(field.computed?.expression.tree ?? null),
      ...ownFields(findOf(field)),
      ...ownFields(isDrawn(field) ? field.per : null),
      ...ownFields(field.copy?.expression ?? null),
      ...(field.copy === null ? ownFields(field.default) : []),
      ...fieldsRead(field.visibleWhen?.tree ?? null),
    ]);
    edges.set(path, reads);
    if (isLines(field)) addEdges(edges, field.fields, path);
  }
}

/** A derived state depends on what its conditions read. */
function addStates(edges: Map<string, ReadonlySet<string>>, { id, lifecycle }: Entity): void {
  const derived = lifecycle?.derived ?? [];
  if (derived.length === 0) return;
  edges.set(`${id}.state`, new Set(derived.flatMap(({ when }) => [...fieldsRead(when?.tree ?? null)])));
  for (const name of ['state_since', 'state_final']) edges.set(`${id}.${name}`, new Set([`${id}.state`]));
}

function stateSpot(ctx: Context, path: string): Spot | undefined {
  return ctx.spots.get(`derived ${path.slice(0, path.lastIndexOf('.'))}`);
}

/** Fields of the record or line itself: those of others are other records. */
function ownFields(expression: Expression | null): ReadonlySet<string> {
  const read = new Set<string>();
  if (expression?.tree == null) return read;
  walk(expression.tree, (part: Node) => {
    if (part.node !== 'field' || part.of.node !== 'variable') return;
    const { type, name } = part.of;
    if (name === 'record' && type.kind === 'record') read.add(`${type.entity}.${part.name}`);
    if (name === 'line' && type.kind === 'line') read.add(`${type.entity}.${type.field}.${part.name}`);
  });
  return read;
}

/** The path that leads back to `start`, or null. */
function cycleFrom(start: string, edges: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] | null {
  const seen = new Set<string>();
  const search = (at: string, path: readonly string[]): readonly string[] | null => {
    for (const next of edges.get(at) ?? []) {
      if (next === start) return [...path, next];
      if (seen.has(next) || !edges.has(next)) continue;
      seen.add(next);
      const found = search(next, [...path, next]);
      if (found !== null) return found;
    }
    return null;
  };
  return search(start, [start]);
}
