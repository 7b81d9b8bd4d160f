import { useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { Talk } from './conversation-api.ts';
import { typedName, withName, type Mentioned, type TypedName } from './mentions.ts';
import { useOffered } from './use-offered.ts';

/** A text in which people are named. */
export interface Named {
  readonly talk: Talk;
  readonly text: string;
  readonly internal: boolean;
  readonly onText: (text: string) => void;
  readonly onPick: (person: Mentioned) => void;
}

/** The people who are offered while a name is typed, and how one of them is picked. */
export interface Naming {
  readonly box: RefObject<HTMLTextAreaElement | null>;
  /** Empty while nobody is offered. */
  readonly offered: readonly Mentioned[];
  /** The index of the one that Enter picks. */
  readonly at: number;
  /** Looks at what stands before the caret. */
  look(): void;
  pick(person: Mentioned): void;
  close(): void;
  /** True where the key was meant for the people who are offered. */
  press(event: KeyboardEvent): boolean;
}

/** Offers people behind `@` in a text. */
export function useNaming({ talk, text, internal, onText, onPick }: Named): Naming {
  const box = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState<TypedName | null>(null);
  const [chosen, setChosen] = useState(0);
  const offered = useOffered(talk, typed?.name ?? null, internal);
  const at = Math.max(0, Math.min(chosen, offered.length - 1));
  const pick = (person: Mentioned): void => {
    if (typed === null) return;
    const next = withName(text, typed, person);
    onText(next.text);
    onPick(person);
    setTyped(null);
    requestAnimationFrame(() => {
      box.current?.focus();
      box.current?.setSelectionRange(next.caret, next.caret);
    });
  };
  const steps = (person: Mentioned): Readonly<Record<string, () => void>> => ({
    ArrowDown: () => setChosen((at + 1) % offered.length),
    ArrowUp: () => setChosen((at + offered.length - 1) % offered.length),
    Enter: () => pick(person),
    Tab: () => pick(person),
    Escape: () => setTyped(null),
  });
  return {
    ...{ box, offered, at, pick },
    close: () => setTyped(null),
    look: () => {
      const field = box.current;
      if (field === null) return;
      const isCaret = field.selectionStart === field.selectionEnd;
      const found = isCaret ? typedName(field.value, field.selectionStart) : null;
      setTyped(found);
      if (found?.name !== typed?.name) setChosen(0);
    },
    press: (event) => {
      const person = offered[at];
      if (person === undefined) return false;
      const all = steps(person);
      const step = Object.hasOwn(all, event.key) ? all[event.key] : undefined;
      if (step === undefined) return false;
      event.preventDefault();
      event.stopPropagation();
      step();
      return true;
    },
  };
}
