import { editsRecord, type ListScreen, type Screen } from '@ninefold/model';
import type { Spot } from '../../located.ts';
import type { Context } from '../reading/context.ts';
import { unknown } from '../reading/read.ts';
import type { Shapes } from '../entities/entities.ts';

const TAKEN: ReadonlySet<string> = new Set(['_', 'api', 'health', 'ready']);

/** `/`, or segments of letters, digits, `_` and `-`; a record screen has exactly one `:id`, a form may have one, others have none. */
export function isPath(path: string, kind: Screen['kind']): boolean {
  if (path === '/') return kind !== 'record';
  const segments = path.split('/').slice(1);
  if (!path.startsWith('/') || TAKEN.has(segments[0] ?? '')) return false;
  const parameters = segments.filter((segment) => segment.startsWith(':'));
  if (segments.some((segment) => !/^(?::id|[\p{L}\p{N}_-]+)$/u.test(segment))) return false;
  return parameters.length === (kind === 'record' ? 1 : 0) || (kind === 'form' && parameters.length === 1);
}

/** The path of a screen without `path`. */
export function pathOf(id: string, kind: Screen['kind']): string {
  return kind === 'record' ? `/${id}/:id` : `/${id}`;
}

/**
 * The list, record page and form of every entity that has no written screen for everybody. Their ids are `<entity>` (or
 * `<entity>.list` where a written screen has that id), `<entity>.record` and `<entity>.form`.
 */
export function standardScreens(shapes: Shapes, written: readonly Screen[]): readonly Screen[] {
  const paths = new Set(written.map(({ path }) => path));
  const ids = new Set(written.map(({ id }) => id));
  return Object.keys(shapes).flatMap((entity) => {
    const common = { entity, roles: null, icon: null, written: false };
    const list = ids.has(entity) ? `${entity}.list` : entity;
    const standard: readonly Screen[] = [
      {
        ...common,
        id: list,
        path: `/${entity}`,
        kind: 'list',
        where: null,
        columns: [],
        sort: [],
        layouts: [],
        board: null,
        calendar: null,
        gantt: null,
        map: null,
        create: null,
      },
      {
        ...common,
        id: `${entity}.record`,
        path: `/${entity}/:id`,
        kind: 'record',
        sections: [],
        related: [],
        restHidden: false,
      },
      {
        ...common,
        id: `${entity}.form`,
        path: `/${entity}/new`,
        kind: 'form',
        only: [],
        sections: [],
        preset: {},
        // oxlint-disable-next-line unicorn/no-thenable -- `then` is the language's word
        then: null,
      },
    ];
    return standard.filter((screen) => !paths.has(screen.path) && !written.some((other) => replaces(other, screen)));
  });
}

function replaces(written: Screen, standard: Screen): boolean {
  if (written.kind !== standard.kind || written.roles !== null) return false;
  if (!('entity' in written) || !('entity' in standard) || written.entity !== standard.entity) return false;
  if (written.kind === 'list') return written.where === null;
  return (
    written.kind !== 'form' ||
    (!editsRecord(written) && written.only.length === 0 && Object.keys(written.preset).length === 0)
  );
}

/** Reports two written screens on one path, `then` of forms that leads nowhere, and `create` of lists that names no form for it. */
export function checkScreens(ctx: Context, all: readonly Screen[]): void {
  const seen = new Map<string, string>();
  for (const { id, path, written } of all) {
    const other = seen.get(path);
    const spot = ctx.spots.get(`path ${id}`) ?? ctx.spots.get(`screen ${id}`);
    if (other !== undefined && written && spot && !ctx.broken.has(`path ${id}`))
      ctx.report('NF0802', spot, { path, other });
    seen.set(path, id);
  }
  const ids = [...new Set([...all.map(({ id }) => id), ...ctx.names.screens])];
  for (const screen of all) {
    const [key, text] =
      screen.kind === 'form' ? ['then', screen.then] : ['create', 'create' in screen ? screen.create : null];
    const spot = ctx.spots.get(`${key} ${screen.id}`);
    if (text === null || !spot) continue;
    if (!ids.includes(text))
      unknown(
        ctx,
        'NF0205',
        { text, spot },
        ids.filter((id) => !id.includes('.')),
      );
    else if (screen.kind === 'list')
      checkCreates(
        ctx,
        screen,
        all.find(({ id }) => id === text),
        spot,
      );
  }
}

/** A list makes its records by a form of the same entity. */
function checkCreates(ctx: Context, { entity }: ListScreen, form: Screen | undefined, spot: Spot): void {
  if (form === undefined || (form.kind === 'form' && form.entity === entity && !editsRecord(form))) return; // a screen that is broken is told at its place
  ctx.report('NF0820', spot, { name: form.id, entity });
}
