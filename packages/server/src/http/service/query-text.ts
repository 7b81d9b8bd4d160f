import { isMap } from '@ninefold/model';
import type { FastifyRequest } from 'fastify';

/** One parameter behind the `?`; null where it is missing or stands there several times. */
export function queryText({ query }: Pick<FastifyRequest, 'query'>, name: string): string | null {
  const text = isMap(query) ? query[name] : undefined;
  return typeof text === 'string' ? text : null;
}

/** All parameters behind the `?`, repeated ones too. */
export function parametersOf({ url }: Pick<FastifyRequest, 'url'>): URLSearchParams {
  const at = url.indexOf('?');
  return new URLSearchParams(at === -1 ? '' : url.slice(at + 1));
}
