import { join } from 'node:path';
import type { Plugin } from 'vite';

const at = (path: string): string => join(import.meta.dirname, '..', 'src', path);
const standIn = (name: string): string => at(`first-rows/stand-ins/${name}`);

/** What the components that draw the first rows get for a package. */
const PACKAGES: Readonly<Record<string, string>> = {
  react: 'preact/compat',
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react/jsx-dev-runtime': 'preact/jsx-runtime',
  'react-router': standIn('router.tsx'),
  '@mantine/core': standIn('controls.tsx'),
};

/** The same for a module of our own: what comes late does not come, and what only a browser knows is what the server was told of it. */
const MODULES: Readonly<Record<string, string>> = {
  [at('kit/late/late-component.tsx')]: standIn('late-component.tsx'),
  [at('base/texts/with-late-texts.ts')]: standIn('with-late-texts.ts'),
  [at('base/calls/home-api.ts')]: standIn('home-api.ts'),
  [at('base/format/own-zone.ts')]: standIn('own-zone.ts'),
  [at('base/format/preferred-languages.ts')]: standIn('preferred-languages.ts'),
  [at('base/model/clock.ts')]: standIn('clock.ts'),
  [at('records/list-views/use-left.ts')]: standIn('use-left.ts'),
};

/** Code that comes late, in the place of what is never loaded. */
const NEVER = '\0never';

/** Texts are loaded late in the browser, too. */
const TEXTS = at('base/texts/shipped/');

/** Lets the components of the application be drawn on the server: by Preact, a tenth of React, without router, kit and store. */
export function standIns(): Plugin {
  return {
    name: 'stand-ins',
    enforce: 'pre',
    apply: 'build',
    async resolveId(source, importer, options) {
      const named = PACKAGES[source] ?? source;
      if (named.startsWith('/') && named !== source) return named;
      const found = await this.resolve(named, importer, { ...options, skipSelf: true });
      if (found === null) return null;
      const isLate = options.kind === 'dynamic-import' && !found.id.startsWith(TEXTS);
      return isLate ? NEVER : (MODULES[found.id] ?? found);
    },
    load: { filter: { id: /^\0never$/ }, handler: () => 'export {};' },
  };
}
