import {
  holds,
  screenOf,
  tellsOfState,
  type Field,
  type FormScreen,
  type Model,
  type Scope,
  type Section,
} from '@ninefold/model';

/** One part of a record page or a form; `id` is null for the fields that no section names. */
export interface ShownSection {
  readonly id: string | null;
  readonly fields: readonly Field[];
}

/** What a screen says of its sections. */
interface Sectioned {
  readonly sections: readonly Section[];
  readonly restHidden?: boolean;
}

/** Sections, and the screen that names them. */
export interface NamedSections extends Sectioned {
  readonly id: string;
}

/**
 * What a form is divided by. A form that nobody wrote has the headings of the page of its records; what that page hides, now
 * or always, a new record may need.
 */
export function dividedBy(model: Model, form: FormScreen): NamedSections {
  const page = form.written ? null : screenOf(model, form.entity, 'record');
  if (page?.kind !== 'record') return form;
  return { id: page.id, sections: page.sections.map((section) => ({ ...section, visibleWhen: null })) };
}

/** The sections of a screen with these fields, then the rest. Sections without any field are left out. */
export function sectionsOf(screen: Sectioned, fields: readonly Field[], scope: Scope): readonly ShownSection[] {
  const named = new Set(screen.sections.flatMap((section) => section.fields));
  const written = screen.sections
    .filter((section) => holds(section.visibleWhen, scope) !== false)
    .map((section) => ({
      id: section.id,
      fields: section.fields.flatMap((id) => fields.find((field) => field.id === id) ?? []),
    }));
  const rest = screen.restHidden === true ? [] : fields.filter((field) => !named.has(field.id) && !tellsOfState(field));
  return [...written, { id: null, fields: rest }].filter((section) => section.fields.length > 0);
}

/** DOM id of a section, for links to it. */
export function sectionAnchor(id: string | null): string {
  return `nf-section-${id ?? 'rest'}`;
}
