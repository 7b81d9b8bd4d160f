import {
  editsRecord,
  homeOf,
  memoized,
  memoizedWeakly,
  type FormScreen,
  type ListScreen,
  type Me,
  type Model,
  type Screen,
} from '@ninefold/model';

/** The kinds of screens that belong to one entity. */
export type EntityScreenKind = 'list' | 'record' | 'form';

type ScreenOf<K extends EntityScreenKind> = Extract<Screen, { readonly kind: K }>;

/** The screens of one kind that an entity has, in the order of the model. Forms are those for new records. */
export function screensOf<K extends EntityScreenKind>(model: Model, entity: string, kind: K): readonly ScreenOf<K>[] {
  return model.screens.filter(
    (screen): screen is ScreenOf<K> =>
      screen.kind === kind && !editsRecord(screen) && 'entity' in screen && screen.entity === entity,
  );
}

/** The forms that change a record of an entity. */
export function editingForms(model: Model, entity: string): readonly FormScreen[] {
  return model.screens.filter(
    (screen): screen is FormScreen => screen.kind === 'form' && editsRecord(screen) && screen.entity === entity,
  );
}

/** The screens of a model by entity and kind, each found once, since every cell that is a link asks for one. */
const found = memoizedWeakly((model: Model) => ({
  list: memoized((entity: string) => firstOf(screensOf(model, entity, 'list'))),
  record: memoized((entity: string) => firstOf(screensOf(model, entity, 'record'))),
  form: memoized((entity: string) => firstOf(screensOf(model, entity, 'form'))),
}));

/** The screen of an entity: a written one before the standard one, a whole list before a filtered one; null where the reader has none. */
export function screenOf(model: Model, entity: string, kind: EntityScreenKind): Screen | null {
  return found(model)[kind](entity);
}

function firstOf(own: readonly Screen[]): Screen | null {
  const whole = own.filter((screen) => !('where' in screen) || screen.where === null);
  return whole.find((screen) => screen.written) ?? whole[0] ?? own[0] ?? null;
}

/** The start page of the reader: the home that their roles say, else the screen at `/`; null: the runtime's own page of what waits for them. */
export function startScreen(model: Model, { roles }: Pick<Me, 'roles'>): Screen | null {
  return homeOf(model, roles) ?? model.screens.find(({ path }) => path === '/') ?? null;
}

/** The address that the reader comes to first. */
export function homePath(model: Model, me: Pick<Me, 'roles'>): string {
  return startScreen(model, me)?.path ?? '/';
}

/** The address of the form for new records of an entity, first that of the list where they are made; null where the reader has none. */
export function createPath(model: Model, entity: string, list: ListScreen | null): string | null {
  const named = screensOf(model, entity, 'form').find(({ id }) => id === list?.create);
  return named?.path ?? screenPath(model, entity, 'form');
}

/** The address of an entity's list, record or form; null where the reader has no such screen. `id` fills `:id`. */
export function screenPath(model: Model, entity: string, kind: EntityScreenKind, id?: string): string | null {
  const screen = screenOf(model, entity, kind);
  return screen ? fillPath(screen.path, id) : null;
}

/** A screen's path with its parameter filled in. */
export function fillPath(path: string, id: string | undefined): string {
  return path.replace(/:[a-z][a-z0-9_]*/, encodeURIComponent(id ?? ''));
}

/** The address after a form has saved a record: the screen that `then` names, else the record's page, else its list. */
export function pathAfter(model: Model, { entity, then }: FormScreen, id: string): string {
  const next = model.screens.find((screen) => screen.id === then);
  if (next) return fillPath(next.path, id);
  return screenPath(model, entity, 'record', id) ?? screenPath(model, entity, 'list') ?? '/';
}
