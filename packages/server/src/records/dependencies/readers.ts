import { type Entity, stepsOf, pathOfSteps } from '@ninefold/model';
import { treeOfList } from '../../storage/relations/trees.ts';
import type { PlanContext } from '../context/context.ts';
import { targetOf } from '../loading/tree.ts';
import { stepBack, type StepBack } from './dependents.ts';

/** A way from records of one entity to those of another that decide who may read the first ones. */
export interface ReaderPath {
  /** Whose readers are decided. */
  readonly entity: string;
  /** From there to the deciding record: fields and other directions of references. */
  readonly names: readonly string[];
  /** The way back, nearest to the deciding record first; null where it cannot be walked. */
  readonly steps: readonly StepBack[] | null;
  /** What is read of the deciding record; null for itself. */
  readonly reads: string | null;
}

/** Who may be able to read other records when one of an entity changes, by that entity. */
export type Readers = ReadonlyMap<string, readonly ReaderPath[]>;

export function readersOf(context: PlanContext): Readers {
  const found = new Map<string, ReaderPath[]>();
  for (const entity of Object.values(context.model.entities)) {
    for (const path of readingPaths(context, entity)) {
      for (const [at, way] of waysOf(context, entity, path)) found.set(at, [...(found.get(at) ?? []), way]);
    }
  }
  return found;
}

/** Fields of a deciding record, and what is read through them: whoever changes it has to know them as they were. */
export function restsRead(context: PlanContext, entity: Entity): readonly string[] {
  const all = Object.values(context.model.entities).flatMap((other) =>
    readingPaths(context, other).flatMap((path) => restsFrom(context, other.id, path, entity.id)),
  );
  return [...new Set(all)].filter((path) => path.includes('.'));
}

function readingPaths({ model }: PlanContext, entity: Entity): readonly (readonly string[])[] {
  const grants = Object.values(model.roles).flatMap((role) => role.grants);
  const reads = grants
    .filter((grant) => grant.entity === entity.id)
    .flatMap(({ verbs: { read } }) => (read === undefined || read === true ? [] : read.reads));
  const paths = [...new Set(reads)].filter((path) => path.startsWith('record.'));
  return paths.map((path) => stepsOf(path).slice(1));
}

function* waysOf(
  context: PlanContext,
  entity: Entity,
  path: readonly string[],
): Generator<readonly [string, ReaderPath]> {
  let at = entity.id;
  let steps: readonly StepBack[] | null = [];
  for (const [index, name] of path.entries()) {
    const list = treeOfList(context.model, at, name);
    const target = targetOf(context.model, at, name);
    if (target === null) return;
    const names = path.slice(0, index + 1);
    if (list !== null) yield [at, { entity: entity.id, names, steps: null, reads: list.parent }];
    const step: StepBack | null = stepBack(context, at, name);
    steps = step === null || steps === null ? null : [step, ...steps];
    at = target;
    yield [at, { entity: entity.id, names, steps, reads: path[index + 1] ?? null }];
  }
}

function restsFrom({ model }: PlanContext, from: string, path: readonly string[], to: string): readonly string[] {
  let at: string | null = from;
  const found: string[] = [];
  for (const [index, name] of path.entries()) {
    at = targetOf(model, at, name);
    if (at === null) break;
    if (at === to) found.push(pathOfSteps(path.slice(index + 1)));
  }
  return found;
}
