/**
 * Paths that expressions read join their steps with dots: `record.category.team`. The dot inside of a part of an object
 * is written as a colon there, so that a path has as many steps as it takes: `record.site.address:city`.
 */
const WITHIN = ':';
const DID = 'did.';

/** The path of these steps. */
export function pathOfSteps(steps: readonly string[]): string {
  return steps.map(stepInPath).join('.');
}

/** A path as people write it. */
export function shownPath(path: string): string {
  return path.replaceAll(WITHIN, '.');
}

/** The id of a field as it stands in a path; who fired a transition (`did.approve`) is written as it is. */
export function stepInPath(id: string): string {
  return id.startsWith(DID) ? id : id.replaceAll('.', WITHIN);
}

/** The steps of a path: variables and ids of fields. */
export function stepsOf(path: string): readonly string[] {
  const steps = path.split('.');
  return path.includes(WITHIN) ? steps.map((step) => step.replaceAll(WITHIN, '.')) : steps;
}

/** The id of the field that a path reads first of its variable: of `record.category.team` it is `category`. */
export function fieldInPath(path: string): string {
  return stepsOf(path)[1] ?? '';
}

/** The fields of the record, as it is or was, that these paths read first. What `limits.size` and `user.size` read is no field of it. */
export function ownFieldsIn(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => /^(?:record|before)\./.test(path)).map(fieldInPath);
}
