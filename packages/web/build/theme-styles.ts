import {
  convertCssVariables,
  DEFAULT_THEME,
  deepMerge,
  defaultCssVariablesResolver,
  mergeMantineTheme,
  type ConvertCSSVariablesInput,
} from '@mantine/core';
import type { Plugin } from 'vite';
import { resolveVariables, theme } from '../src/kit/theme/theme.ts';
import { customProperties } from '../src/kit/theme/tokens.ts';

/** The style sheet of the theme, as modules import it. */
const SHEET = 'virtual:theme.css';

/** Paper is white: what is printed has the colours of the light theme. */
const ON_PAPER = `@media print{:root:root[data-mantine-color-scheme]{${Object.entries(customProperties('light'))
  .map(([name, colour]) => `${name}:${colour}`)
  .join(';')}}}`;

/** Every custom property of the theme that is not as Mantine's own style sheet has it. */
function themeStyles(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const all = deepMerge(defaultCssVariablesResolver(merged), resolveVariables(merged));
  const known: Readonly<Record<keyof ConvertCSSVariablesInput, Readonly<Record<string, string>>>> = {
    ...defaultCssVariablesResolver(DEFAULT_THEME),
  };
  const changed = (part: keyof ConvertCSSVariablesInput): Record<string, string> =>
    Object.fromEntries(Object.entries(all[part]).filter(([name, value]) => known[part][name] !== value));
  const own = { variables: changed('variables'), light: changed('light'), dark: changed('dark') };
  return convertCssVariables(own, ':root') + ON_PAPER;
}

/** Components of Mantine that write style sheets of the theme at run time. */
const WRITERS = /MantineProvider\/(MantineCssVariables|MantineClasses)\/\1\.mjs$/;

/** Makes the custom properties of the theme a style sheet, so that a page has them before the application and none is drawn anew when it comes; what would write them is left out. */
export function themeSheet(): Plugin {
  return {
    name: 'theme-sheet',
    resolveId: { filter: { id: /^virtual:theme\.css$/ }, handler: () => `\0${SHEET}` },
    load: {
      filter: { id: [/virtual:theme\.css$/, WRITERS] },
      handler: (id) => {
        const [, writer] = WRITERS.exec(id) ?? [];
        return writer === undefined ? themeStyles() : `export const ${writer} = () => null;`;
      },
    },
  };
}
