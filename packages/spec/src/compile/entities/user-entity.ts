import { PLAIN_FIELD, type Field } from '@ninefold/model';
import type { Names } from '../reading/context.ts';
import { literal } from './literals.ts';

function length(count: number): Field['max'] {
  return literal(String(count), { kind: 'number' }, String(count));
}

/** The fields that `user` always has. A specification may add fields and cannot change these. */
export function builtInUserFields(names: Names): Readonly<Record<string, Field>> {
  const active = literal('true', { kind: 'boolean' }, true);
  return {
    name: {
      ...PLAIN_FIELD,
      id: 'name',
      type: 'string',
      format: null,
      pattern: null,
      required: true,
      search: true,
      max: length(100),
    },
    email: {
      ...PLAIN_FIELD,
      ...{ id: 'email', type: 'string', format: 'email', pattern: null },
      ...{ required: true, unique: true, search: true, max: length(254) },
    },
    language: { ...PLAIN_FIELD, id: 'language', type: 'choice', options: names.languages },
    roles: { ...PLAIN_FIELD, id: 'roles', type: 'choices', options: names.roles, readOnly: true },
    active: { ...PLAIN_FIELD, id: 'active', type: 'boolean', default: active },
  };
}

/** Fields of `user` that neither a verb nor `all` opens: only `grant` does. */
export const GRANT_ONLY: readonly string[] = ['roles', 'active', 'email'];
