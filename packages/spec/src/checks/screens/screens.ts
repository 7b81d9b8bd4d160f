import {
  canEver,
  canEverRead,
  editsRecord,
  type Block,
  type Entity,
  type Field,
  isBlockFor,
  isGivable,
  mayOpen,
  type Model,
  rightsFor,
  type Rights,
  rolesWith,
  type Screen,
} from '@ninefold/model';
import type { Context } from '../../compile/reading/context.ts';
import { isShownWhileMade, neededFields } from '../../reasoning/lacking.ts';

/** Opens every screen as every role: forms that cannot be saved, names that are left out, screens that show nothing. */
export function checkScreens(ctx: Context, model: Model): void {
  const people = Object.keys(model.roles).map((role) => ({ role, rights: rightsFor(model, rolesWith(model, [role])) }));
  for (const screen of model.screens) {
    const openers = people.filter(({ rights }) => mayOpen(screen, rights));
    if (!screen.written || openers.length === 0) continue; // that nobody may open it is told elsewhere
    if (screen.kind === 'form' && editsRecord(screen)) {
      checkEditing(ctx, model, screen, openers);
      continue;
    }
    if (screen.kind === 'form') checkForm(ctx, model, screen);
    if (screen.kind === 'blocks') checkEmpty(ctx, screen, openers);
    for (const shown of shownBy(screen)) checkNames(ctx, model, shown, readersOf(shown, openers));
  }
  for (const entity of Object.values(model.entities)) checkCreators(ctx, entity, people);
  checkMenu(ctx, model, people);
}

interface Person {
  readonly role: string;
  readonly rights: Rights;
}

type FormScreen = Extract<Screen, { readonly kind: 'form' }>;

/** Required fields that a form does not ask for and nothing fills. */
function checkForm(ctx: Context, model: Model, { id, entity, only, preset }: FormScreen): void {
  const of = model.entities[entity];
  const spot = ctx.spots.get(`screen ${id}`);
  if (!of || !spot || only.length === 0) return;
  const asked = new Set([...only, ...Object.keys(preset)]);
  const missing = fieldsToGive(of).filter((field) => !asked.has(field.id));
  if (missing.length > 0) ctx.report('NF0808', spot, { name: id, field: missing.map((field) => field.id).join(', ') });
}

/** A form that changes a record, for people who may change none of its fields. */
function checkEditing(ctx: Context, model: Model, { id, entity, only }: FormScreen, openers: readonly Person[]): void {
  const of = model.entities[entity];
  const spot = ctx.spots.get(`screen ${id}`);
  if (!of || !spot) return;
  const fields = Object.values(of.fields).filter(
    (field) => isGivable(field) && (only.length === 0 || only.includes(field.id)),
  );
  const idle = openers.filter(({ rights }) => !fields.some((field) => gives(rights, of, field.id, 'update')));
  if (idle.length > 0) ctx.report('NF0823', spot, { name: id, role: rolesOf(idle) });
}

/** Fields without which no record is made, and which only the person who makes it can fill. */
function fieldsToGive(entity: Entity): readonly Field[] {
  const set = new Set((entity.lifecycle?.transitions['create']?.set ?? []).map(({ field }) => field));
  return neededFields(entity).filter((field) => isShownWhileMade(field) && !set.has(field.id));
}

/** Roles that may create records and may not give what every record needs, while others may. */
function checkCreators(ctx: Context, entity: Entity, people: readonly Person[]): void {
  const creators = people.filter(({ rights }) => canEver(rights, entity.id, 'create'));
  for (const field of entity.id === 'user' ? [] : fieldsToGive(entity)) {
    const unable = creators.filter(({ rights }) => !gives(rights, entity, field.id));
    const spot = ctx.spots.get(`field ${entity.id}.${field.id}`);
    if (unable.length === 0 || unable.length === creators.length || !spot) continue;
    ctx.report('NF0809', spot, { name: `${entity.id}.${field.id}`, role: rolesOf(unable) });
  }
}

function gives(rights: Rights, entity: Entity, field: string, verb: 'create' | 'update' = 'create'): boolean {
  return rights
    .grants(entity.id)
    .some(({ verbs, fields }) => verbs[verb] !== undefined && fields[field]?.[verb] === true);
}

function rolesOf(people: readonly Person[]): string {
  return people.map(({ role }) => role).join(', ');
}

type BlocksScreen = Extract<Screen, { readonly kind: 'blocks' }>;

/** A screen of blocks without any, or none of which is for somebody who may open it; blocks that are for nobody who may. */
function checkEmpty(ctx: Context, { id, blocks }: BlocksScreen, openers: readonly Person[]): void {
  const spot = ctx.spots.get(`screen ${id}`);
  if (!spot) return;
  if (blocks.length === 0) return ctx.report('NF0812', spot, { name: id });
  for (const block of blocks) {
    const at = ctx.spots.get(`block ${id}.${block.id}`);
    const isSeen = openers.some(({ rights }) => isBlockFor(block, rights));
    if (block.roles !== null && !isSeen && at) ctx.report('NF0821', at, { name: `${id}.${block.id}` });
  }
  const blind = openers.filter(({ rights }) => !blocks.some((block) => isBlockFor(block, rights)));
  if (blind.length > 0) ctx.report('NF0813', spot, { name: id, role: rolesOf(blind) });
}

/** Fields that a screen or block names, by the key under which they stand. */
interface Shown {
  readonly name: string;
  readonly place: string;
  readonly entity: string;
  readonly keys: Readonly<Partial<Record<ShownKey, readonly string[]>>>;
  /** The roles that a block is for; null: those of its screen. */
  readonly roles: readonly string[] | null;
}

/** What is left out for one reader is harmless; what orders or groups is not the same then. */
const KEYS = [
  { key: 'columns', right: 'read', told: 'all' },
  { key: 'sections', right: 'read', told: 'all' },
  { key: 'sort', right: 'read', told: 'some' },
  { key: 'group_by', right: 'read', told: 'some' },
  { key: 'trend', right: 'read', told: 'all' },
  { key: 'only', right: 'create', told: 'all' },
] as const;

type ShownKey = (typeof KEYS)[number]['key'];

function shownBy(screen: Screen): readonly Shown[] {
  const own = { name: screen.id, place: `screen ${screen.id}`, roles: null };
  if (screen.kind === 'list') return [{ ...own, entity: screen.entity, keys: orderOf(screen) }];
  if (screen.kind === 'record') {
    const sections = screen.sections.flatMap(({ fields }) => fields);
    const related = screen.related.map((one) => ({ ...own, entity: one.entity, keys: orderOf(one) }));
    return [{ ...own, entity: screen.entity, keys: { sections } }, ...related];
  }
  if (screen.kind === 'form') return [{ ...own, entity: screen.entity, keys: { only: screen.only } }];
  if (screen.kind === 'page') return [];
  return screen.blocks.map((block) => ({
    name: `${screen.id}.${block.id}`,
    place: `block ${screen.id}.${block.id}`,
    entity: block.entity,
    keys: keysOf(block),
    roles: block.roles,
  }));
}

function readersOf({ roles }: Shown, openers: readonly Person[]): readonly Person[] {
  return openers.filter(({ rights }) => roles?.some((role) => rights.roles.includes(role)) ?? true);
}

/** By what a block has. */
function keysOf(block: Block): Shown['keys'] {
  if ('trend' in block) return block.trend === null ? {} : { trend: [block.trend.field] };
  if ('groupBy' in block) return { group_by: block.groupBy.flatMap((key) => (key.by === 'field' ? key.field : [])) };
  return 'columns' in block ? orderOf(block) : {};
}

function orderOf({
  columns,
  sort,
}: {
  readonly columns: readonly string[];
  readonly sort: readonly string[];
}): Shown['keys'] {
  return { columns, sort: sort.map((entry) => entry.replace(/^-/, '')) };
}

function checkNames(
  ctx: Context,
  model: Model,
  { name, place, entity, keys }: Shown,
  openers: readonly Person[],
): void {
  const of = model.entities[entity];
  const spot = ctx.spots.get(place);
  if (!of || !spot) return;
  for (const { key, right, told } of KEYS) {
    const readers = openers.filter(({ rights }) => canEver(rights, entity, right));
    for (const field of new Set(keys[key])) {
      if (!Object.hasOwn(of.fields, field)) continue;
      const isOpen = ({ rights }: Person): boolean =>
        right === 'read' ? canEverRead(rights, of, field) : gives(rights, of, field);
      const closed = readers.filter((reader) => !isOpen(reader));
      if (closed.length === 0 || (told === 'all' && closed.length < readers.length)) continue;
      ctx.report('NF0810', spot, { name, key, field, role: rolesOf(closed) });
    }
  }
}

/** A menu that is written replaces the one in which the users stand. */
function checkMenu(ctx: Context, model: Model, people: readonly Person[]): void {
  const spot = ctx.spots.get('menu');
  const named = new Set(model.menu.flatMap(({ screens }) => screens));
  const lists = model.screens.filter(({ id, kind }) => named.has(id) && kind === 'list');
  const isLed = ({ rights }: Person): boolean =>
    lists.some((screen) => 'entity' in screen && screen.entity === 'user' && mayOpen(screen, rights));
  const keepers = people.filter(({ rights }) => rights.runtime.includes('users') && canEver(rights, 'user', 'read'));
  const lost = keepers.filter((keeper) => !isLed(keeper));
  if (spot && lost.length > 0) ctx.report('NF0811', spot, { role: rolesOf(lost) });
}
