import type { Entity, RecordScreen, RecordValue } from '@ninefold/model';
import { EditRecord, type Resumed } from './edit-record.tsx';
import { ReadRecord } from './read-record.tsx';
import { RecordMeta } from './record-meta.tsx';
import styles from './record.module.css';
import type { Saved } from './saved-notice.tsx';
import { useRecordDrafts } from './use-record-drafts.tsx';

/** The editing of a record, afresh or with a draft. */
export interface Editing {
  readonly resumed: Resumed | null;
}

interface RecordContentProps {
  readonly screen: RecordScreen;
  readonly entity: Entity;
  readonly record: RecordValue;
  readonly editable: ReadonlySet<string>;
  /** Null while it is read. */
  readonly editing: Editing | null;
  readonly onResume: (resumed: Resumed) => void;
  readonly onClose: (saved: Saved | null) => void;
}

/** What a record holds, to read or to edit, and what was typed into it before. */
export function RecordContent(props: RecordContentProps) {
  const { screen, entity, record, editable, editing, onResume, onClose } = props;
  const drafts = useRecordDrafts(entity, record, editable, onResume);
  return (
    <div className={styles['main']}>
      {editing === null ? (
        <>
          {drafts.offer}
          <ReadRecord screen={screen} entity={entity} record={record} />
        </>
      ) : (
        <EditRecord
          key={editing.resumed?.kept.slot ?? ''}
          screen={screen}
          entity={entity}
          record={record}
          editable={editable}
          resumed={editing.resumed}
          offer={drafts.offer}
          onClose={(saved) => {
            drafts.refresh();
            onClose(saved);
          }}
        />
      )}
      <RecordMeta record={record} />
    </div>
  );
}
