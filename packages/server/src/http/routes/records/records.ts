import type { Readable } from 'node:stream';
import { limitValues, type GroupAnswer, type RecordValue, type Wire } from '@ninefold/model';
import { exportFile, type ExportGround } from '../../../exchange/export-file.ts';
import { Refusal } from '../../../refusal.ts';
import { listAnswer, type Listed, type WireList } from '../../answers/list-answer.ts';
import { languageOf } from '../../service/language.ts';
import { callerRoute, part, type CallerCall, type Route } from '../../service/route.ts';
import { parametersOf } from '../../service/query-text.ts';
import { attachmentNamed } from '../../steps/attachment.ts';
import { writeOptions } from '../../steps/body.ts';
import { endStalled } from '../../steps/stalled.ts';
import { shownRecord, takenBody } from '../../answers/wire-forms.ts';

const ENTITY = '/api/:entity';
const RECORD = '/api/:entity/:id';

/** A record of the entity of the address as it is answered. */
function sent(call: CallerCall, record: RecordValue): Wire {
  call.reply.header('etag', `"${String(record.version)}"`);
  return shownRecord(call, part(call.request, 'entity'), record);
}

function neededBody(body: unknown): unknown {
  if (body === undefined) throw new Refusal('not_json');
  return body;
}

/** The records of a list as a file. */
async function sendFile({ service, caller, request, reply }: CallerCall, { entity, query }: Listed): Promise<Readable> {
  const content: ExportGround['content'] = async ({ id }) => {
    const hash = await service.uploads.hashOf(id);
    return hash === null ? null : service.files.read(hash, null);
  };
  const source = { records: service.records, application: service.application, now: service.clock(), content };
  const file = await exportFile(source, caller, {
    entityId: entity,
    query,
    language: languageOf(service, request),
  });
  const format = query.get('format') ?? '';
  await service.audit.note({ act: 'exported', by: caller.me.id, address: request.ip, details: { entity, format } });
  endStalled(reply, Number(limitValues(service.application.model)['stalled_ms']));
  reply
    .type(file.type)
    .header(
      'content-disposition',
      attachmentNamed(file.name, `${entity}${file.name.slice(file.name.lastIndexOf('_'))}`),
    );
  return file.content;
}

async function listed(call: CallerCall, { entity, query }: Listed): Promise<WireList | GroupAnswer | Readable> {
  if (query.has('format')) return sendFile(call, { entity, query });
  if (query.has('group')) return call.service.records.group(call.caller, entity, query);
  return listAnswer(call, { entity, query });
}

const list = callerRoute('GET', ENTITY, (call) =>
  listed(call, { entity: part(call.request, 'entity'), query: parametersOf(call.request) }),
);

/** The records that refer to one, by the name of the reference from its other end: a list like that of their entity. */
const related = callerRoute('GET', `${RECORD}/:related`, async (call) => {
  const { service, caller, request } = call;
  const [entity, idOrKey, inverse] = [part(request, 'entity'), part(request, 'id'), part(request, 'related')];
  return listed(
    call,
    await service.records.related(caller, entity, { idOrKey, inverse, query: parametersOf(call.request) }),
  );
});

/** The records that may be picked for a reference. */
const offers = callerRoute('GET', '/api/_offers/:path', async (call) => {
  const { service, caller, request } = call;
  const answer = await service.records.offers(caller, part(request, 'path'), parametersOf(request));
  return { ...answer, items: answer.items.map((item) => shownRecord(call, answer.entity, item)) };
});

/** How many records refer to one, for its page. */
const counts = callerRoute('GET', '/_/related/:entity/:id', ({ service, caller, request }) =>
  service.records.relatedCounts(caller, part(request, 'entity'), part(request, 'id')),
);

/** What stands above a record of a tree, for its page. */
const path = callerRoute('GET', '/_/path/:entity/:id', ({ service, caller, request }) =>
  service.records.path(caller, part(request, 'entity'), part(request, 'id')),
);

const read = callerRoute('GET', RECORD, async (call) => {
  const { service, caller, request } = call;
  return sent(
    call,
    await service.records.get(caller, part(request, 'entity'), part(request, 'id'), parametersOf(call.request)),
  );
});

const create = callerRoute('POST', ENTITY, async (call) => {
  const { service, caller, request, reply } = call;
  const { body, options } = writeOptions(request);
  const entity = part(request, 'entity');
  const record = await service.records.create(caller, entity, takenBody(call, entity, neededBody(body)), options);
  reply.code(201).header('location', `/api/${entity}/${encodeURIComponent(record.id)}`);
  return sent(call, record);
});

const update = callerRoute('PATCH', RECORD, async (call) => {
  const { service, caller, request } = call;
  const { body, options } = writeOptions(request);
  const [entity, id] = [part(request, 'entity'), part(request, 'id')];
  const given = takenBody(call, entity, neededBody(body));
  return sent(call, await service.records.update(caller, entity, { idOrKey: id, body: given }, options));
});

const remove = callerRoute('DELETE', RECORD, async ({ service, caller, request, reply }) => {
  const { options } = writeOptions(request);
  await service.records.remove(caller, part(request, 'entity'), part(request, 'id'), options);
  reply.code(204);
});

const history = callerRoute('GET', `${RECORD}/history`, async ({ service, caller, request }) => ({
  items: await service.records.history(caller, part(request, 'entity'), part(request, 'id')),
}));

const due = callerRoute('GET', `${RECORD}/due`, async ({ service, caller, request }) => ({
  items: await service.records.due(caller, part(request, 'entity'), part(request, 'id')),
}));

const restore = callerRoute('POST', `${RECORD}/restore`, async (call) => {
  const { service, caller, request } = call;
  const { options } = writeOptions(request);
  return sent(call, await service.records.restore(caller, part(request, 'entity'), part(request, 'id'), options));
});

const transition = callerRoute('POST', `${RECORD}/:transition`, async (call) => {
  const { service, caller, request } = call;
  const { body, options } = writeOptions(request);
  const [entity, id, name] = [part(request, 'entity'), part(request, 'id'), part(request, 'transition')];
  const given = takenBody(call, entity, body ?? {});
  return sent(
    call,
    await service.records.transition(caller, entity, { idOrKey: id, transition: name, body: given }, options),
  );
});

const withdraw = callerRoute('DELETE', `${RECORD}/:transition`, async (call) => {
  const { service, caller, request } = call;
  const { options } = writeOptions(request);
  const [entity, id, name] = [part(request, 'entity'), part(request, 'id'), part(request, 'transition')];
  return sent(call, await service.records.withdraw(caller, entity, { idOrKey: id, transition: name }, options));
});

const approvals = callerRoute('GET', `${RECORD}/approvals`, async ({ service, caller, request }) => ({
  items: await service.records.approvals(caller, part(request, 'entity'), part(request, 'id')),
}));

/** The calls on records. */
export const RECORD_ROUTES: readonly Route[] = [
  ...[list, read, create, update, remove, history, due, restore],
  ...[transition, withdraw, approvals, related, counts, path, offers],
];
