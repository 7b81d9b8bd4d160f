import { isFiles, type CommentAnswer, type WholeComment } from '@ninefold/model';
import type { OfComment, OfRecord } from '../../../records/context/comments.ts';
import { callerRoute, part, type CallerCall, type Route } from '../../service/route.ts';
import { parametersOf, queryText } from '../../service/query-text.ts';
import { objectBody, writeOptions } from '../../steps/body.ts';
import { fileOfRecord, sendContent } from './files.ts';

const COMMENTS = '/api/:entity/:id/comments';
const COMMENT = `${COMMENTS}/:comment`;
const CONVERSATION = '/_/conversation/:entity/:id';

function recordOf({ request }: CallerCall): OfRecord {
  return { entity: part(request, 'entity'), idOrKey: part(request, 'id') };
}

function commentOf(call: CallerCall): OfComment {
  return { ...recordOf(call), comment: part(call.request, 'comment') };
}

function sent<C extends CommentAnswer | WholeComment>({ reply }: CallerCall, comment: C): C {
  reply.header('etag', `"${String(comment.version)}"`);
  return comment;
}

const list = callerRoute('GET', COMMENTS, (call) =>
  call.service.records.comments.list(call.caller, recordOf(call), parametersOf(call.request)),
);

/** A field of files may be called `comments` too; its files and the comments of a record have the same address, and never the same id. */
const read = callerRoute('GET', COMMENT, async (call) => {
  const { entity, comment } = commentOf(call);
  const own = call.service.application.model.entities[entity];
  if (isFiles(own?.fields['comments'])) {
    const file = await fileOfRecord(call, 'comments', comment);
    if (file !== null || own?.comments === null) return sendContent(call, file);
  }
  return sent(call, await call.service.records.comments.get(call.caller, commentOf(call)));
});

const create = callerRoute('POST', COMMENTS, async (call) => {
  const { service, caller, request, reply } = call;
  objectBody(request);
  const { body, options } = writeOptions(request);
  const { entity, idOrKey } = recordOf(call);
  const comment = await service.records.comments.create(caller, { entity, idOrKey }, body, options);
  const [record, id] = [idOrKey, comment.id].map(encodeURIComponent);
  reply.code(201).header('location', `/api/${entity}/${String(record)}/comments/${String(id)}`);
  return sent(call, comment);
});

const edit = callerRoute('PATCH', COMMENT, async (call) => {
  const { service, caller, request } = call;
  objectBody(request);
  const { body, options } = writeOptions(request);
  return sent(call, await service.records.comments.edit(caller, commentOf(call), body, options));
});

const takeBack = callerRoute('DELETE', COMMENT, async (call) => {
  const { service, caller, request, reply } = call;
  await service.records.comments.takeBack(caller, commentOf(call), writeOptions(request).options);
  reply.code(204);
});

const conversation = callerRoute('GET', CONVERSATION, (call) =>
  call.service.records.comments.conversation(call.caller, recordOf(call)),
);

const follow = callerRoute('POST', CONVERSATION, (call) =>
  call.service.records.comments.follow(call.caller, recordOf(call), objectBody(call.request)),
);

const mentionable = callerRoute('GET', '/_/mentionable/:entity/:id', async (call) => {
  const search = queryText(call.request, 'search') ?? '';
  const internal = queryText(call.request, 'internal') === 'true';
  return { items: await call.service.records.comments.mentionable(call.caller, recordOf(call), { search, internal }) };
});

const found = callerRoute('GET', '/_/comments', ({ service, caller, request }) =>
  service.records.comments.find(caller, queryText(request, 'search') ?? ''),
);

const unread = callerRoute('GET', '/_/unread', ({ service, caller }) => service.records.comments.unread(caller));

/** What people say about records. */
export const COMMENT_ROUTES: readonly Route[] = [
  ...[list, read, create, edit, takeBack],
  ...[conversation, follow, mentionable, found, unread],
];
