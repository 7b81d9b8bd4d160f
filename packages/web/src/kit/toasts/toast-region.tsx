import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useSession } from '../../base/session/session-context.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { closeToast, queuedToasts, SHOWN_AT_ONCE, subscribeToToasts } from './toast.ts';
import { ToastView } from './toast-view.tsx';
import classes from './toasts.module.css';

const DEFAULT_MS = 5000;

/** The region of the toasts. It is in the page from the start, so that screen readers announce each toast. It never takes the focus. */
export function ToastRegion() {
  const { t } = useTexts();
  const queue = useSyncExternalStore(subscribeToToasts, queuedToasts);
  const region = useRef<HTMLDivElement>(null);
  const lifetime = Number(useSession()?.limits['toast_ms'] ?? DEFAULT_MS);
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      if (event.key !== 'F6') return;
      const target = region.current?.querySelector('button');
      if (!target) return;
      event.preventDefault();
      target.focus();
    };
    window.addEventListener('keydown', focus);
    return () => window.removeEventListener('keydown', focus);
  }, []);
  return (
    // An output element would be the result of a form.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div ref={region} className={classes['region']} role="status" aria-live="polite" aria-label={t('toast.region')}>
      {queue.slice(0, SHOWN_AT_ONCE).map((toast) => (
        <ToastView key={toast.key} toast={toast} lifetime={lifetime} onClose={() => closeToast(toast.key)} />
      ))}
    </div>
  );
}
