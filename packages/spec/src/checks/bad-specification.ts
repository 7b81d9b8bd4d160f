import type { SourceFile } from '../application.ts';

/** A specification that is wrong in one way: what is found, and the text it is found at. */
export interface BadSpecification {
  readonly id: string;
  /** The text under the caret. */
  readonly at: string;
  /** `app.yaml`, or all files. */
  readonly files: string | readonly SourceFile[];
  /** A parameter that the message needs. */
  readonly params?: Readonly<Record<string, string>>;
}

const HEAD = 'ninefold: 1\n';

export function spec(id: string, at: string, text: string, params?: BadSpecification['params']): BadSpecification {
  return { id, at, files: HEAD + text, ...(params ? { params } : {}) };
}

export function files(
  id: string,
  at: string,
  others: Readonly<Record<string, string>>,
  params?: BadSpecification['params'],
): BadSpecification {
  const list = Object.entries({ 'app.yaml': HEAD, ...others }).map(([path, text]) => ({ path, text }));
  return { id, at, files: list, ...(params ? { params } : {}) };
}

/** One entity with these fields, readable by a role that may do everything. */
export function fields(id: string, at: string, text: string, params?: BadSpecification['params']): BadSpecification {
  return spec(
    id,
    at,
    `roles: { boss: { thing: all, runtime: [users] } }\nentities:\n  thing:\n    fields:\n${text}`,
    params,
  );
}

export const THING = 'entities:\n  thing: { fields: { name: { type: string }, size: { type: integer } } }\n';
export const BOSS = 'roles: { boss: { thing: all, runtime: [users] } }\n';
export const LIFE = `${BOSS}${THING}states:\n  thing:\n    initial: a\n`;
