import { holds, type Entity, type Field, type RecordScreen, type Scope } from '@ninefold/model';

/** One part of a record page; `id` is null for the fields that no section names. */
export interface ShownSection {
  readonly id: string | null;
  readonly fields: readonly Field[];
}

/** The sections of a screen with the fields that show, then the rest. Sections without any field are left out. */
export function sectionsOf(
  screen: RecordScreen,
  entity: Entity,
  shows: (field: Field) => boolean,
  scope: Scope,
): readonly ShownSection[] {
  const named = new Set(screen.sections.flatMap((section) => section.fields));
  const written = screen.sections
    .filter((section) => holds(section.visibleWhen, scope) !== false)
    .map((section) => ({
      id: section.id,
      fields: section.fields.flatMap((id) => entity.fields[id] ?? []).filter(shows),
    }));
  const rest = screen.restHidden
    ? []
    : Object.values(entity.fields).filter((field) => !named.has(field.id) && shows(field));
  return [...written, { id: null, fields: rest }].filter((section) => section.fields.length > 0);
}
