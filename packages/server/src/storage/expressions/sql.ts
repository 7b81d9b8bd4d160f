import type { Scope } from '@ninefold/model';
import type { SqlValue } from '../sql-value.ts';
import { quoted } from '../names.ts';

/** Gives one parameter of a statement at the time it runs. */
export type Param = (scope: Scope) => SqlValue;

/** A piece of SQL with the parameters of its question marks, in order. */
export interface Sql {
  readonly text: string;
  readonly params: readonly Param[];
}

/** Composes pieces; anything that is not a piece itself is refused by the type. */
export function sql(strings: TemplateStringsArray, ...pieces: readonly Sql[]): Sql {
  return {
    text: strings.reduce((text, part, index) => `${text}${pieces[index - 1]?.text ?? ''}${part}`),
    params: pieces.flatMap((piece) => piece.params),
  };
}

export function param(value: Param): Sql {
  return { text: '?', params: [value] };
}

/** Only for what is written in this folder or is a whole number: never for a value. */
export function raw(text: string): Sql {
  return { text, params: [] };
}

export function name(identifier: string): Sql {
  return raw(quoted(identifier));
}

export function column(alias: string, identifier: string): Sql {
  return raw(`${quoted(alias)}.${quoted(identifier)}`);
}

export function join(pieces: readonly Sql[], between: string): Sql {
  return { text: pieces.map((piece) => piece.text).join(between), params: pieces.flatMap((piece) => piece.params) };
}

/** All of them; true where there are none. */
export function all(pieces: readonly Sql[]): Sql {
  const [only] = pieces;
  if (only === undefined) return raw('TRUE');
  return pieces.length === 1 ? only : sql`(${join(pieces, ' AND ')})`;
}

/** Any of them; false where there are none. */
export function any(pieces: readonly Sql[]): Sql {
  const [only] = pieces;
  if (only === undefined) return raw('FALSE');
  return pieces.length === 1 ? only : sql`(${join(pieces, ' OR ')})`;
}

/** True where the piece is false or NULL. */
export function isNotTrue(piece: Sql): Sql {
  return sql`(${piece}) IS NOT TRUE`;
}
