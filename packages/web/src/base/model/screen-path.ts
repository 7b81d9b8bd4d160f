import type { Model, Screen } from '@ninefold/model';

/** The kinds of screens that belong to one entity. */
export type EntityScreenKind = 'list' | 'record' | 'form';

type ScreenOf<K extends EntityScreenKind> = Extract<Screen, { readonly kind: K }>;

/** The screens of one kind that an entity has, in the order of the model. */
export function screensOf<K extends EntityScreenKind>(model: Model, entity: string, kind: K): readonly ScreenOf<K>[] {
  return model.screens.filter(
    (screen): screen is ScreenOf<K> => screen.kind === kind && 'entity' in screen && screen.entity === entity,
  );
}

/** The screen of an entity: a written one before the standard one, a whole list before a filtered one; null where the reader has none. */
export function screenOf(model: Model, entity: string, kind: EntityScreenKind): Screen | null {
  const own: readonly Screen[] = screensOf(model, entity, kind);
  const whole = own.filter((screen) => !('where' in screen) || screen.where === null);
  return whole.find((screen) => screen.written) ?? whole[0] ?? own[0] ?? null;
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
