import { isLines, isOneReference, type Entity, type Field, type Model, pathOfSteps, stepsOf } from '@ninefold/model';
import { dependencies, targetOf } from './tree.ts';

/** No path is followed further; conditions that lead in a circle are refused before anything runs. */
const MOST_STEPS = 12;

/** These paths from a record, and those that decide whether what they read on the way is hidden. */
export function withHiding(model: Model, entity: Entity, paths: readonly string[]): readonly string[] {
  const found = new Set(paths);
  for (const path of found) for (const deciding of decidingOn(model, entity, stepsOf(path))) found.add(deciding);
  return [...found];
}

function decidingOn(model: Model, entity: Entity, steps: readonly string[]): readonly string[] {
  const found: string[] = [];
  let at: Entity | undefined = entity;
  for (let index = 0; at !== undefined && index < Math.min(steps.length, MOST_STEPS); index += 1) {
    const name = steps[index] ?? '';
    const field: Field | undefined = Object.hasOwn(at.fields, name) ? at.fields[name] : undefined;
    const before = steps.slice(0, index);
    if (field) found.push(...dependencies(field).map((path) => pathOfSteps([...before, ...stepsOf(path)])));
    const inner: Field | undefined = isLines(field) ? field.fields[steps[(index += 1)] ?? ''] : undefined;
    const to: string | null = isLines(field) ? (isOneReference(inner) ? inner.to : null) : targetOf(model, at.id, name);
    at = to === null ? undefined : model.entities[to];
  }
  return found;
}
