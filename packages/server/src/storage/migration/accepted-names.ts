import type { Reader } from '../database/database.ts';
import { ASIDE_TABLE } from './changes/aside.ts';
import type { Change } from './changes/change.ts';
import type { Goal } from './plan.ts';
import { placedFields } from './comparison/standing.ts';

/** Consent to a loss of something that is not in the plan, not in the specification, and was not lost before. */
export class UnknownLoss extends Error {
  readonly loss: string;
  /** What consent may be given to now. */
  readonly known: readonly string[];

  constructor(loss: string, known: readonly string[]) {
    super(`nothing is called ${loss}`);
    this.name = 'UnknownLoss';
    this.loss = loss;
    this.known = known;
  }
}

/** Throws `UnknownLoss` for a name that is nothing. What was lost before may be named again, as a start that is repeated does. */
export async function refuseUnknownLoss(
  reader: Reader,
  { accepted, model }: Goal,
  changes: readonly Change[],
): Promise<void> {
  if (accepted.size === 0) return;
  const planned = changes.filter(({ verdict }) => verdict === 'open' || verdict === 'accepted').map(({ name }) => name);
  const lost = await namesAside(reader);
  const known = new Set([
    ...[...changes.map(({ name }) => name), ...lost].flatMap((name) => [name, above(name)]),
    ...Object.keys(model.entities),
    ...placedFields(model).map(([place]) => place),
  ]);
  for (const name of accepted) if (!known.has(name)) throw new UnknownLoss(name, planned);
}

async function namesAside(reader: Reader): Promise<readonly string[]> {
  if ((await reader.dialect.schema.columns(reader, ASIDE_TABLE.name)).length === 0) return [];
  const rows = await reader.all('SELECT DISTINCT "name" FROM "_aside"', []);
  return rows.map(({ name }) => String(name));
}

/** Consent to all options of a field is given by the field, to all parts of an object by the object. */
function above(name: string): string {
  return name.split('.').slice(0, -1).join('.');
}
