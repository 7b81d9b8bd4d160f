import type { FastifyRequest } from 'fastify';
import { listDefaults, listQuery, readListState, type Screen } from '@ninefold/model';
import { languageOf } from '../service/language.ts';
import type { Service } from '../service/service.ts';
import { sentToken } from '../service/visitor.ts';
import { screenAt } from './addresses.ts';

/** The address of a read and what it accepts. */
export type FirstCall = readonly [url: string, accept: string];

const DATA = 'application/json, application/problem+json';

/** What a page starts by itself, and the place in the feed of changes from before it; null where it is not known. */
export interface First {
  readonly calls: readonly FirstCall[];
  readonly place: string | null;
}

/**
 * What the page at this address asks for first, so that it can start all of it before the application has arrived. It is
 * a guess that costs nothing where it is wrong: rights are decided as each call is answered, and what nobody takes is
 * dropped.
 */
export async function firstCalls(service: Service, request: FastifyRequest): Promise<First> {
  const session: FirstCall = ['/_/session', DATA];
  const token = sentToken(service, request);
  if (token === null || (await service.callers.find(token, false)) === null) return { calls: [session], place: null };
  const { model } = service.application;
  const languages = new Set([languageOf(service, request), model.languages[0] ?? 'en']);
  const texts = [...languages].map((language): FirstCall => [`/_/locales/${language}/app.json`, '*/*']);
  const data = dataOf(service, request.url).map((url): FirstCall => [url, DATA]);
  return { calls: [session, ['/_/model', DATA], ...data, ...texts, ['/_/home', DATA]], place: service.live.place() };
}

/** The screen at the address of a page; null: a page of the runtime, or none. */
export function screenOf(service: Service, url: string): Screen | null {
  return screenAt(service.application.model, pathOf(url))?.screen ?? null;
}

function dataOf(service: Service, url: string): readonly string[] {
  const { model } = service.application;
  const { screen, id } = screenAt(model, pathOf(url)) ?? { screen: null, id: null };
  if (screen?.kind === 'record' && id !== null) return [`/api/${screen.entity}/${encodeURIComponent(id)}`];
  if (screen?.kind !== 'list') return [];
  const state = readListState(new URLSearchParams(url.split('?')[1] ?? ''), listDefaults(screen, model));
  return [`/api/${screen.entity}?${listQuery(state, screen).toString()}`];
}

function pathOf(url: string): string {
  return url.split('?')[0] ?? '/';
}
