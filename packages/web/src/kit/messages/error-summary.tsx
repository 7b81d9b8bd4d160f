import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { useTexts } from '../../base/texts/use-texts.tsx';
import classes from './messages.module.css';

/** One thing to correct; `targetId` is the id of the control, null where none shows it. */
export interface SummaryItem {
  readonly path: string;
  readonly text: string;
  readonly targetId: string | null;
  readonly code?: string | undefined;
  /** The values that decided, where no field says them. */
  readonly seen?: ReactNode;
}

interface ErrorSummaryProps {
  readonly items: readonly SummaryItem[];
  /** Called before a link moves the focus, to open what hides the field. */
  readonly onReveal?: ((path: string) => void) | undefined;
  /** What stands under the list. */
  readonly children?: ReactNode;
}

function focusOn(event: MouseEvent, targetId: string): void {
  event.preventDefault();
  const target = document.getElementById(targetId);
  target?.focus();
  target?.scrollIntoView({ block: 'center' });
}

/** Everything that keeps a form from being saved; takes the focus when it appears or its list changes. */
export function ErrorSummary({ items, onReveal, children }: ErrorSummaryProps) {
  const { t } = useTexts();
  const box = useRef<HTMLDivElement>(null);
  const shown = items.map((item) => item.path + (item.code ?? '')).join(' ');
  useEffect(() => {
    if (shown !== '') box.current?.focus();
  }, [shown]);
  if (items.length === 0) return null;
  return (
    <div className={classes['summary']} tabIndex={-1} ref={box} data-nf-summary>
      <div role="alert">
        <h2 className={classes['summaryTitle']}>{t('error.summary', { count: items.length })}</h2>
        <ul>
          {items.map((item) => (
            <li key={`${item.path} ${item.text}`} data-nf-error={item.code}>
              {item.targetId === null ? (
                item.text
              ) : (
                <a
                  href={`#${item.targetId}`}
                  onClick={(event) => {
                    onReveal?.(item.path);
                    focusOn(event, item.targetId ?? '');
                  }}
                >
                  {item.text}
                </a>
              )}
              {item.seen}
            </li>
          ))}
        </ul>
        {children}
      </div>
    </div>
  );
}
