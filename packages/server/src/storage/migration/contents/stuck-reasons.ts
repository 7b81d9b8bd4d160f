import { applicationError, type ErrorId, type StuckReason } from '@ninefold/model';
import type { Renamed } from '@ninefold/spec';
import type { Writer } from '../../database/database.ts';

const READ = `SELECT "record", "transition", "entity", "stuck" FROM "_timer" WHERE "stuck" IS NOT NULL`;
const WRITE = `UPDATE "_timer" SET "stuck" = ? WHERE "record" = ? AND "transition" = ?`;

/** Gives rules, entries of the catalogue and fields in what keeps timers from firing the ids that they have now. The timers have theirs. */
export async function rewriteStuckReasons(tx: Writer, renamed: readonly Renamed[]): Promise<void> {
  for (const { record, transition, entity, stuck } of await tx.all(READ, [])) {
    const { code, problems } = JSON.parse(String(stuck)) as StuckReason; // written by `keepStuck`
    const now: StuckReason = {
      code: errorNow(renamed, code),
      problems: problems.map((problem) => ({
        path: pathNow(renamed, String(entity), problem.path),
        code: errorNow(renamed, problem.code),
      })),
    };
    const text = JSON.stringify(now);
    if (text !== stuck) await tx.run(WRITE, [text, record ?? null, transition ?? null]);
  }
}

/** `ticket.urgent_needs_details` of a rule, `loan_taken` of an entry that is written. */
function errorNow(renamed: readonly Renamed[], code: ErrorId): ErrorId {
  const [first = '', rule] = code.split('.');
  const entity = idNow(renamed, { kind: 'entity', above: [], id: first });
  const now =
    rule === undefined
      ? idNow(renamed, { kind: 'error', above: [], id: first })
      : `${entity}.${idNow(renamed, { kind: 'rule', above: [entity], id: rule })}`;
  return now === code ? code : applicationError(now);
}

function pathNow(renamed: readonly Renamed[], entity: string, path: string): string {
  const [field = '', ...below] = path.split('.');
  return [idNow(renamed, { kind: 'field', above: [entity], id: field }), ...below].join('.');
}

interface Before {
  readonly kind: Renamed['kind'];
  /** The ids above it, as they are now. */
  readonly above: readonly string[];
  readonly id: string;
}

function idNow(renamed: readonly Renamed[], { kind, above, id }: Before): string {
  const place = above.join('.');
  const found = renamed.find((one) => one.kind === kind && one.was === id && one.path.slice(0, -1).join('.') === place);
  return found?.path.at(-1) ?? id;
}
