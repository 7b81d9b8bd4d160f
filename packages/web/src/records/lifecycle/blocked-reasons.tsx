import { Lock } from 'lucide-react';
import type { Entity, Problem } from '@ninefold/model';
import { fieldOfPath } from '../../forms/draft/problem-list.ts';
import { fieldAnchor } from '../../fields/cells/field-view.tsx';
import { WrittenAt } from '../../kit/messages/written-at.tsx';
import { SeenValues } from '../../fields/messages/seen-values.tsx';
import { useTold } from '../../fields/messages/use-told.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './transition.module.css';

interface BlockedReasonsProps {
  readonly id: string;
  readonly entity: Entity;
  readonly transition: string;
  readonly reasons: readonly Problem[];
  /** They describe the button all the same. */
  readonly hidden: boolean;
}

/** Why a transition cannot be fired now. Each reason links to its field. */
export function BlockedReasons({ id, entity, transition, reasons, hidden }: BlockedReasonsProps) {
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
  if (entity.fields[field] === undefined) return null;
  return (
    <a
      href={`#${fieldAnchor(field)}`}
      onClick={(event) => {
        const target =
          document.getElementById(fieldAnchor(field)) ??
          document.querySelector<HTMLElement>(`[data-nf-field="${field}"]`);
        if (!target) return;
        event.preventDefault();
        (target.querySelector<HTMLElement>('input, select, textarea') ?? target).focus();
        target.scrollIntoView({ block: 'center' });
      }}
    >
      {texts.t('transition.go_to', { field: texts.field(entity.id, field) })}
    </a>
  );
}
