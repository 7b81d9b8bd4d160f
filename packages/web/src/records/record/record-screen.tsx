import type { RecordScreen } from '@ninefold/model';
import { LoadedRecord } from './loaded-record.tsx';
import { RecordPage } from './record-page.tsx';

/** The screen of one record. */
export function RecordScreenView({ screen }: { readonly screen: RecordScreen }) {
  return (
    <LoadedRecord screen={screen}>
      {(entity, record) => <RecordPage screen={screen} entity={entity} record={record} />}
    </LoadedRecord>
  );
}
