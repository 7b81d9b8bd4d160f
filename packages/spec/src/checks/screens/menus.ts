import { editsRecord, type Model, type Screen } from '@ninefold/model';
import type { Context } from '../../compile/reading/context.ts';

/** Written screens to which neither the menu nor another screen leads, where a menu is written. */
export function checkUnlisted(ctx: Context, model: Model): void {
  if (!ctx.spots.has('menu')) return;
  const led = new Set([
    ...model.menu.flatMap(({ screens }) => screens),
    ...model.screens.flatMap(ledFrom),
    ...Object.values(model.roles).flatMap(({ home }) => home ?? []),
  ]);
  for (const screen of model.screens) {
    const spot = ctx.spots.get(`screen ${screen.id}`);
    const isOpened = screen.written && screen.path !== '/' && screen.kind !== 'record' && !editsRecord(screen);
    if (spot && isOpened && !led.has(screen.id)) ctx.report('NF0831', spot, { name: screen.id });
  }
}

/** The screens that buttons of a screen open. */
function ledFrom(screen: Screen): readonly string[] {
  if (screen.kind === 'list') return screen.create === null ? [] : [screen.create];
  return screen.kind === 'form' && screen.then !== null ? [screen.then] : [];
}
