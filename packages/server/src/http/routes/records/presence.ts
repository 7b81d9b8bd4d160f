import { canEver, type PresenceAnswer, type RecordValue } from '@ninefold/model';
import { callerRoute, part, type CallerCall, type Route } from '../../service/route.ts';
import { forbidden } from '../../../records/context/forbidden.ts';

const URL = '/_/presence/:entity/:id';

/** The record, as far as the caller may read it. Otherwise nobody is named to the caller, and the caller's own sign is ignored. */
function recordOf({ service, caller, request }: CallerCall): Promise<RecordValue> {
  return service.records.get(caller, part(request, 'entity'), part(request, 'id'));
}

async function answerOf({ service, caller, request }: CallerCall, record: RecordValue): Promise<PresenceAnswer> {
  const name = { entity: part(request, 'entity'), id: record.id };
  const editing = await service.presence.editing(name);
  const others = editing.filter((user) => user !== caller.me.id);
  return { version: record.version, editing: await service.records.titledUsers(caller, others) };
}

const read = callerRoute('GET', URL, async (call) => {
  const record = await recordOf(call);
  const entity = part(call.request, 'entity');
  await call.service.records.mail.looksAt(call.caller.me.id, entity, record.id);
  return answerOf(call, record);
});

const edit = callerRoute('POST', URL, async (call) => {
  const entity = part(call.request, 'entity');
  const record = await recordOf(call);
  if (!canEver(call.caller.rights, entity, 'update')) throw forbidden(entity, 'update');
  await call.service.presence.note({ entity, id: record.id }, call.caller.me.id);
  return answerOf(call, record);
});

const leave = callerRoute('DELETE', URL, async (call) => {
  const record = await recordOf(call);
  await call.service.presence.leave({ entity: part(call.request, 'entity'), id: record.id }, call.caller.me.id);
  call.reply.code(204);
});

/** Who else is editing a record, and its version: what an open page asks again and again. */
export const PRESENCE_ROUTES: readonly Route[] = [read, edit, leave];
