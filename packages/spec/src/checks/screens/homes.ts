import { mayOpen, rightsFor, rolesWith, type Model, type Role } from '@ninefold/model';
import type { Context } from '../../compile/reading/context.ts';
import { unknown } from '../../compile/reading/read.ts';

/** The home of a role is a screen that the role may open, without a record. */
export function checkHomes(ctx: Context, model: Model): void {
  for (const role of Object.values(model.roles)) checkHome(ctx, model, role);
}

function checkHome(ctx: Context, model: Model, { id, home }: Role): void {
  const spot = ctx.spots.get(`home ${id}`);
  if (home === null || !spot) return;
  const screen = model.screens.find((each) => each.id === home);
  if (screen === undefined) {
    const names = model.screens.map((each) => each.id).filter((each) => !each.includes('.'));
    if (!ctx.names.screens.includes(home)) unknown(ctx, 'NF0205', { text: home, spot }, names);
    return;
  }
  const isOpen = !screen.path.includes(':') && mayOpen(screen, rightsFor(model, rolesWith(model, [id])));
  if (!isOpen) ctx.report('NF0720', spot, { name: id, screen: home });
}
