import { Readable } from 'node:stream';
import {
  filesIn,
  isList,
  isMap,
  limitValues,
  type RecordValue,
  type StoredFile,
  type UploadAnswer,
  type Wire,
} from '@ninefold/model';
import type { FastifyRequest } from 'fastify';
import { badParameter } from '../../../records/reading/lists/list-params.ts';
import { Refusal } from '../../../refusal.ts';
import type { ByteRange } from '../../../uploads/file-store.ts';
import { PREVIEW_SIZES } from '../../../uploads/previews.ts';
import { parametersOf } from '../../service/query-text.ts';
import { callerRoute, part, type CallerCall, type Route } from '../../service/route.ts';
import { attachmentNamed } from '../../steps/attachment.ts';
import { endStalled } from '../../steps/stalled.ts';

/** The address to which files are sent. No entity has such an id. */
export const UPLOADS = '/api/_files';

/** A whole number in the query; throws `bad_parameter`. */
function wholeNumber(request: FastifyRequest, name: string, otherwise: string | undefined): number {
  const text = parametersOf(request).get(name) ?? otherwise ?? '';
  if (!/^\d{1,15}$/.test(text)) throw badParameter(name);
  return Number(text);
}

/** The body of a file; null where there is none. Throws `wrong_media_type` for a body of another form. Where a part of it is left unread, the connection ends with the answer. */
function contentOf({ request: { body }, reply }: CallerCall): Readable | null {
  if (body === undefined || body === null) return null;
  if (!(body instanceof Readable)) throw new Refusal('wrong_media_type');
  reply.header('connection', 'close');
  return body;
}

const begin = callerRoute('POST', UPLOADS, async (call): Promise<UploadAnswer> => {
  const { service, caller, request, reply } = call;
  if (service.standing.isStopping) throw new Refusal('stopping');
  const name = parametersOf(request).get('name') ?? '';
  if (name === '') throw badParameter('name');
  const content = contentOf(call);
  const size = wholeNumber(request, 'size', content === null ? undefined : request.headers['content-length']);
  const begun = await service.uploads.begin(caller.me.id, { name, size });
  reply.code(201).header('location', `${UPLOADS}/${begun.id}`);
  return content === null || size === 0 ? begun : service.uploads.append(caller.me.id, begun.id, 0, content);
});

const append = callerRoute('PATCH', `${UPLOADS}/:id`, async (call): Promise<UploadAnswer> => {
  const { service, caller, request } = call;
  const content = contentOf(call) ?? Readable.from([]);
  return service.uploads.append(caller.me.id, part(request, 'id'), wholeNumber(request, 'from', undefined), content);
});

const state = callerRoute('GET', `${UPLOADS}/:id`, ({ service, caller, request }) =>
  service.uploads.state(caller.me.id, part(request, 'id')),
);

const cancel = callerRoute('DELETE', `${UPLOADS}/:id`, async ({ service, caller, request, reply }) => {
  await service.uploads.cancel(caller.me.id, part(request, 'id'));
  reply.code(204);
});

/** Kinds whose name a browser may learn: none of them is a page, a script or a drawing that could hold one. */
const HARMLESS = /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp)|audio\/[\w-]+|video\/[\w-]+|application\/pdf)$/;

/** The file with this id in a field of a record, or in a field of its lines (`lines.photo`), as its reader sees the record; null where it holds none. */
function heldFile(record: RecordValue, field: string, id: string): StoredFile | null {
  const [lines = '', inner = ''] = field.split('.');
  const list = record[field] === undefined ? record[lines] : undefined;
  const inLines = isList(list) ? list.map((line: Wire) => (isMap(line) ? line[inner] : null)) : [];
  const held = [record[field], ...inLines].flatMap((value) => filesIn(value));
  return held.find((file) => file.id === id) ?? null;
}

/** The part of a content that `Range` asks for (RFC 9110, 14); null: all of it. Several parts are answered as all of it. */
export function rangeOf(header: string | undefined, size: number): ByteRange | null | 'none' {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < from) return null;
  return from >= size || (last === '0' && first === '') ? 'none' : { from, to };
}

/** What every answer with a content says: it is stored and never shown as a page, whatever it is. */
function protect({ reply }: CallerCall, { id, name, type }: StoredFile): void {
  const ending = /\.\w{1,10}$/.exec(name)?.[0] ?? '';
  reply
    .type(HARMLESS.test(type) ? type : 'application/octet-stream')
    .header('content-disposition', attachmentNamed(name, `file${ending}`))
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cross-origin-resource-policy', 'same-origin')
    .header('cache-control', 'private, no-cache')
    .header('accept-ranges', 'bytes')
    .header('etag', `"${id}"`);
}

/** The file with an id that a field of the record in the address holds for its reader; null where it holds none. */
export async function fileOfRecord({ service, caller, request }: CallerCall, field: string, id: string) {
  const record = await service.records.get(caller, part(request, 'entity'), part(request, 'id'));
  return heldFile(record, field, id);
}

const download = callerRoute('GET', '/api/:entity/:id/:field/:file', async (call) =>
  sendContent(call, await fileOfRecord(call, part(call.request, 'field'), part(call.request, 'file'))),
);

const downloadOfComment = callerRoute('GET', '/api/:entity/:id/comments/:comment/:file', async (call) => {
  const { service, caller, request } = call;
  const of = { entity: part(request, 'entity'), idOrKey: part(request, 'id'), comment: part(request, 'comment') };
  const { files } = await service.records.comments.get(caller, of);
  return sendContent(call, files.find(({ id }) => id === part(request, 'file')) ?? null);
});

/**
 * Answers the content of a file that the caller may read, or the part of it that they ask for. Throws `file_gone` where what holds it
 * has no such file for them, or its content is missing.
 */
export async function sendContent(call: CallerCall, file: StoredFile | null) {
  const { service, request, reply } = call;
  const hash = file && (await service.uploads.hashOf(file.id));
  if (file === null || hash === null) throw new Refusal('file_gone');
  const preview = parametersOf(request).get('preview');
  if (preview !== null) return sendPreview(call, { file, hash }, preview);
  protect(call, file);
  const etag = `"${file.id}"`;
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  const { 'if-range': ifRange = etag, range: asked } = request.headers;
  const range = ifRange === etag ? rangeOf(asked, file.size) : null;
  if (range === 'none')
    return reply
      .code(416)
      .header('content-range', `bytes */${String(file.size)}`)
      .send();
  const content = await service.files.read(hash, range);
  if (content === null) throw new Refusal('file_gone');
  if (range !== null) {
    const { from, to } = range;
    reply.code(206).header('content-range', `bytes ${String(from)}-${String(to)}/${String(file.size)}`);
  }
  const length = range === null ? file.size : range.to - range.from + 1;
  endStalled(reply, Number(limitValues(service.application.model)['stalled_ms']));
  return reply.header('content-length', length).send(content);
}

/** Answers a small picture of a content: `?preview=small` or `large`. Throws `not_found` where there is none. */
async function sendPreview(
  call: CallerCall,
  { file, hash }: { readonly file: StoredFile; readonly hash: string },
  size: string,
) {
  const { service, request, reply } = call;
  if (!Object.hasOwn(PREVIEW_SIZES, size)) throw badParameter('preview');
  const preview = await service.previews.of(file, hash, size);
  if (preview === null) throw new Refusal('not_found');
  const etag = `"${file.id}-${size}"`;
  protect(call, { ...file, name: `${file.name}.webp`, type: 'image/webp' });
  reply.header('etag', etag).removeHeader('accept-ranges');
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.header('content-length', preview.size).send(preview.content());
}

/** Files come and are read. */
export const FILE_ROUTES: readonly Route[] = [begin, append, state, cancel, download, downloadOfComment];
