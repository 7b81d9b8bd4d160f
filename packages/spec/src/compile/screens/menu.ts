import { editsRecord, type MenuGroup, type Screen } from '@ninefold/model';
import type { LocatedMap } from '../../located.ts';
import { inlineText, type Context } from '../reading/context.ts';
import { isId } from '../reading/ids.ts';
import { get, knownKeys, knownNames, namesAt, namesOf, things, type Name } from '../reading/read.ts';

/** The groups of the navigation as written: a map of groups, or one list. */
export function compileMenu(ctx: Context, screens: LocatedMap | null, all: readonly Screen[]): readonly MenuGroup[] {
  const node = screens === null ? null : get(screens, 'menu');
  if (node === null) return defaultMenu(all);
  ctx.spots.set('menu', screens?.entries.get('menu')?.keySpot ?? node.spot);
  if (node.kind !== 'map') return [{ id: 'main', screens: menuScreens(ctx, namesOf(ctx, node), all) }];
  return things(node).flatMap(([id, { keySpot, value }]) => {
    if (!isId(ctx, 'section', { text: id, spot: keySpot })) return [];
    if (value.kind === 'map') {
      knownKeys(ctx, value, ['label', 'screens'], null);
      inlineText(ctx, `menu.${id}.label`, get(value, 'label'));
    }
    const names = value.kind === 'map' ? namesAt(ctx, value, 'screens') : namesOf(ctx, value);
    return [{ id, screens: menuScreens(ctx, names, all) }];
  });
}

function menuScreens(ctx: Context, names: readonly Name[], all: readonly Screen[]): readonly string[] {
  const known = knownNames(ctx, 'NF0205', names, [
    ...all.filter(({ id }) => !id.includes('.')).map(({ id }) => id),
    ...ctx.names.screens,
  ]);
  for (const name of names) {
    const screen = all.find(({ id }) => id === name.text);
    if (screen && isOfRecord(screen)) ctx.report('NF0804', name.spot, { name: name.text });
  }
  return known;
}

/** Whether a screen opens with a record only. */
function isOfRecord(screen: Screen): boolean {
  return screen.kind === 'record' || editsRecord(screen);
}

/** Every screen that opens without a record: written screens first, that of `user` last. */
function defaultMenu(all: readonly Screen[]): readonly MenuGroup[] {
  const written = all.filter((screen) => screen.written && !isOfRecord(screen));
  const listed = new Set(written.flatMap((screen) => (screen.kind === 'list' ? [screen.entity] : [])));
  const standard = all.filter((screen) => !screen.written && screen.kind === 'list' && !listed.has(screen.entity));
  const ids = [...written, ...standard].map(({ id }) => id);
  return ids.length === 0 ? [] : [{ id: 'main', screens: ids }];
}
