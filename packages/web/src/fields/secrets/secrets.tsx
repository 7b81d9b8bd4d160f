import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { LONGEST_SECRET, type SecretField } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { SecretInput } from '../../kit/entries/secret-input.tsx';
import type { CellProps } from '../contract/cell-kind.ts';
import type { InputProps } from '../contract/input-kind.ts';
import styles from './secrets.module.css';

/**
 * A secret is typed as a password is. One that is set says so and nothing else: it is replaced, removed where it may be blank, or
 * kept. Whoever begins to replace it and types nothing keeps it.
 */
export function SecretEntry(props: InputProps<SecretField>) {
  const { id, value, onChange } = props;
  const [wasSet, setWasSet] = useState(value === true);
  const [isReplacing, setReplacing] = useState(false);
  if (value === true && !wasSet) setWasSet(true);
  useEffect(() => focusInPlace(id), [id]);
  const keep = (): void => {
    setReplacing(false);
    onChange(true);
  };
  if (wasSet && !isReplacing && typeof value !== 'string')
    return <Standing {...props} onReplace={() => setReplacing(true)} onKeep={keep} />;
  return (
    <div className={styles['entry']}>
      <Typed {...props} wasSet={wasSet} isBegun={isReplacing && value === true} />
      {wasSet && <Keep field={props} onKeep={keep} />}
    </div>
  );
}

/** Where it is changed in its place, this comes after the place has looked for what takes the focus. */
function focusInPlace(id: string): void {
  const control = document.getElementById(id);
  if (document.activeElement === document.body && control?.closest('[data-nf-placed]')) control.focus();
}

interface StandingProps extends InputProps<SecretField> {
  readonly onReplace: () => void;
  readonly onKeep: () => void;
}

/** What is there, or that it goes when the form is saved. */
function Standing({ id, label, value, required, describedBy, onChange, onReplace, onKeep }: StandingProps) {
  const { t } = useTexts();
  const isSet = value === true;
  return (
    <fieldset
      className={styles['entry']}
      aria-label={label}
      aria-labelledby={label === undefined ? `${id}-label` : undefined}
    >
      <span className={styles['state']} data-secret={isSet ? 'set' : 'removed'}>
        {t(isSet ? 'secrets.set' : 'secrets.removed')}
      </span>
      <Button id={id} variant="default" aria-describedby={describedBy} onClick={onReplace}>
        {t('secrets.replace')}
      </Button>
      {isSet && !required && (
        <Button variant="default" onClick={() => onChange(null)}>
          {t('secrets.remove')}
        </Button>
      )}
      {!isSet && <KeepButton onKeep={onKeep} />}
    </fieldset>
  );
}

interface TypedProps extends InputProps<SecretField> {
  readonly wasSet: boolean;
  /** Replacing has just begun. */
  readonly isBegun: boolean;
}

function Typed({ id, label, value, invalid, required, describedBy, wasSet, isBegun, onChange, onBlur }: TypedProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isBegun) input.current?.focus();
  }, [isBegun]);
  return (
    <SecretInput
      ref={input}
      className={styles['typed']}
      id={id}
      error={invalid}
      aria-required={required || undefined}
      aria-describedby={describedBy}
      aria-label={label}
      aria-labelledby={label === undefined ? `${id}-label` : undefined}
      autoComplete="new-password"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={LONGEST_SECRET}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget: { value: text } }) => onChange(text === '' ? (wasSet ? true : null) : text)}
      onBlur={onBlur}
    />
  );
}

function Keep({ field, onKeep }: { readonly field: InputProps<SecretField>; readonly onKeep: () => void }) {
  const leave = (): void => {
    onKeep();
    requestAnimationFrame(() => document.getElementById(field.id)?.focus());
  };
  return <KeepButton onKeep={leave} />;
}

function KeepButton({ onKeep }: { readonly onKeep: () => void }) {
  const { t } = useTexts();
  return (
    <Button variant="default" onClick={onKeep}>
      {t('secrets.keep')}
    </Button>
  );
}

/** Whether there is one, or that another one was typed: never what it is. */
export function SecretState({ value, place }: CellProps<SecretField>) {
  const { t } = useTexts();
  if (value !== true) return <>{t('secrets.new')}</>;
  return <>{t(place.transition === undefined ? 'secrets.set' : 'secrets.given')}</>;
}
