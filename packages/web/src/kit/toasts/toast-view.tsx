import { X } from 'lucide-react';
import { useState, type FocusEvent, type KeyboardEvent } from 'react';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { PlainButton } from '../plain/button.tsx';
import type { QueuedToast } from './toast.ts';
import { useLifetime } from './use-lifetime.ts';
import classes from './toasts.module.css';

interface ToastViewProps {
  readonly toast: QueuedToast;
  readonly lifetime: number;
  readonly onClose: () => void;
}

/** One toast. Its clock stops while the pointer is over it or the focus is in it. */
export function ToastView({ toast, lifetime, onClose }: ToastViewProps) {
  const { t } = useTexts();
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  useLifetime(lifetime, hovered || focused, onClose);
  const { action } = toast;
  const closeOnEscape = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onClose();
  };
  const leave = (event: FocusEvent): void => setFocused(event.currentTarget.contains(event.relatedTarget));
  return (
    // Pointer and focus only stop the clock, and Esc does what the close button does.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={classes['toast']}
      data-nf-toast
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={leave}
      onKeyDown={closeOnEscape}
    >
      <span className={classes['text']}>
        {toast.count > 1 ? t('toast.repeated', { text: toast.text, count: toast.count }) : toast.text}
      </span>
      {action && (
        <PlainButton
          look="default"
          size="xs"
          onClick={() => {
            action.run();
            onClose();
          }}
        >
          {action.label}
        </PlainButton>
      )}
      <button type="button" className={classes['close']} aria-label={t('toast.close')} onClick={onClose}>
        <X size={18} aria-hidden />
      </button>
    </div>
  );
}
