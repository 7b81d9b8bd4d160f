import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import { reportFault } from '../../base/faults/faults.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { showToast } from '../toasts/toast.ts';

/** What the button of a menu or of a box gets. */
export interface LateTarget {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly id: string;
  readonly 'aria-haspopup': 'menu' | 'dialog';
  readonly 'aria-expanded': boolean;
  readonly 'aria-controls': string | undefined;
  readonly onClick: () => void;
  readonly onPointerEnter: () => void;
  readonly onFocus: () => void;
}

/** What the code that draws the box gets. */
export interface LateBox {
  readonly id: string;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
}

interface Late<Code> {
  readonly target: LateTarget;
  readonly box: LateBox;
  /** What draws the box; null: it has not been opened yet, or the code is on its way. */
  readonly code: Code | null;
}

interface Opening {
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
}

/**
 * A button whose menu or box is drawn by code that arrives when it is opened. The code comes as soon as the pointer or
 * the focus is on the button. The button itself stays the same element, so that it keeps the focus. Where the code does
 * not arrive, the page says so, and the next press asks for it again.
 *
 * @param load Starts to load the code; may be called again.
 */
export function useLate<Code>(popup: 'menu' | 'dialog', load: () => Promise<Code>, given?: Opening): Late<Code> {
  const id = useId();
  const { t } = useTexts();
  const button = useRef<HTMLButtonElement>(null);
  const [own, setOwn] = useState(false);
  const [code, setCode] = useState<Code | null>(null);
  const { opened, onChange } = given ?? { opened: own, onChange: setOwn };
  useEffect(() => {
    if (!opened || code !== null) return;
    load().then(
      (arrived) => setCode(arrived),
      (error: unknown) => {
        reportFault(error, { kind: 'part', part: popup });
        onChange(false);
        showToast({ text: t('error.unshown') });
      },
    );
    // Asked for once at each opening.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [opened]);
  // Where it does not arrive, the press says so.
  const prepare = (): void => void load().catch(() => undefined);
  return {
    target: {
      ref: button,
      id,
      'aria-haspopup': popup,
      'aria-expanded': opened,
      'aria-controls': opened ? `${id}-dropdown` : undefined,
      onClick: () => onChange(!opened),
      onPointerEnter: prepare,
      onFocus: prepare,
    },
    box: { id, button, opened, onChange },
    code,
  };
}
