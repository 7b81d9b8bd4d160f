import type { Expression } from '../ir/expression.ts';
import { LAYOUTS, type LayoutPart } from '../ir/layout.ts';
import type { Model } from '../ir/model.ts';
import type { Block, GroupedBlock, GroupKey, ListScreen, Screen, Section } from '../ir/screen.ts';
import { canEver, type Rights } from '../rights/rights.ts';
import { isBlockFor } from './blocks.ts';
import { isReadable, keepReadable, unworded } from './readable.ts';

/** Whether some grant names this field with any right. */
export function isGranted(rights: Rights, entity: string, field: string): boolean {
  return rights.grants(entity).some(({ fields }) => {
    const right = fields[field];
    return right !== undefined && (right.create || right.read || right.update);
  });
}

/** Whether a screen is a form that changes the record of its address. */
export function editsRecord(screen: Screen): boolean {
  return screen.kind === 'form' && screen.path.includes('/:');
}

/** What a person needs on the entity of a screen to open it. */
export function verbOf(screen: Screen): 'read' | 'create' | 'update' {
  if (screen.kind !== 'form') return 'read';
  return editsRecord(screen) ? 'update' : 'create';
}

/** Whether a screen is open to these rights at all. */
export function mayOpen(screen: Screen, rights: Rights): boolean {
  if (screen.roles !== null && !screen.roles.some((role) => rights.roles.includes(role))) return false;
  if (screen.kind === 'page' || screen.kind === 'blocks') return true;
  return canEver(rights, screen.entity, verbOf(screen));
}

/** A screen without the blocks and the names of fields that are not for these rights. */
export function narrowScreen(screen: Screen, model: Model, rights: Rights): Screen {
  switch (screen.kind) {
    case 'page':
      return screen;
    case 'blocks':
      return {
        ...screen,
        blocks: screen.blocks
          .filter((block) => isBlockFor(block, rights))
          .map((block) => narrowBlock({ ...block, where: unworded(block.where) }, model, rights))
          .filter(hasContent),
      };
    case 'list':
      return {
        ...screen,
        where: unworded(screen.where),
        ...narrowColumns(screen, model, rights),
        ...narrowLayouts(screen, knownIn(screen.entity, model, rights)),
      };
    case 'record':
      return {
        ...screen,
        sections: narrowSections(screen.sections, knownIn(screen.entity, model, rights)),
        related: screen.related
          .filter(({ entity, field }) => canEver(rights, entity, 'read') && isGranted(rights, entity, field))
          .map((section) => ({ ...section, ...narrowColumns(section, model, rights) })),
      };
    case 'form': {
      const known = knownIn(screen.entity, model, rights);
      const preset = Object.entries(screen.preset).flatMap(([field, value]: readonly [string, Expression]) =>
        known(field) ? [[field, unworded(value)] as const] : [],
      );
      const sections = narrowSections(screen.sections, known);
      return { ...screen, only: screen.only.filter(known), sections, preset: Object.fromEntries(preset) };
    }
  }
}

function narrowSections(sections: readonly Section[], known: (name: string) => boolean): readonly Section[] {
  return sections
    .map((section) => ({ ...section, fields: section.fields.filter(known) }))
    .filter(({ fields }) => fields.length > 0);
}

type NarrowBlock<B extends Block> = (block: B, model: Model, rights: Rights) => Block;
type BlockOf<K extends Block['block']> = K extends GroupedBlock['block']
  ? GroupedBlock
  : Extract<Block, { readonly block: K }>;

/** What of a block is for these rights, by its kind. */
const BLOCKS: { readonly [K in Block['block']]: NarrowBlock<BlockOf<K>> } = {
  count: (block, model, rights) => ({
    ...block,
    trend: block.trend !== null && knownIn(block.entity, model, rights)(block.trend.field) ? block.trend : null,
  }),
  list: (block, model, rights) => ({ ...block, ...narrowColumns(block, model, rights) }),
  chart: narrowGroups,
  table: narrowGroups,
};

/** What of a block is for these rights. */
export function narrowBlock(block: Block, model: Model, rights: Rights): Block {
  const narrowed = BLOCKS[block.block] as NarrowBlock<Block>; // the table pairs each kind with its block
  return narrowed({ ...block, visibleWhen: keepReadable(model, rights)(block.visibleWhen) }, model, rights);
}

function narrowGroups(block: GroupedBlock, model: Model, rights: Rights): GroupedBlock {
  const known = knownIn(block.entity, model, rights);
  const readable = (part: Expression | null): boolean => part === null || isReadable(part, model, rights);
  const groupBy = block.groupBy.filter((key) => (key.by === 'field' ? known(key.field) : readable(key.of)));
  const show = block.show.filter(({ of }) => readable(of));
  const names = new Set([...groupBy.map(groupName), ...show.map(({ id }) => id)]);
  return { ...block, groupBy, show, sort: block.sort.filter((entry) => names.has(entry.replace(/^-/, ''))) };
}

/** A group as `sort` names it: `created_at:week`; that of an expression has no name. */
export function groupName(key: GroupKey): string {
  if (key.by === 'expression') return '';
  return key.period === null ? key.field : `${key.field}:${key.period}`;
}

/** Whether a block shows anything to these rights: groups have to have a name and a figure that they may read. */
function hasContent(block: Block): boolean {
  return !('groupBy' in block) || (block.groupBy.length > 0 && block.show.length > 0);
}

/** A layout that stands for what the reader may not know is none; a sum or an end that they may not know is left out. */
function narrowLayouts(
  { layouts, ...screen }: ListScreen,
  known: (name: string) => boolean,
): Pick<ListScreen, 'layouts' | LayoutPart> {
  const orNull = (name: string | null): string | null => (name !== null && known(name) ? name : null);
  const board = screen.board && known(screen.board.by) ? { ...screen.board, sum: orNull(screen.board.sum) } : null;
  const calendar =
    screen.calendar && known(screen.calendar.from)
      ? {
          ...screen.calendar,
          ...{
            to: orNull(screen.calendar.to),
            per: orNull(screen.calendar.per),
            closed: unworded(screen.calendar.closed),
          },
        }
      : null;
  const gantt =
    screen.gantt && known(screen.gantt.from) && known(screen.gantt.to)
      ? { ...screen.gantt, per: orNull(screen.gantt.per) }
      : null;
  const map = screen.map && known(screen.map.lat) && known(screen.map.lon) ? screen.map : null;
  const parts = { board, map, ...{ calendar, gantt } };
  const isLeft = (needs: LayoutPart | null): boolean => needs === null || parts[needs] !== null;
  return { layouts: layouts.filter((layout) => isLeft(LAYOUTS[layout].needs)), ...parts };
}

interface Columns {
  readonly entity: string;
  readonly columns: readonly string[];
  readonly sort: readonly string[];
}

function narrowColumns({ entity, columns, sort }: Columns, model: Model, rights: Rights): Omit<Columns, 'entity'> {
  const known = knownIn(entity, model, rights);
  return { columns: columns.filter(known), sort: sort.filter((key) => known(key.replace(/^-/, ''))) };
}

/** A name that is not a field of the entity is a system field and is readable with the record. */
function knownIn(entity: string, model: Model, rights: Rights): (name: string) => boolean {
  const fields = model.entities[entity]?.fields ?? {};
  return (name) => !Object.hasOwn(fields, name) || isGranted(rights, entity, name);
}
