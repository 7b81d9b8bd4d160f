import { canEver, type Entity, type FormScreen, type RecordValue } from '@ninefold/model';
import { COPY } from '../form/copied.ts';
import { useModel, useRights } from '../model/use-model.ts';

/** The address of the form filled with this record's values, or null where the person may not create one. */
export function useDuplicatePath(entity: Entity, record: RecordValue): string | null {
  const rights = useRights();
  const forms = useModel().screens.filter(
    (screen): screen is FormScreen => screen.kind === 'form' && screen.entity === entity.id,
  );
  // What is taken over has to be seen: the form that leaves nothing out, before those that ask for some fields.
  const form = forms.find((screen) => screen.only.length === 0) ?? forms[0];
  if (form === undefined || !canEver(rights, entity.id, 'create')) return null;
  return `${form.path}?${COPY}=${encodeURIComponent(record.id)}`;
}
