import { lazy, Suspense } from 'react';
import type { Entity, RecordScreen, RecordValue } from '@ninefold/model';
import { Boundary } from '../../kit/messages/boundary.tsx';
import { EditRecord, type Resumed } from '../editing/edit-record.tsx';
import { ReadRecord } from './read-record.tsx';
import { RecordMeta } from './record-meta.tsx';
import styles from './record.module.css';
import type { Saved } from '../editing/saved-notice.tsx';
import { useRecordDrafts } from '../editing/use-record-drafts.tsx';
import { lateCode } from '../../kit/dialogs/late-code.ts';

const RelatedSections = lazy(async () => ({
  default: (await lateCode(() => import('../related/related-sections.tsx'))).RelatedSections,
}));

/** The editing of a record, new or from a stored draft. */
export interface Editing {
  readonly resumed: Resumed | null;
}

interface RecordContentProps {
  readonly screen: RecordScreen;
  readonly entity: Entity;
  readonly record: RecordValue;
  readonly editable: ReadonlySet<string>;
  /** Null while the record is not edited. */
  readonly editing: Editing | null;
  readonly onResume: (resumed: Resumed) => void;
  readonly onClose: (saved: Saved | null) => void;
}

/** The values of a record, to read or to edit, and the offer of a stored draft. */
export function RecordContent(props: RecordContentProps) {
  const { screen, entity, record, editable, editing, onResume, onClose } = props;
  const drafts = useRecordDrafts(props, onResume);
  return (
    <div className={styles['main']}>
      {editing === null ? (
        <>
          {drafts.offer}
          <Boundary place={{ part: 'values', entity: entity.id }} again={record}>
            <ReadRecord screen={screen} entity={entity} record={record} />
          </Boundary>
        </>
      ) : (
        <EditRecord
          key={editing.resumed?.draft.slot ?? ''}
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
      {editing === null && (
        <Suspense>
          <RelatedSections screen={screen} record={record} />
        </Suspense>
      )}
      <Boundary place={{ part: 'meta', entity: entity.id }} again={record}>
        <RecordMeta record={record} />
      </Boundary>
    </div>
  );
}
