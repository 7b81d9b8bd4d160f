import { styleNonce } from './style-nonce.ts';
import { customProperties } from './tokens.ts';

function block(selector: string, theme: 'light' | 'dark'): string {
  const properties = Object.entries(customProperties(theme)).map(([name, colour]) => `${name}:${colour}`);
  return `${selector}{${properties.join(';')}}`;
}

/** Paper is white: what is printed has the colours of the light theme. */
export const ON_PAPER = `@media print{${block(':root:root[data-mantine-color-scheme]', 'light')}}`;

/** Gives the page the colours of both themes, where no provider of Mantine does. */
export function paintTokens(): void {
  const style = document.createElement('style');
  style.nonce = styleNonce();
  const themes = (['light', 'dark'] as const).map((theme) =>
    block(`:root[data-mantine-color-scheme='${theme}']`, theme),
  );
  style.textContent = [...themes, ON_PAPER].join('');
  document.head.append(style);
}
