import { Button } from '@mantine/core';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Entity, RecordScreen, RecordValue } from '@ninefold/model';
import type { KeptDraft } from '../drafts/draft-store.ts';
import { fromKept } from '../drafts/kept-values.ts';
import { KeptNote } from '../drafts/kept-note.tsx';
import { useDraftPlace } from '../drafts/use-draft-place.ts';
import { useKeeper, type Keeper } from '../drafts/use-keeper.ts';
import { FieldControl } from '../form/field-control.tsx';
import { DraftSummary, FormFrame } from '../form/form-frame.tsx';
import formStyles from '../form/form.module.css';
import { LeaveDialog } from '../form/leave-dialog.tsx';
import { LeaveGuard } from '../form/leave-guard.tsx';
import { recordPlan } from '../form/record-plan.ts';
import { SaveButton } from '../form/save-button.tsx';
import { useDraft, type Draft, type Values } from '../form/use-draft.ts';
import { useDraftScope } from '../form/use-draft-scope.ts';
import { Warnings } from '../form/warnings.tsx';
import { useRights } from '../model/use-model.ts';
import { ErrorBanner } from '../messages/error-banner.tsx';
import { Loading } from '../frame/loading.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { Conflict } from './conflict.tsx';
import { FieldView } from './field-view.tsx';
import { RecordSections } from './record-sections.tsx';
import type { Saved } from './saved-notice.tsx';
import { useLoaded } from './use-loaded.ts';
import { useSave, type Theirs } from './use-save.ts';
import { errorsIn } from '../sections/form-sections.tsx';
import { sectionsOf } from '../sections/sections.ts';

interface EditRecordProps {
  readonly screen: RecordScreen;
  readonly entity: Entity;
  readonly record: RecordValue;
  readonly editable: ReadonlySet<string>;
  /** A draft to go on with. */
  readonly resumed: Resumed | null;
  /** What is offered while nothing is typed yet. */
  readonly offer: ReactNode;
  readonly onClose: (saved: Saved | null) => void;
}

/** A kept draft with its values as they are typed again. */
export interface Resumed {
  readonly kept: KeptDraft;
  readonly values: Values;
}

/** A record being changed in place. What others save meanwhile is merged by the server; the same field asks. */
export function EditRecord(props: EditRecordProps) {
  // What was there when the editing began is what it is compared with, whatever arrives meanwhile.
  const [record] = useState(() => beginning(props));
  const loaded = useLoaded(props.entity, record);
  return loaded === null ? <Loading /> : <Editor {...props} before={loaded} />;
}

/** Where the editing began: now, or what a draft was typed over, so that saving merges and asks as it would have then. */
function beginning({ record, entity, resumed }: EditRecordProps): RecordValue {
  if (resumed === null || resumed.kept.version === null) return record;
  const stored = fromKept(Object.values(entity.fields), resumed.kept.stored);
  return { ...record, ...stored, version: resumed.kept.version };
}

function Editor(props: EditRecordProps & { readonly before: RecordValue }) {
  const { screen, entity, before, editable, resumed, offer, onClose } = props;
  const { t } = useTexts();
  const scope = useDraftScope();
  const rights = useRights();
  const [theirs, setTheirs] = useState<Theirs | null>(null);
  const fields = useMemo(
    () => Object.values(entity.fields).filter((field) => editable.has(field.id)),
    [entity, editable],
  );
  const plan = useMemo(
    () => recordPlan({ entity, before, fields, initial: {}, scope, rights }),
    [entity, before, fields, scope, rights],
  );
  const draft = useDraft(plan, resumed?.values);
  const place = useDraftPlace(entity.id, before.id);
  const keeper = useKeeper(draft, place, before.version, resumed?.kept.slot ?? null);
  const [leaving, setLeaving] = useState(false);
  const close = (saved: Saved | null): void => {
    keeper.erase();
    onClose(saved);
  };
  const cancel = (): void => (draft.changed.length > 0 ? setLeaving(true) : close(null));
  const save = useSave({ entity, before, draft, onSaved: close, onConflict: setTheirs });
  useEffect(() => {
    document
      .querySelector<HTMLElement>('[data-nf-record] form :is(input, select, textarea)')
      ?.focus({ preventScroll: true });
  }, []);
  const shown = Object.values(entity.fields).filter(
    (field) => draft.visible.has(field.id) && (before[field.id] !== undefined || editable.has(field.id)),
  );
  const sections = sectionsOf(screen, shown, { ...scope, record: draft.settled, before });
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
            void save([], theirs.record);
          }}
          onClose={() => setTheirs(null)}
        />
      )}
      <RecordSections
        screen={screen}
        sections={sections}
        errors={(section) => errorsIn(section, draft)}
        draw={(field) =>
          editable.has(field.id) ? (
            <FieldControl key={field.id} draft={draft} field={field} place={{ entity: entity.id }} marks="required" />
          ) : (
            <FieldView key={field.id} entity={entity.id} field={field} record={draft.settled} />
          )
        }
      />
      <Warnings draft={draft} verb={t('form.save')} onConfirm={(ids) => void save(ids)} />
      {draft.failure && <ErrorBanner failure={draft.failure} entity={entity.id} onRetry={() => void save()} />}
      <EditBar draft={draft} keeper={keeper} onCancel={cancel} />
      <LeaveGuard when={draft.changed.length > 0} onSave={() => save()} onDiscard={keeper.erase} />
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

interface EditBarProps {
  readonly draft: Draft;
  readonly keeper: Keeper;
  readonly onCancel: () => void;
}

function EditBar({ draft, keeper, onCancel }: EditBarProps) {
  const { t } = useTexts();
  return (
    <div className={formStyles['bar']}>
      <SaveButton busy={draft.busy}>{t('form.save')}</SaveButton>
      <Button variant="default" onClick={onCancel} data-nf-cancel>
        {t('form.cancel')}
      </Button>
      <output className={formStyles['barText']}>
        {draft.changed.length > 0 ? t('record.changes', { count: draft.changed.length }) : ''}
      </output>
      <span className={formStyles['barText']}>
        <KeptNote keeper={keeper} />
      </span>
    </div>
  );
}
