import { Button } from '@mantine/core';
import { ChevronDown, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { grouped, type Entity, type RecordScreen, type RecordValue } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ObjectView } from '../../forms/view/object-view.tsx';
import { StateBadge } from '../../fields/cells/state-badge.tsx';
import { useSectionTitle } from '../../forms/sections/section-index.tsx';
import type { ShownSection } from '../../forms/sections/sections.ts';
import { Boundary } from '../../kit/messages/boundary.tsx';
import type { PlaceEditorProps } from './place-editor.tsx';
import { RailRow } from './rail-row.tsx';
import styles from './rail.module.css';

interface RailProps {
  readonly screen: RecordScreen;
  readonly entity: Entity;
  readonly record: RecordValue;
  readonly sections: readonly ShownSection[];
  /** The fields that are changed in their place, for this reader now. */
  readonly changeable: ReadonlySet<string>;
  /** The field that is being changed. */
  readonly opened: string | null;
  readonly onOpen: (field: string) => void;
  readonly onClose: PlaceEditorProps['onClose'];
  readonly onTyped: PlaceEditorProps['onTyped'];
  /** How many fields are empty and not asked for, in the whole record. */
  readonly empties: number;
  readonly showsEmpties: boolean;
  readonly onEmpties: () => void;
  /** What stands above the values: who is awaited. */
  readonly above: ReactNode;
  /** What stands below: what will happen by itself. */
  readonly below: ReactNode;
}

/** What a record is, at a glance: its state, people, dates and numbers, each changed in its place where that is safe. */
export function Rail(props: RailProps) {
  const { screen, entity, record, sections, above, below } = props;
  const { t } = useTexts();
  const title = useSectionTitle(screen.id, sections);
  const hasState = sections.some(({ fields }) => fields.some(({ id }) => id === 'state'));
  return (
    <aside className={styles['rail']} aria-label={t('rail.title')} data-nf-rail>
      {above}
      {record.state !== undefined && !hasState && <State entity={entity.id} state={record.state} />}
      {sections.map((section) => (
        <div key={section.id ?? 'rest'}>
          <h2 className={styles['heading']}>{title(section)}</h2>
          <Boundary place={{ part: 'section', screen: screen.id, section: section.id ?? 'rest' }} again={sections}>
            <Rows {...props} section={section} />
          </Boundary>
        </div>
      ))}
      <Empties {...props} />
      {below}
    </aside>
  );
}

function State({ entity, state }: { readonly entity: string; readonly state: string }) {
  const texts = useTexts();
  return (
    <div className={styles['row']} data-nf-rail-state={state}>
      <div className={styles['name']} lang={texts.written}>
        {texts.field(entity, 'state')}
      </div>
      <div>
        <StateBadge entity={entity} state={state} />
      </div>
    </div>
  );
}

function Rows({ section, ...props }: RailProps & { readonly section: ShownSection }) {
  const { entity, record, changeable, opened } = props;
  return grouped(section.fields).map(({ object, fields }) =>
    object === null ? (
      fields.map((field) => (
        <RailRow
          key={field.id}
          screen={props.screen}
          entity={entity}
          record={record}
          field={field}
          changeable={changeable.has(field.id)}
          editing={opened === field.id && changeable.has(field.id)}
          onOpen={() => props.onOpen(field.id)}
          onClose={props.onClose}
          onTyped={props.onTyped}
        />
      ))
    ) : (
      <div key={object} className={styles['object']}>
        <ObjectView entity={entity.id} object={object} fields={fields} record={record} />
      </div>
    ),
  );
}

/** Brings the empty fields, or puts them away again. */
function Empties({ empties, showsEmpties, onEmpties }: RailProps) {
  const { t } = useTexts();
  if (empties === 0) return null;
  const Glyph = showsEmpties ? ChevronDown : ChevronRight;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      className={styles['empties']}
      classNames={{ label: styles['wrapping'] ?? '' }}
      leftSection={<Glyph size={14} aria-hidden className="nf-mirrored" />}
      aria-expanded={showsEmpties}
      onClick={onEmpties}
      data-nf-empties={empties}
    >
      {t(showsEmpties ? 'rail.hide_empty' : 'rail.show_empty', { count: empties })}
    </Button>
  );
}
