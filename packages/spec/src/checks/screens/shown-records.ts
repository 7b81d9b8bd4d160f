import type { Expression, Model, Screen } from '@ninefold/model';
import type { Context } from '../../compile/reading/context.ts';
import { decide, goal } from '../../reasoning/decide.ts';

/** What shows records of an entity, and which of them. */
interface Shown {
  readonly place: string;
  readonly name: string;
  readonly entity: string;
  readonly where: Expression | null;
}

/** Lists and blocks that show no record, whatever its values are. */
export function checkShownRecords(ctx: Context, model: Model): void {
  for (const { place, name, entity, where } of model.screens.flatMap(shownBy)) {
    const spot = ctx.spots.get(place);
    if (!spot || where === null || where.tree?.node === 'literal') continue; // authors who write `false` mean it
    const { verdict } = decide({ model, entity, goals: goal(where), lawful: true });
    if (verdict === 'impossible') ctx.report('NF0830', spot, { name });
  }
}

function shownBy(screen: Screen): readonly Shown[] {
  const { id } = screen;
  if (screen.kind === 'list') return [{ place: `screen ${id}`, name: id, entity: screen.entity, where: screen.where }];
  if (screen.kind !== 'blocks') return [];
  return screen.blocks.map(({ id: block, entity, where }) => ({
    ...{ place: `block ${id}.${block}`, name: `${id}.${block}` },
    ...{ entity, where },
  }));
}
