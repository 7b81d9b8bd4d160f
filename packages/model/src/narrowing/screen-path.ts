import type { Model } from '../ir/model.ts';
import type { Screen } from '../ir/screen.ts';
import { memoized, memoizedWeakly } from '../values/memo.ts';
import { editsRecord } from './screens.ts';

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

/** The screens of a model by entity and kind, each found once, since every cell that is a link asks for one. */
const found = memoizedWeakly((model: Model) => ({
  list: memoized((entity: string) => firstOf(screensOf(model, entity, 'list'))),
  record: memoized((entity: string) => firstOf(screensOf(model, entity, 'record'))),
  form: memoized((entity: string) => firstOf(screensOf(model, entity, 'form'))),
}));

/** The screen of an entity: a written one before the standard one, a whole list before a filtered one; null where there is none. */
export function screenOf(model: Model, entity: string, kind: EntityScreenKind): Screen | null {
  return found(model)[kind](entity);
}

function firstOf(own: readonly Screen[]): Screen | null {
  const whole = own.filter((screen) => !('where' in screen) || screen.where === null);
  return whole.find((screen) => screen.written) ?? whole[0] ?? own[0] ?? null;
}

/** The address of an entity's list, record or form; null where there is no such screen. `id` fills `:id`. */
export function screenPath(model: Model, entity: string, kind: EntityScreenKind, id?: string): string | null {
  const screen = screenOf(model, entity, kind);
  return screen ? fillPath(screen.path, id) : null;
}

/** A screen's path with its parameter filled in. */
export function fillPath(path: string, id: string | undefined): string {
  return path.replace(/:[a-z][a-z0-9_]*/, encodeURIComponent(id ?? ''));
}
