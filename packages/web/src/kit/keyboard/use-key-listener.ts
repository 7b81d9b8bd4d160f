import { useEffect } from 'react';
import { areKeysOn } from './key-switch.ts';
import { isCovered, isTyping, strokeOf } from './keys.ts';
import { currentCommands, type Command } from './commands.ts';

/** How long the first key of a sequence waits for the second. */
const SEQUENCE_MS = 1000;

/** Runs the command of the pressed keys. Single keys act only if no text field has the focus, no dialog is open and the reader has not switched them off. */
export function useKeyListener(user: string): void {
  useEffect(() => {
    let before: { readonly stroke: string; readonly at: number } | null = null;
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isModifier(event.key)) return;
      const stroke = strokeOf(event);
      const now = performance.now();
      const sequence = before && now - before.at < SEQUENCE_MS ? `${before.stroke} ${stroke}` : null;
      const known = commandFor(sequence) ?? commandFor(stroke);
      before = isTyping(event.target) ? null : { stroke, at: now };
      if (!known || !mayAct(event, stroke, user)) return;
      event.preventDefault();
      before = null;
      if (known.blocked === null) known.run();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [user]);
}

function isModifier(key: string): boolean {
  return ['Control', 'Meta', 'Shift', 'Alt'].includes(key);
}

function commandFor(stroke: string | null): Command | undefined {
  return stroke === null
    ? undefined
    : currentCommands().find(({ keys, applies }) => keys.includes(stroke) && applies?.() !== false);
}

function mayAct(event: KeyboardEvent, stroke: string, user: string): boolean {
  if (stroke === 'mod+k') return true;
  if (isCovered() || isTyping(event.target)) return false;
  return stroke.startsWith('mod+') || areKeysOn(user);
}
