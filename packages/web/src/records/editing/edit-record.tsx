import { Button } from '@mantine/core';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import {
  grouped,
  type Entity,
  type Field,
  type FormScreen,
  type RecordScreen,
  type RecordValue,
} from '@ninefold/model';
import type { StoredDraft } from '../../forms/autosave/draft-store.ts';
import { fromDraftValues } from '../../forms/autosave/draft-values.ts';
import { AutosaveNote } from '../../forms/autosave/autosave-note.tsx';
import { useDraftPlace } from '../../forms/autosave/use-draft-place.ts';
import { useAutosave, type Autosave } from '../../forms/autosave/use-autosave.ts';
import { useKeepLate, type Late } from '../../forms/autosave/use-keep-late.ts';
import { FieldControl } from '../../forms/view/field-control.tsx';
import { DraftSummary, FormFrame } from '../../forms/view/form-frame.tsx';
import { ObjectGroup } from '../../forms/view/object-group.tsx';
import formStyles from '../../forms/view/form.module.css';
import { LeaveDialog } from '../../forms/view/leave-dialog.tsx';
import { LeaveGuard } from '../../forms/view/leave-guard.tsx';
import { recordPlan } from '../../forms/draft/record-plan.ts';
import { SaveButton } from '../../kit/controls/save-button.tsx';
import { useDraft, type Draft, type Values } from '../../forms/draft/use-draft.ts';
import { useDraftScope } from '../../forms/draft/use-draft-scope.ts';
import { Warnings } from '../../forms/view/warnings.tsx';
import { useRights } from '../../base/model/use-model.ts';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { Conflict } from './conflict.tsx';
import { FieldView } from '../../fields/cells/field-view.tsx';
import { ObjectView } from '../../forms/view/object-view.tsx';
import { RecordSections } from '../../forms/sections/record-sections.tsx';
import type { Saved } from './saved-notice.tsx';
import { useLoaded } from './use-loaded.ts';
import { useSave, type Theirs } from './use-save.ts';
import { errorsIn } from '../../forms/sections/form-sections.tsx';
import { sectionsOf, type ShownSection } from '../../forms/sections/sections.ts';
import { systemFieldsOf } from '../filters/system-fields-of.ts';

interface EditRecordProps {
  /** The page of the record, or a form that changes some of its fields. */
  readonly screen: RecordScreen | FormScreen;
  readonly entity: Entity;
  readonly record: RecordValue;
  readonly editable: ReadonlySet<string>;
  /** A stored draft that the user continues. */
  readonly resumed: Resumed | null;
  /** The field that takes the focus; the first one where it is left out or has no control. */
  readonly first?: string | null;
  /** Shown until the user types. */
  readonly offer: ReactNode;
  readonly onClose: (saved: Saved | null) => void;
}

/** A stored draft, and its values with references loaded. */
export interface Resumed {
  readonly draft: StoredDraft;
  readonly values: Values;
}

/** Edits a record on its page. The server merges saves of different fields; for the same field the user decides. */
export function EditRecord(props: EditRecordProps) {
  // Changes are always compared with the record as it was when the editing began.
  const [record] = useState(() => beginning(props));
  const loaded = useLoaded(props.entity, record);
  return loaded === null ? <Loading /> : <Editor {...props} before={loaded} />;
}

/** The record that changes are compared with: the present one, or the one that the stored draft was typed over. */
function beginning({ record, entity, resumed }: EditRecordProps): RecordValue {
  if (resumed === null || resumed.draft.version === null) return record;
  const stored = fromDraftValues(Object.values(entity.fields), resumed.draft.stored);
  return { ...record, ...stored, version: resumed.draft.version };
}

function Editor(props: EditRecordProps & { readonly before: RecordValue }) {
  const { screen, entity, before, editable, resumed, offer, onClose } = props;
  const { t } = useTexts();
  const scope = useDraftScope();
  const rights = useRights();
  const [theirs, setTheirs] = useState<Theirs | null>(null);
  const fields = useMemo(
    () => fieldsOf(screen, entity).filter((field) => editable.has(field.id)),
    [screen, entity, editable],
  );
  const plan = useMemo(
    () => recordPlan({ entity, before, fields, initial: {}, scope, rights }),
    [entity, before, fields, scope, rights],
  );
  const draft = useDraft(plan, resumed?.values);
  const place = useDraftPlace(entity.id, targetOf(screen, before.id));
  const autosave = useAutosave(draft, place, before.version, resumed?.draft.slot ?? null);
  const [leaving, setLeaving] = useState(false);
  const keepLate = useKeepLate();
  const close = (saved: Saved | null, late: Late | null = null): void => {
    autosave.erase();
    if (late !== null) keepLate(place, fields, late);
    onClose(saved);
  };
  const cancel = (): void => (draft.changed.length > 0 ? setLeaving(true) : close(null));
  const send = useSave({ entity, before, draft, onSaved: close, onConflict: setTheirs });
  // What the user decided about stays decided, whatever is asked after it.
  const [decidedOver, setDecidedOver] = useState<RecordValue | null>(null);
  const save = (confirm: readonly string[] = [], over = decidedOver): Promise<boolean> => send(confirm, over);
  useFirstFocus(props.first ?? null);
  const shown = fieldsOf(screen, entity).filter(
    (field) => draft.visible.has(field.id) && (before[field.id] !== undefined || editable.has(field.id)),
  );
  const drawn = [...shown, ...systemFieldsOf(screen, entity)];
  const sections = sectionsOf(screen, drawn, { ...scope, record: draft.settled, before });
  const label = t('record.editing', { name: before.title ?? '' });
  return (
    <FormFrame draft={draft} onSubmit={() => void save()} onCancel={cancel} label={label}>
      <DraftSummary draft={draft} />
      {draft.changed.length === 0 && offer}
      {theirs && (
        <Conflict
          entity={entity}
          before={before}
          theirs={theirs}
          draft={draft}
          onSave={() => {
            setTheirs(null);
            setDecidedOver(theirs.record);
            void save([], theirs.record);
          }}
          onClose={() => setTheirs(null)}
        />
      )}
      <EditedSections screen={screen} entity={entity} editable={editable} draft={draft} sections={sections} />
      <Warnings draft={draft} verb={t('form.save')} onConfirm={(ids) => void save(ids)} />
      <EditBar draft={draft} autosave={autosave} onCancel={cancel} onRetry={() => void save()} />
      <LeaveGuard when={draft.changed.length > 0} onSave={() => save()} onDiscard={autosave.erase} />
      <LeaveDialog
        opened={leaving}
        onKeep={() => setLeaving(false)}
        onDiscard={() => close(null)}
        onSave={() => {
          setLeaving(false);
          void save();
        }}
      />
    </FormFrame>
  );
}

const CONTROL = ':is(input, select, textarea)';

/** Focuses the control of a field, which is brought into view, else the first one of the form. */
function useFirstFocus(field: string | null): void {
  const [named] = useState(field);
  useEffect(() => {
    const form = document.querySelector('[data-nf-record] form');
    const own = named === null ? null : form?.querySelector<HTMLElement>(`[data-nf-field="${named}"] ${CONTROL}`);
    const first = own ?? form?.querySelector<HTMLElement>(CONTROL);
    first?.focus({ preventScroll: true });
    own?.scrollIntoView({ block: 'center' });
  }, [named]);
}

/** The fields that a screen shows of a record: those of `only`, in its order, else all. */
export function fieldsOf(screen: RecordScreen | FormScreen, { fields }: Entity): readonly Field[] {
  if (screen.kind === 'record' || screen.only.length === 0) return Object.values(fields);
  return screen.only.flatMap((id) => fields[id] ?? []);
}

/** What drafts of the record are stored under: a form has its own. */
export function targetOf(screen: RecordScreen | FormScreen, id: string): string {
  return screen.kind === 'record' ? id : `${id} ${screen.id}`;
}

interface EditedSectionsProps extends Pick<EditRecordProps, 'screen' | 'entity' | 'editable'> {
  readonly draft: Draft;
  readonly sections: readonly ShownSection[];
}

/** The fields of a record: those that may be changed as inputs, the others to read. */
function EditedSections({ screen, entity, editable, draft, sections }: EditedSectionsProps) {
  const draw = (field: Field, inObject = false) =>
    editable.has(field.id) ? (
      <FieldControl key={field.id} draft={draft} field={field} inObject={inObject} marks="required" />
    ) : (
      <FieldView key={field.id} entity={entity.id} field={field} record={draft.settled} />
    );
  const drawObject = (object: string, parts: readonly Field[], inObject = false): ReactNode =>
    parts.some((part) => editable.has(part.id)) ? (
      <ObjectGroup key={object} place={{ entity: entity.id, inObject }} draft={draft} object={object} fields={parts}>
        {grouped(parts, object).map((group) =>
          group.object === null
            ? group.fields.map((part) => draw(part, true))
            : drawObject(group.object, group.fields, true),
        )}
      </ObjectGroup>
    ) : (
      <ObjectView key={object} entity={entity.id} object={object} fields={parts} record={draft.settled} />
    );
  return (
    <RecordSections
      screen={screen}
      sections={sections}
      errors={(section) => errorsIn(section, draft)}
      draw={(field) => draw(field)}
      drawObject={(object, parts) => drawObject(object, parts)}
    />
  );
}

interface EditBarProps {
  readonly draft: Draft;
  readonly autosave: Autosave;
  readonly onCancel: () => void;
  readonly onRetry: () => void;
}

function EditBar({ draft, autosave, onCancel, onRetry }: EditBarProps) {
  const { t } = useTexts();
  return (
    <div className={formStyles['bar']}>
      {draft.failure && <ActionFailure failure={draft.failure} entity={draft.plan.entity} onRetry={onRetry} />}
      <SaveButton busy={draft.busy}>{t('form.save')}</SaveButton>
      <Button variant="default" onClick={onCancel} data-nf-cancel>
        {t('form.cancel')}
      </Button>
      <output className={formStyles['barText']}>
        {draft.changed.length > 0 ? t('record.changes', { count: draft.changed.length }) : ''}
      </output>
      <span className={formStyles['barText']}>
        <AutosaveNote autosave={autosave} />
      </span>
    </div>
  );
}
