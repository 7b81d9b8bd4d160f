import { runtimeLimit, type ListView } from '@ninefold/model';
import { arrangeable, sentArrangement } from '../../../list-views/arrangements.ts';
import { listOf, shownView } from '../../../list-views/shown-view.ts';
import { viewsOf } from '../../../list-views/views-of.ts';
import { sentLook } from '../../../list-views/sent-look.ts';
import type { KeptView } from '../../../list-views/view-store.ts';
import { Refusal } from '../../../refusal.ts';
import { callerRoute, part, type CallerCall, type Route } from '../../service/route.ts';
import { objectBody, textsOf } from '../../steps/body.ts';
import { needRight } from '../../steps/need-right.ts';
import { invalid } from '../../steps/new-password.ts';

async function add(call: CallerCall): Promise<ListView> {
  const { service, caller, request, reply } = call;
  const body = objectBody(request);
  const { screen, name } = textsOf(body, ['screen', 'name']);
  const { model } = service.application;
  if (listOf(model, caller.rights, screen) === null) throw invalid({ path: 'screen', code: 'not_offered', params: {} });
  const shared = body['shared'] === true;
  if (shared) needRight(call, 'views');
  const most = runtimeLimit(model, 'list_views');
  const wanted = {
    screen,
    name: nameIn(call, name),
    query: queryIn(body['query'] ?? ''),
    look: lookText(body['look']),
  };
  const person = shared ? null : caller.me.id;
  const made = await service.listViews.add({ ...wanted, person }, caller.me.id, most);
  if (made === null) throw invalid({ path: '', code: 'too_many', params: { max: most } });
  reply.code(201);
  return shown(call, made);
}

async function change(call: CallerCall): Promise<ListView> {
  const { service, caller, request } = call;
  const body = objectBody(request);
  const old = await found(call);
  const isShared = body['shared'] === undefined ? old.person === null : body['shared'] === true;
  if (isShared) needRight(call, 'views');
  if (body['version'] !== undefined && body['version'] !== old.version) throw new Refusal('changed_meanwhile');
  const next = {
    person: isShared ? null : caller.me.id,
    screen: old.screen,
    name: body['name'] === undefined ? old.name : nameIn(call, textsOf(body, ['name']).name),
    query: body['query'] === undefined ? old.query : queryIn(body['query']),
    look: body['look'] === undefined ? old.look : lookText(body['look']),
  };
  return shown(call, await service.listViews.change(old, next));
}

async function remove(call: CallerCall): Promise<void> {
  await call.service.listViews.remove(await found(call));
  call.reply.code(204);
}

/** A view that the caller may change: their own, or with the right to it one that is shared. */
async function found(call: CallerCall): Promise<KeptView> {
  const { service, caller, request } = call;
  const kept = await service.listViews.one(caller.me.id, part(request, 'id'));
  if (kept === null || shownView(service.application.model, caller.rights, kept) === null)
    throw new Refusal('not_found');
  if (kept.person === null) needRight(call, 'views');
  return kept;
}

function shown({ service, caller }: CallerCall, kept: KeptView): ListView {
  const view = shownView(service.application.model, caller.rights, kept);
  if (view === null) throw new Refusal('not_found');
  return view;
}

function nameIn({ service }: CallerCall, written: string): string {
  const name = written.trim();
  const max = runtimeLimit(service.application.model, 'view_name_chars');
  if (name === '') throw invalid({ path: 'name', code: 'required', params: {} });
  if (name.length > max) throw invalid({ path: 'name', code: 'too_long', params: { max, length: name.length } });
  return name;
}

/** Longer than any address that a list makes. */
const MAX_QUERY = 8000;

function queryIn(query: unknown): string {
  if (typeof query !== 'string' || query.length > MAX_QUERY)
    throw invalid({ path: 'query', code: 'bad_type', params: {} });
  return query;
}

function lookText(look: unknown): string {
  return JSON.stringify(sentLook(look, 'look'));
}

async function setLook(call: CallerCall): Promise<void> {
  const { service, caller, request, reply } = call;
  const body = objectBody(request);
  const { of } = textsOf(body, ['of']);
  const { model } = service.application;
  const isKnown = listOf(model, caller.rights, of) !== null || (await service.listViews.one(caller.me.id, of)) !== null;
  if (!isKnown) throw new Refusal('not_found');
  await service.listViews.setLook(caller.me.id, of, body['look'] === null ? null : lookText(body['look']));
  reply.code(204);
}

async function setArrangement({ service, caller, request, reply }: CallerCall): Promise<void> {
  const body = objectBody(request);
  const screen = arrangeable(service.application.model, caller.rights, textsOf(body, ['screen']).screen);
  if (screen === null) throw new Refusal('not_found');
  const { arrangement = null } = body;
  const kept = arrangement === null ? null : JSON.stringify(sentArrangement(arrangement, screen));
  await service.listViews.setLook(caller.me.id, screen.id, kept);
  reply.code(204);
}

/** Lists with names of their own, and how people want to see lists. */
export const LIST_VIEW_ROUTES: readonly Route[] = [
  callerRoute('GET', '/_/views', ({ service: { application, listViews }, caller }) =>
    viewsOf({ model: application.model, listViews }, caller),
  ),
  callerRoute('POST', '/_/views', add),
  callerRoute('PATCH', '/_/views/:id', change),
  callerRoute('DELETE', '/_/views/:id', remove),
  callerRoute('POST', '/_/looks', setLook),
  callerRoute('POST', '/_/arrangements', setArrangement),
];
