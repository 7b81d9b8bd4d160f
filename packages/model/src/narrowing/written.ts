import type { Model } from '../ir/model.ts';
import type { Rights } from '../rights/rights.ts';
import type { Problem } from '../wire/answers.ts';
import { isGranted } from './screens.ts';

type Written = Model['written'];

/** The places of what this user may see; of files and lines only those learn who may see the specification (`runtime: [spec]`). */
export function narrowWritten(written: Written, rights: Rights): Written {
  if (!rights.runtime.includes('spec')) return {};
  return Object.fromEntries(Object.entries(written).filter(([key]) => isSeen(key, rights)));
}

function isSeen(key: string, rights: Rights): boolean {
  const [kind = '', place = ''] = key.split(' ');
  const [first = '', ...below] = place.split('.');
  switch (kind) {
    case 'field':
      return below.some((_, at) => isGranted(rights, first, below.slice(0, at + 1).join('.')));
    case 'entity':
    case 'rule':
    case 'state':
    case 'transition':
      return rights.grants(first).length > 0;
    case 'role':
    case 'grant':
      return rights.roles.includes(first);
    default:
      return true;
  }
}

/**
 * The line of the specification that a refusal comes from, as `file:line`; null where it comes from none (a lost
 * connection) or from one that the user may not see. `entity` is what the call was about, `roles` what the user holds.
 */
export function writtenAt(
  model: Pick<Model, 'entities' | 'written'>,
  { code, path, params }: Pick<Problem, 'code' | 'params'> & { readonly path?: string },
  entity: string | null,
  roles: readonly string[],
): string | null {
  const about = typeof params['entity'] === 'string' ? params['entity'] : entity;
  const keys = [
    ...(about === null ? [] : keysOf(model, about, { code, path: path ?? '', params })),
    // Where no entity is concerned, a right of the runtime is missing, which no line of a role says.
    ...(code === 'forbidden' && about !== null
      ? [...roles.map((role) => `grant ${role}.${about}`), ...roles.map((role) => `role ${role}`)]
      : []),
    `error ${code}`,
  ];
  return keys.map((key) => model.written[key]).find((place) => place !== undefined) ?? null;
}

function keysOf(
  { entities }: Pick<Model, 'entities'>,
  entity: string,
  { code, path, params: { transition, state } }: Pick<Problem, 'code' | 'path' | 'params'>,
): readonly string[] {
  const rule = entities[entity]?.rules.find(({ error }) => error === code);
  const period = entities[entity]?.noOverlaps.find(({ error }) => error === code);
  const field = path.replaceAll(/\[\d+\]/g, '');
  return [
    ...(rule ? [`rule ${entity}.${rule.id}`] : []),
    ...(period?.name ? [`rule ${entity}.${period.name}`] : []),
    ...(typeof transition === 'string' ? [`transition ${entity}.${transition}`] : []),
    ...(typeof state === 'string' ? [`state ${entity}.${state}`] : []),
    ...(field === '' ? [] : [`field ${entity}.${field}`, `field ${entity}.${field.split('.')[0] ?? ''}`]),
  ];
}
