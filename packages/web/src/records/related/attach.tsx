import { Button } from '@mantine/core';
import { Link2 } from 'lucide-react';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { idOf, isManyReferences, PLAIN_REFERENCE, type RecordValue, type ReferenceValue } from '@ninefold/model';
import { useScope } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { titleOf } from '../../fields/cells/record-link.tsx';
import { RecordPicker } from '../../fields/pickers/record-picker.tsx';
import { SaveButton } from '../../kit/controls/save-button.tsx';
import { Linking } from './linking.tsx';
import styles from './linking.module.css';
import type { RelatedSection } from './related.ts';

interface AttachProps {
  readonly section: RelatedSection;
  /** The id of the record whose page it is. */
  readonly to: string;
  /** The records that are known to refer to it. */
  readonly attached: readonly string[];
}

/** The button that opens the form by which an existing record comes to refer to the one of the page. */
export function Attach(props: AttachProps) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const form = useId();
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div className={styles['attach']}>
      <Button
        ref={button}
        variant="default"
        size="compact-md"
        leftSection={<Link2 size={16} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={isOpen ? form : undefined}
        onClick={() => (isOpen ? close() : setOpen(true))}
        data-nf-attach={props.section.name}
      >
        {t('attach.open')}
      </Button>
      {isOpen && <AttachForm {...props} id={form} onClose={close} />}
    </div>
  );
}

interface AttachFormProps extends AttachProps {
  readonly id: string;
  readonly onClose: () => void;
}

function AttachForm({ section, to, attached, id, onClose }: AttachFormProps) {
  const { t, entity: nameOf } = useTexts();
  const scope = useScope();
  const [picked, setPicked] = useState<RecordValue | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [pressed, setPressed] = useState(0);
  const box = `${id}-record`;
  useEffect(() => document.getElementById(box)?.focus(), [box]);
  const { entity } = section;
  const choose = (record: RecordValue | null, text: string | null): void => {
    setPicked(record);
    setTyped(text);
    setPressed(0);
  };
  const isMissing = pressed > 0 && picked === null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setPressed(pressed + 1);
    if (picked === null) document.getElementById(box)?.focus();
  };
  return (
    <form id={id} className={styles['form']} noValidate onSubmit={submit} data-nf-attach-form>
      <label htmlFor={box}>{nameOf(entity.id)}</label>
      {isMissing && (
        <p id={`${box}-error`} className={styles['missing']} role="alert">
          {t('attach.pick')}
        </p>
      )}
      <RecordPicker
        input={{
          ...{ id: box, value: picked, required: true, invalid: isMissing, label: undefined, scope },
          field: { ...PLAIN_REFERENCE, ...section.field, type: 'reference', to: entity.id, where: null },
          place: { entity: entity.id },
          describedBy: isMissing ? `${box}-error` : undefined,
          onChange: () => undefined,
          onBlur: () => undefined,
        }}
        shown={picked?.title ?? ''}
        leftover={typed}
        without={attached}
        onPick={(record) => (isWhole(record) ? choose(record, null) : choose(null, record.title ?? record.id))}
        onLeftover={(text) => choose(null, text)}
        onClear={() => choose(null, null)}
      />
      {picked !== null && <Elsewhere section={section} record={picked} to={to} />}
      {picked !== null && pressed > 0 && (
        <Linking
          key={`${picked.id} ${String(pressed)}`}
          section={section}
          to={to}
          record={picked}
          refers
          onDone={onClose}
          onClose={() => setPressed(0)}
        />
      )}
      <div className={styles['buttons']}>
        <SaveButton busy={false} size="compact-sm">
          {t('attach.attach')}
        </SaveButton>
        <Button variant="default" size="compact-sm" onClick={onClose} data-nf-cancel>
          {t('attach.cancel')}
        </Button>
      </div>
    </form>
  );
}

/** Whether the reader may read the record, not only refer to it: nobody changes what they may not read. */
function isWhole(record: ReferenceValue | RecordValue): record is RecordValue {
  return typeof record['version'] === 'number';
}

interface ElsewhereProps {
  readonly section: RelatedSection;
  readonly record: RecordValue;
  readonly to: string;
}

/** That the record refers to another one now, which this replaces. */
function Elsewhere({ section: { entity, field }, record, to }: ElsewhereProps) {
  const { t, ...texts } = useTexts();
  const held = record[field.id];
  if (isManyReferences(field) || idOf(held) === null || idOf(held) === to) return null;
  const other = titleOf(held) ?? t('inputs.no_permission');
  return (
    <p className={styles['elsewhere']}>{t('attach.elsewhere', { field: texts.field(entity.id, field.id), other })}</p>
  );
}
