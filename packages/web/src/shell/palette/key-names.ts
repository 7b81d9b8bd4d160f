const NAMES: Readonly<Record<string, string>> = {
  ...{ escape: 'Esc', enter: 'Enter', ' ': 'Space' },
  ...{ arrowdown: '↓', arrowup: '↑', arrowright: '→', arrowleft: '←' },
};
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** A key as people read it: `mod` is Ctrl or ⌘. */
export function nameOf(key: string): string {
  if (key === 'mod') return isApple ? '⌘' : 'Ctrl';
  return NAMES[key] ?? key.toUpperCase();
}

/** The strokes of a shortcut, one after the other: `g d` has two, the space bar alone is one. */
export function strokesOf(keys: string): readonly string[] {
  return keys.trim() === '' ? [keys] : keys.split(' ');
}

/** A chord as a text: `Ctrl+K`. */
export function chordText(chord: string): string {
  return chord.split('+').map(nameOf).join('+');
}
