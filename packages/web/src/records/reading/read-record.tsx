import { useMemo } from 'react';
import {
  grouped,
  holds,
  type Entity,
  type Field,
  type RecordScreen,
  type RecordValue,
  type Scope,
  visibleFields,
} from '@ninefold/model';
import { useScope } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { FieldView, isBlankIn, isMark } from '../../fields/cells/field-view.tsx';
import { isBlankObject } from '../../fields/cells/object-cell.tsx';
import { ObjectView } from '../../forms/view/object-view.tsx';
import { useSectionTitle } from '../../forms/sections/section-index.tsx';
import { sectionsOf, type ShownSection } from '../../forms/sections/sections.ts';
import { Boundary } from '../../kit/messages/boundary.tsx';
import { systemFieldsOf } from '../filters/system-fields-of.ts';
import { placed, saidByTitle, type Placed } from '../rail/placed.ts';
import styles from './reading.module.css';

interface ReadRecordProps {
  readonly screen: RecordScreen;
  readonly entity: Entity;
  readonly record: RecordValue;
}

/** What is read of a record, and how many of its fields are empty and not asked for. */
export interface Read extends Placed {
  readonly empties: number;
}

/** The visible fields of a record and where they stand; empty ones that nobody asks for only `withEmpties`. */
export function useRead({ screen, entity, record }: ReadRecordProps, withEmpties: boolean): Read {
  const scope = useScope();
  const { language } = useTexts();
  return useMemo(() => {
    const inScope = { ...scope, record };
    const shown = shownFields(entity, record, inScope);
    const empty = emptyFields(shown, record, inScope, language);
    const fields = withEmpties ? shown : shown.filter(({ id }) => !empty.ids.has(id));
    const sections = sectionsOf(screen, [...fields, ...systemFieldsOf(screen, entity)], inScope);
    return { ...placed(sections), empties: empty.count };
  }, [screen, entity, record, scope, language, withEmpties]);
}

/** Those in the answer that no condition hides and the title does not say, without the marks that the record does not have. */
function shownFields(entity: Entity, record: RecordValue, scope: Scope): readonly Field[] {
  const visible = visibleFields(entity, scope);
  const said = saidByTitle(entity, record);
  return Object.values(entity.fields).filter(
    ({ id }) => visible.has(id) && record[id] !== undefined && !said.has(id) && !isMarkedOff(entity, record, id),
  );
}

/** A mark that the record does not have. What people answer with no is shown. */
function isMarkedOff({ fields }: Entity, record: RecordValue, id: string): boolean {
  const field = fields[id];
  return field !== undefined && isMark(field) && record[id] !== true;
}

/** Which fields say nothing and are not required; an object counts once, and only as a whole. */
function emptyFields(
  fields: readonly Field[],
  record: RecordValue,
  scope: Scope,
  reader: string,
): { readonly ids: ReadonlySet<string>; readonly count: number } {
  const isAsked = (field: Field): boolean =>
    field.required || (field.requiredWhen !== null && holds(field.requiredWhen, scope) === true);
  const empty = grouped(fields).filter(({ object, fields: parts }) =>
    object !== null && parts.length > 1
      ? isBlankObject(parts, record)
      : parts.every((field) => isBlankIn(field, record, reader) && !isAsked(field)),
  );
  return { ids: new Set(empty.flatMap(({ fields: parts }) => parts.map(({ id }) => id))), count: empty.length };
}

/** The texts, lines and files of a record to read, each on the whole width. */
export function ReadMiddle({ screen, entity, record, sections }: ReadRecordProps & Pick<SectionsProps, 'sections'>) {
  return (
    <div className={styles['middle']}>
      <Sections
        screen={screen}
        sections={sections}
        draw={(field) => <FieldView key={field.id} entity={entity.id} field={field} record={record} />}
        drawObject={(object, parts) => (
          <ObjectView key={object} entity={entity.id} object={object} fields={parts} record={record} />
        )}
      />
    </div>
  );
}

interface SectionsProps {
  readonly screen: RecordScreen;
  readonly sections: readonly ShownSection[];
  readonly draw: (field: Field) => React.ReactNode;
  readonly drawObject: (object: string, parts: readonly Field[]) => React.ReactNode;
}

/** A section of one field is called by that field; one of several has its heading. */
function Sections({ screen, sections, draw, drawObject }: SectionsProps) {
  const title = useSectionTitle(screen.id, sections);
  return sections.map((section) => {
    const groups = grouped(section.fields);
    const name = section.id ?? 'rest';
    return (
      <div key={name} className={styles['section']} data-nf-section={name}>
        {groups.length > 1 && <h2>{title(section)}</h2>}
        <Boundary place={{ part: 'section', screen: screen.id, section: name }} again={sections}>
          {groups.map(({ object, fields }) => (object === null ? fields.map(draw) : drawObject(object, fields)))}
        </Boundary>
      </div>
    );
  });
}
