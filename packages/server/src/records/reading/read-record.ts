import type { RecordValue } from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import { scopeOf, type Context } from '../context/context.ts';
import type { Caller } from '../context/records.ts';
import { expand, readExpansions } from './lists/expand.ts';
import { findRecord } from '../views/answer.ts';
import { readShapeParams, shownFields } from './lists/list-params.ts';
import { checkSelected, selectedOnly } from './lists/select.ts';
import type { Views } from '../views/views.ts';

/** `GET /api/<entity>/<id>`: one readable record, or `not_found`: the same for one that is missing and one that may not be seen. */
export async function readRecord(
  context: Context,
  views: Views,
  {
    caller,
    entity,
    idOrKey,
    params = new URLSearchParams(),
  }: {
    readonly caller: Caller;
    readonly entity: string;
    readonly idOrKey: string;
    readonly params?: URLSearchParams | undefined;
  },
): Promise<RecordValue> {
  const view = views.view(caller.rights, entity);
  const shape = readShapeParams(params);
  checkSelected(view, shape.select ?? []);
  const expansions = readExpansions(context.model, view, shape.expand);
  const scope = scopeOf(context, caller);
  const found = await findRecord(view, context.db.read, idOrKey, scope);
  const [record] = found ? selectedOnly([found], shownFields(shape)) : [];
  if (!record) throw new Refusal('not_found');
  await expand(context.db.read, views, { rights: caller.rights, items: [record], expansions, scope });
  return record;
}
