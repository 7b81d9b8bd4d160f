import type { Problem } from '@ninefold/model';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../refusal.ts';

/** A body that is a JSON object. */
export function objectBody(request: FastifyRequest): Readonly<Record<string, unknown>> {
  const { body } = request;
  if (body === undefined) throw new Refusal('not_json');
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Refusal('bad_request');
  return body as Readonly<Record<string, unknown>>;
}

/** The texts of these names; throws `invalid` that names each one missing. */
export function textsOf<Name extends string>(
  body: Readonly<Record<string, unknown>>,
  names: readonly Name[],
): Readonly<Record<Name, string>> {
  const problems = names.flatMap((name): Problem[] => {
    const value = body[name];
    if (value === undefined || value === null || value === '') return [{ path: name, code: 'required', params: {} }];
    return typeof value === 'string' ? [] : [{ path: name, code: 'bad_type', params: {} }];
  });
  if (problems.length > 0) throw new Refusal('invalid', { problems });
  return Object.fromEntries(names.map((name) => [name, body[name]])) as Readonly<Record<Name, string>>;
}
