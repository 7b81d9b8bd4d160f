import { isReference, partsOf, type Commenting, type Field } from '@ninefold/model';
import type { LocatedMap } from '../../located.ts';
import type { Context } from '../reading/context.ts';
import { KEYS } from '../reading/keys.ts';
import { flagAt, get, knownKeys, knownNames, namesAt, unknown } from '../reading/read.ts';
import { withParts } from './objects.ts';

type Fields = Readonly<Record<string, Field>>;

/** `comments: true`, or a map that names the roles of internal comments and the fields whose people follow. */
export function commentsOf(ctx: Context, id: string, map: LocatedMap, fields: Fields): Commenting | null {
  const entry = map.entries.get('comments');
  if (entry) ctx.spots.set(`comments ${id}`, entry.keySpot);
  const node = get(map, 'comments');
  if (node?.kind !== 'map') return flagAt(ctx, map, 'comments') ? { internal: [], follow: [] } : null;
  knownKeys(ctx, node, KEYS.comments, null);
  const names = namesAt(ctx, node, 'internal');
  for (const { text, spot } of names) ctx.spots.set(`internal ${id}.${text}`, spot);
  const internal = knownNames(ctx, 'NF0203', names, ctx.names.roles);
  return { internal: [...new Set(internal)], follow: followOf(ctx, id, node, fields) };
}

/** Fields of people, and `created_by`. */
function followOf(ctx: Context, id: string, node: LocatedMap, fields: Fields): readonly string[] {
  const known = [...partsOf(fields).keys(), ...Object.keys(fields), 'created_by'];
  const found = namesAt(ctx, node, 'follow').flatMap((name): readonly string[] => {
    const { text, spot } = name;
    ctx.spots.set(`follow ${id}.${text}`, spot);
    if (text === 'created_by') return [text];
    const own = known.includes(text) ? withParts([text], fields) : [];
    const named = own.filter((field) => isReference(fields[field]) && fields[field].to === 'user');
    for (const field of named) ctx.spots.set(`follow ${id}.${field}`, spot);
    if (own.length === 0) unknown(ctx, 'NF0202', name, [...new Set(known)]);
    else if (named.length === 0 && !own.some((field) => ctx.broken.has(fields[field] ?? field)))
      ctx.report('NF0312', spot, { name: fields[own[0] ?? '']?.type ?? text });
    return named;
  });
  return [...new Set(found)];
}
