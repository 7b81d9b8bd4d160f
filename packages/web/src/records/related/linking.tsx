import { Button } from '@mantine/core';
import { Lock } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { idOf, isList, isManyReferences, type Problem, type RecordValue, type Wire } from '@ninefold/model';
import { createPortal } from 'react-dom';
import { useRights, useScope } from '../../base/model/use-model.ts';
import { toFailure, type Failure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { SeenValues } from '../../fields/messages/seen-values.tsx';
import { useTold } from '../../fields/messages/use-told.ts';
import { WrittenAt } from '../../kit/messages/written-at.tsx';
import { useChange } from '../editing/use-change.ts';
import { usePermissions } from '../editing/use-permissions.ts';
import { judgeChange } from '../moving/judge-change.ts';
import { ConfirmWarnings } from '../lifecycle/confirm-warnings.tsx';
import { referring, type RelatedSection } from './related.ts';
import styles from './linking.module.css';

interface LinkingProps {
  readonly section: RelatedSection;
  /** The id of the record whose page it is. */
  readonly to: string;
  readonly record: RecordValue;
  /** Whether the record is to refer to it, or no more. */
  readonly refers: boolean;
  readonly onDone: () => void;
  /** Nothing is left to say. */
  readonly onClose: () => void;
  /** Where it says what refuses it, if not here. A call that failed is told here: it may have taken that place away. */
  readonly place?: Element | null;
}

/** Lets a record refer to the one of the page, or no more: at once where nothing refuses it. Why it did not stays until it is closed. */
export function Linking({ section, to, record, refers, onDone, onClose, place = null }: LinkingProps) {
  const { entity, field } = section;
  const { t, ...texts } = useTexts();
  const [rights, scope] = [useRights(), useScope()];
  const { editable, checking } = usePermissions(entity, record);
  const { change, offerUndo } = useChange(entity);
  const [failure, setFailure] = useState<Failure | null>(null);
  const value = referring(section, record, to, refers);
  const isOpen = editable.has(field.id);
  const reasons = isOpen ? judgeChange({ entity, rights, scope }, record, { [field.id]: value }) : [];
  const name = record.title ?? texts.entity(entity.id);
  const run = async (confirm: readonly string[]): Promise<void> => {
    setFailure(null);
    const { data, error } = await change(record, { [field.id]: value }, confirm);
    if (data === undefined) return setFailure(toFailure(error));
    onDone();
    const values = { [field.id]: storedIn(section, record) };
    offerUndo(t(refers ? 'attach.attached' : 'attach.detached', { name }), data, { before: record, values });
  };
  const isFree = !checking && isOpen && reasons.length === 0;
  const begun = useRef(false);
  useEffect(() => {
    if (!isFree || begun.current) return;
    begun.current = true;
    void run([]);
  });
  if (failure?.code === 'confirm_warnings')
    return (
      <ConfirmWarnings
        entity={entity.id}
        verb={t(refers ? 'attach.attach' : 'attach.detach')}
        warnings={failure.problem?.warnings ?? []}
        onConfirm={(ids) => void run(ids)}
        onClose={onClose}
      />
    );
  if (failure !== null)
    return (
      <div className={styles['said']}>
        <ActionFailure failure={failure} entity={entity.id} onRetry={() => void run([])} />
        <Button variant="subtle" size="compact-sm" onClick={onClose}>
          {t('attach.close')}
        </Button>
      </div>
    );
  if (checking || isFree) return null;
  const refused = (
    <Refused title={t(refers ? 'attach.not_attached' : 'attach.not_detached', { name })} onClose={onClose}>
      {isOpen ? (
        <Reasons entity={entity.id} reasons={reasons} />
      ) : (
        <p>{t('attach.closed', { field: texts.field(entity.id, field.id) })}</p>
      )}
    </Refused>
  );
  return place === null ? refused : createPortal(refused, place);
}

interface RefusedProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** What cannot be done, and why; it comes into sight, and the focus stays at the button. */
function Refused({ title, onClose, children }: RefusedProps) {
  const { t } = useTexts();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => void box.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div ref={box} className={styles['said']} role="alert" data-nf-refused>
      <p>
        <Lock size={16} aria-hidden /> {title}
      </p>
      {children}
      <Button variant="subtle" size="compact-sm" onClick={onClose}>
        {t('attach.close')}
      </Button>
    </div>
  );
}

function Reasons({ entity, reasons }: { readonly entity: string; readonly reasons: readonly Problem[] }) {
  const told = useTold();
  return (
    <>
      <ul>
        {reasons.map((reason) => (
          <li key={`${reason.path} ${reason.code}`} data-nf-rule={reason.code}>
            <span lang={told.lang(reason)}>{told.text(reason, { entity })}</span>
            <SeenValues entity={entity} why={reason.why} />
          </li>
        ))}
      </ul>
      <WrittenAt problems={reasons} entity={entity} />
    </>
  );
}

/** What the field holds now, as a write names it. */
function storedIn({ field }: Pick<RelatedSection, 'field'>, record: RecordValue): Wire {
  const held = record[field.id];
  if (!isManyReferences(field)) return idOf(held);
  return isList(held) ? held.flatMap((one: Wire) => idOf(one) ?? []) : [];
}
