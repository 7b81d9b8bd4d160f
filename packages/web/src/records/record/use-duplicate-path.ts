import { canEver, type Entity, type RecordValue, screensOf } from '@ninefold/model';
import { COPY } from '../create/copied.ts';
import { useModel, useRights } from '../../base/model/use-model.ts';

/** The address of the form filled with this record's values, or null where the person may not create one. */
export function useDuplicatePath(entity: Entity, record: RecordValue): string | null {
  const rights = useRights();
  const forms = screensOf(useModel(), entity.id, 'form');
  // The user has to see all copied values, so a form with all fields comes before one with some.
  const form = forms.find((screen) => screen.only.length === 0) ?? forms[0];
  if (form === undefined || !canEver(rights, entity.id, 'create')) return null;
  return `${form.path}?${COPY}=${encodeURIComponent(record.id)}`;
}
