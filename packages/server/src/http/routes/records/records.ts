import type { Readable } from 'node:stream';
import { limitValues, type GroupAnswer, type ListAnswer, type RecordValue } from '@ninefold/model';
import type { FastifyReply } from 'fastify';
import { exportFile } from '../../../exchange/export-file.ts';
import { Refusal } from '../../../refusal.ts';
import { languageOf } from '../../service/language.ts';
import { callerRoute, part, type CallerCall, type Route } from '../../service/route.ts';
import { writeOptions } from '../../steps/body.ts';

const ENTITY = '/api/:entity';
const RECORD = '/api/:entity/:id';

function sent(reply: FastifyReply, record: RecordValue): RecordValue {
  reply.header('etag', `"${String(record.version)}"`);
  return record;
}

function queryOf({ request }: CallerCall): URLSearchParams {
  const at = request.url.indexOf('?');
  return new URLSearchParams(at === -1 ? '' : request.url.slice(at + 1));
}

function neededBody(body: unknown): unknown {
  if (body === undefined) throw new Refusal('not_json');
  return body;
}

/** Ends an answer of which the client has taken nothing for so long; how long the server works at it does not count. */
function endStalled({ raw }: FastifyReply, ms: number): void {
  raw.setTimeout(ms, () => {
    if ((raw.socket?.writableLength ?? 0) > 0) raw.destroy();
    else raw.setTimeout(ms);
  });
}

/** The records of a list as a file. */
async function sendFile({ service, caller, request, reply }: CallerCall, query: URLSearchParams): Promise<Readable> {
  const source = { records: service.records, model: service.application.model };
  const entity = part(request, 'entity');
  const { type, name, content } = await exportFile(source, caller, {
    entityId: entity,
    query,
    language: languageOf(service, request),
  });
  const format = query.get('format') ?? '';
  await service.audit.note({ act: 'exported', by: caller.me.id, address: request.ip, details: { entity, format } });
  endStalled(reply, Number(limitValues(source.model)['stalled_ms']));
  reply.type(type).header('content-disposition', `attachment; filename="${name}"`);
  return content;
}

const list = callerRoute('GET', ENTITY, async (call): Promise<ListAnswer | GroupAnswer | Readable> => {
  const { records } = call.service;
  const query = queryOf(call);
  if (query.has('format')) return sendFile(call, query);
  const wanted = query.has('group') ? records.group : records.list;
  return wanted(call.caller, part(call.request, 'entity'), query);
});

const read = callerRoute('GET', RECORD, async (call) => {
  const { service, caller, request, reply } = call;
  return sent(reply, await service.records.get(caller, part(request, 'entity'), part(request, 'id'), queryOf(call)));
});

const create = callerRoute('POST', ENTITY, async ({ service, caller, request, reply }) => {
  const { body, options } = writeOptions(request);
  const entity = part(request, 'entity');
  const record = await service.records.create(caller, entity, neededBody(body), options);
  reply.code(201).header('location', `/api/${entity}/${encodeURIComponent(record.id)}`);
  return sent(reply, record);
});

const update = callerRoute('PATCH', RECORD, async ({ service, caller, request, reply }) => {
  const { body, options } = writeOptions(request);
  const [entity, id] = [part(request, 'entity'), part(request, 'id')];
  return sent(reply, await service.records.update(caller, entity, { idOrKey: id, body: neededBody(body) }, options));
});

const remove = callerRoute('DELETE', RECORD, async ({ service, caller, request, reply }) => {
  const { options } = writeOptions(request);
  await service.records.remove(caller, part(request, 'entity'), part(request, 'id'), options);
  reply.code(204);
});

const history = callerRoute('GET', `${RECORD}/history`, async ({ service, caller, request }) => ({
  items: await service.records.history(caller, part(request, 'entity'), part(request, 'id')),
}));

const restore = callerRoute('POST', `${RECORD}/restore`, async ({ service, caller, request, reply }) =>
  sent(
    reply,
    await service.records.restore(caller, part(request, 'entity'), part(request, 'id'), writeOptions(request).options),
  ),
);

const transition = callerRoute('POST', `${RECORD}/:transition`, async ({ service, caller, request, reply }) => {
  const { body, options } = writeOptions(request);
  const [entity, id, name] = [part(request, 'entity'), part(request, 'id'), part(request, 'transition')];
  return sent(
    reply,
    await service.records.transition(caller, entity, { idOrKey: id, transition: name, body: body ?? {} }, options),
  );
});

/** The calls on records. */
export const RECORD_ROUTES: readonly Route[] = [list, read, create, update, remove, history, restore, transition];
