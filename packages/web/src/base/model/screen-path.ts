import {
  editsRecord,
  fillPath,
  homeOf,
  screenPath,
  screensOf,
  type FormScreen,
  type ListScreen,
  type Me,
  type Model,
  type Screen,
} from '@ninefold/model';

/** The forms that change a record of an entity. */
export function editingForms(model: Model, entity: string): readonly FormScreen[] {
  return model.screens.filter(
    (screen): screen is FormScreen => screen.kind === 'form' && editsRecord(screen) && screen.entity === entity,
  );
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

/** The address after a form has saved a record: the screen that `then` names, else the record's page, else its list. */
export function pathAfter(model: Model, { entity, then }: FormScreen, id: string): string {
  const next = model.screens.find((screen) => screen.id === then);
  if (next) return fillPath(next.path, id);
  return screenPath(model, entity, 'record', id) ?? screenPath(model, entity, 'list') ?? '/';
}
