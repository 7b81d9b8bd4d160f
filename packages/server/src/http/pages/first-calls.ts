import type { FastifyRequest } from 'fastify';
import {
  isOpenLink,
  listDefaults,
  listQuery,
  readListState,
  viewAlone,
  type Model,
  type Screen,
} from '@ninefold/model';
import { languageOf } from '../service/language.ts';
import type { Caller } from '../../records/context/records.ts';
import type { Service } from '../service/service.ts';
import { sentToken } from '../service/visitor.ts';
import { screenAt } from './addresses.ts';

/** The address of a read and what it accepts. */
export type FirstCall = readonly [url: string, accept: string];

const DATA = 'application/json, application/problem+json';

/** What a page starts by itself. */
export interface First {
  /** Who is signed in. */
  readonly caller: Caller | null;
  readonly calls: readonly FirstCall[];
  /** The place in the feed of changes from before the calls; null where nobody is signed in. */
  readonly place: string | null;
  /** What is shown first: the kind of the screen at the address, a page of the runtime, or the sign-in; null: a one-time link. */
  readonly shows: Screen['kind'] | 'runtime' | 'sign_in' | null;
}

/**
 * What the page at this address asks for first, so that it can start all of it before the application has arrived. It is
 * a guess that costs nothing where it is wrong: rights are decided as each call is answered, and what nobody takes is
 * dropped.
 */
export async function firstCalls(service: Service, request: FastifyRequest): Promise<First> {
  const session: FirstCall = ['/_/session', DATA];
  const token = sentToken(service, request);
  const caller = token === null ? null : await service.callers.find(token, false);
  const { model } = service.application;
  const path = pathOf(request.url);
  const at = screenAt(model, path);
  if (caller === null) return { caller, calls: [session], place: null, shows: isOpenLink(path) ? null : 'sign_in' };
  const texts: FirstCall = [`/_/locales/${languageOf(service, request)}/app.json`, '*/*'];
  const data = dataOf(model, request.url, at).map((url): FirstCall => [url, DATA]);
  return {
    caller,
    calls: [session, ['/_/model', DATA], ...data, texts, ['/_/home', DATA]],
    place: service.live.place(),
    shows: at?.screen.kind ?? 'runtime',
  };
}

function dataOf(model: Model, url: string, at: ReturnType<typeof screenAt>): readonly string[] {
  const { screen, id } = at ?? { screen: null, id: null };
  if (screen?.kind === 'record' && id !== null) return [`/api/${screen.entity}/${encodeURIComponent(id)}`];
  if (screen?.kind !== 'list') return [];
  const params = new URLSearchParams(url.split('?')[1] ?? '');
  if (viewAlone(params) !== null) return []; // what the view says comes with the model
  const state = readListState(params, listDefaults(screen, model));
  return [`/api/${screen.entity}?${listQuery(state, screen).toString()}`];
}

function pathOf(url: string): string {
  return url.split('?')[0] ?? '/';
}
