/** What is looked at of a pressed key. */
export interface Press {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** A key press in the notation of commands: `e`, `?`, `mod+k`, `escape`. If the key writes no Latin letter, its position counts, so that a kana layout works. */
export function strokeOf(press: Press): string {
  const mod = press.ctrlKey || press.metaKey;
  const written = isPlain(press.key) ? press.key : writtenAt(press.code);
  return `${mod ? 'mod+' : ''}${press.altKey ? 'alt+' : ''}${written.toLowerCase()}`;
}

function isPlain(key: string): boolean {
  return key.length > 1 ? key !== 'Process' && key !== 'Unidentified' && key !== 'Dead' : /^[\x21-\x7e]$/.test(key);
}

const PLACES: Readonly<Record<string, string>> = { Slash: '/', BracketLeft: '[', BracketRight: ']', Space: ' ' };

function writtenAt(code: string): string {
  return /^(?:Key|Digit)(.)$/.exec(code)?.[1] ?? PLACES[code] ?? code;
}

/** Whether the focused element takes letters. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  const field = target.closest('input, textarea, select, [contenteditable="true"], [role="combobox"]');
  return (
    field !== null && !(field instanceof HTMLInputElement && /^(?:checkbox|radio|button|submit)$/.test(field.type))
  );
}

/** Whether a dialog or a menu is open, which then receives the keys. */
export function isCovered(): boolean {
  const floating = document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]');
  return [...floating].some((one) => one.checkVisibility()); // the options of a closed choice stay in the page
}
