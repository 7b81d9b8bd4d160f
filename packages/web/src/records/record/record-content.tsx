import type { Entity, HistoryEntry, RecordScreen, RecordValue } from '@ninefold/model';
import { Talk } from '../answering/talk.tsx';
import { History } from '../history/history.tsx';
import { Boundary } from '../../kit/messages/boundary.tsx';
import { EditRecord, type Resumed } from '../editing/edit-record.tsx';
import type { Editing } from '../rail/use-editing.ts';
import type { ShownSection } from '../../forms/sections/sections.ts';
import { ReadMiddle } from '../reading/read-record.tsx';
import { RecordMeta } from './record-meta.tsx';
import styles from './record.module.css';
import type { Saved } from '../editing/saved-notice.tsx';
import { useRecordDrafts } from '../editing/use-record-drafts.tsx';
import { lateComponent } from '../../kit/late/late-component.tsx';

const RelatedSections = lateComponent(async () => (await import('../related/related-sections.tsx')).RelatedSections);

interface RecordContentProps {
  readonly screen: RecordScreen;
  readonly entity: Entity;
  readonly record: RecordValue;
  /** What is read in the middle. */
  readonly sections: readonly ShownSection[];
  readonly editable: ReadonlySet<string>;
  /** Null while the record is not edited. */
  readonly editing: Editing | null;
  readonly onResume: (resumed: Resumed) => void;
  readonly onClose: (saved: Saved | null) => void;
}

/** The middle of a record to read, or all of it to edit, and the offer of a stored draft. */
export function RecordContent(props: RecordContentProps) {
  const { screen, entity, record, sections, editable, editing, onResume, onClose } = props;
  const drafts = useRecordDrafts(props, onResume);
  if (editing === null)
    return (
      <div className={styles['main']}>
        {drafts.offer}
        {sections.length > 0 && (
          <Boundary place={{ part: 'values', entity: entity.id }} again={record}>
            <ReadMiddle screen={screen} entity={entity} record={record} sections={sections} />
          </Boundary>
        )}
      </div>
    );
  return (
    <div className={styles['main']}>
      <EditRecord
        key={editing.resumed?.draft.slot ?? ''}
        screen={screen}
        entity={entity}
        record={record}
        editable={editable}
        resumed={editing.resumed}
        first={editing.field}
        offer={drafts.offer}
        onClose={(saved) => {
          drafts.refresh();
          onClose(saved);
        }}
      />
    </div>
  );
}

interface AroundProps {
  readonly screen: RecordScreen;
  readonly entity: Entity;
  readonly record: RecordValue;
  readonly editing: boolean;
  /** What happened to the record, newest first; null where its history may not be seen. */
  readonly history: readonly HistoryEntry[] | null;
}

/** What belongs to a record, what people say about it and what has happened to it. */
export function RecordSurroundings({ screen, entity, record, editing, history }: AroundProps) {
  return (
    <div className={styles['around']}>
      {!editing && <RelatedSections screen={screen} record={record} />}
      {entity.comments === null ? (
        <Past entity={entity} record={record} items={history} />
      ) : (
        <Boundary place={{ part: 'conversation', entity: entity.id }} again={record}>
          <Talk {...{ entity, record, history }} />
        </Boundary>
      )}
      <Boundary place={{ part: 'meta', entity: entity.id }} again={record}>
        <RecordMeta record={record} />
      </Boundary>
    </div>
  );
}

interface PastProps {
  readonly entity: Entity;
  readonly record: RecordValue;
  readonly items: readonly HistoryEntry[] | null;
}

function Past({ entity, record, items }: PastProps) {
  if (items === null || items.length === 0) return null;
  return (
    <div className={styles['past']}>
      <Boundary place={{ part: 'history', entity: entity.id }} again={items}>
        <History entity={entity} record={record.id} items={items} />
      </Boundary>
    </div>
  );
}
