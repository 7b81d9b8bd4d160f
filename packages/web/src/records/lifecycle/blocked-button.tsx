import { Button } from '@mantine/core';
import { useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react';
import type { Entity, Problem } from '@ninefold/model';
import { Lock } from 'lucide-react';
import { useOpenField } from '../rail/opened-field.ts';
import { fieldOfPath } from '../../forms/draft/problem-list.ts';
import { fieldAnchor } from '../../fields/cells/field-view.tsx';
import { WrittenAt } from '../../kit/messages/written-at.tsx';
import { SeenValues } from '../../fields/messages/seen-values.tsx';
import { useTold } from '../../fields/messages/use-told.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './transition.module.css';

interface BlockedButtonProps {
  readonly entity: Entity;
  readonly transition: string;
  readonly reasons: readonly Problem[];
  /** Whether it is the step that this user is expected to take. */
  readonly forward: boolean;
  readonly children: ReactNode;
}

/** The button of a step that cannot be taken now. Its reasons describe it, and show while it is pointed at or once it is pressed. */
export function BlockedButton({ entity, transition, reasons, forward, children }: BlockedButtonProps) {
  const [pressed, setPressed] = useState(false);
  const [pointed, setPointed] = useState(false);
  const isShown = pressed || pointed;
  const id = `nf-blocked-${transition}`;
  const close = (): void => {
    setPressed(false);
    setPointed(false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isShown) return;
    event.preventDefault();
    close();
  };
  return (
    // Esc, leaving and pointing concern the button and its box together.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <span
      className={styles['barred']}
      onKeyDown={onKeyDown}
      onBlur={(event) => !staysNear(event) && close()}
      onPointerEnter={(event) => event.pointerType === 'mouse' && setPointed(true)}
      onPointerLeave={() => setPointed(false)}
    >
      <Button
        variant="default"
        aria-disabled
        aria-expanded={isShown}
        aria-describedby={id}
        className={styles['blocked']}
        onClick={() => (pressed ? close() : setPressed(true))}
        data-nf-transition={transition}
        data-nf-forward={forward || undefined}
      >
        {children}
      </Button>
      <BlockedReasons id={id} entity={entity} transition={transition} reasons={reasons} hidden={!isShown} />
    </span>
  );
}

/** Whether the focus stays at the button and its box, or goes into what is opened from them. */
function staysNear({ currentTarget, relatedTarget }: FocusEvent): boolean {
  return currentTarget.contains(relatedTarget) || relatedTarget?.closest('[role="dialog"]') != null;
}

interface BlockedReasonsProps {
  readonly id: string;
  readonly entity: Entity;
  readonly transition: string;
  readonly reasons: readonly Problem[];
  /** They describe the button all the same. */
  readonly hidden: boolean;
}

/** Why a transition cannot be fired now. Each reason links to its field. */
function BlockedReasons({ id, entity, transition, reasons, hidden }: BlockedReasonsProps) {
  const texts = useTexts();
  const told = useTold();
  return (
    <div id={id} tabIndex={-1} hidden={hidden} className={styles['reasons']} data-nf-blocked={transition}>
      <Lock size={16} aria-hidden />
      <div>
        <p>{texts.t('transition.blocked', { transition: texts.transition(entity.id, transition) })}</p>
        <ul>
          {reasons.map((reason) => (
            <li key={`${reason.path} ${reason.code}`} data-nf-rule={reason.code}>
              <span lang={told.lang(reason)}>{told.text(reason, { entity: entity.id, transition })}</span>{' '}
              <GoTo entity={entity} field={fieldOfPath(reason.path)} />
              <SeenValues entity={entity.id} why={reason.why} />
            </li>
          ))}
        </ul>
        <WrittenAt problems={reasons} entity={entity.id} />
      </div>
    </div>
  );
}

function GoTo({ entity, field }: { readonly entity: Entity; readonly field: string }) {
  const texts = useTexts();
  const openField = useOpenField();
  if (entity.fields[field] === undefined) return null;
  return (
    <a
      href={`#${fieldAnchor(field)}`}
      onClick={(event) => {
        if (openField === null) return;
        event.preventDefault();
        openField(field);
      }}
    >
      {texts.t('transition.go_to', { field: texts.field(entity.id, field) })}
    </a>
  );
}
