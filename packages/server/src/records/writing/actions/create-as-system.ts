import type { Sent } from '../../context/body.ts';
import type { WriteContext } from '../../services/write-context.ts';
import { beginCreation, type Change } from '../change.ts';
import { numbersAt } from '../storing/sequences.ts';
import { made, settleNew, storeCreation } from './create.ts';
import { judgeWarned, withWarnings } from '../judging/judge-warned.ts';

/**
 * Creates a record with these values in the name of the application (see `systemCaller`). The guard of the transition `create`,
 * fields and rules are judged as for people; warnings are kept in the history. Throws the same `Refusal` as for people, with
 * nothing stored.
 */
export async function createAsSystem(own: WriteContext, values: Sent): Promise<Change<null>> {
  const numbers = await numbersAt(own, { transition: 'create', record: {}, today: own.scope.today, seen: null });
  const scope = { ...own.scope, creating: true, transition: 'create', before: null };
  const record = await settleNew({ ...own, scope, worked: true }, { ...values, ...numbers });
  const creation = own.entity.lifecycle?.transitions['create'] ?? null;
  const change = await made(beginCreation(own, record, values, scope), creation);
  await storeCreation(withWarnings(change, await judgeWarned(change)), creation);
  return change;
}
