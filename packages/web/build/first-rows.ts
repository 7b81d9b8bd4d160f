import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** Marks a module that is compiled for the first rows. */
const MARK = '?first';

/** A file of the first rows. */
const at = (path: string): string => join(import.meta.dirname, '..', 'src', path);

/** What draws the first rows, before the application has come. */
export const FIRST_ROWS = at('first-rows/main.tsx') + MARK;

/** What a module of the first rows gets for a package. */
const PACKAGES: Readonly<Record<string, string>> = {
  react: 'preact/compat',
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react/jsx-dev-runtime': 'preact/jsx-runtime',
  'react-router': at('first-rows/stand-ins/router.tsx'),
  '@mantine/core': at('first-rows/stand-ins/controls.tsx'),
};

/** The same for a module of our own: what comes late does not come, and nothing reaches the store. */
const MODULES: Readonly<Record<string, string>> = {
  [at('kit/late/late-component.tsx')]: at('first-rows/stand-ins/late-component.tsx'),
  [at('base/texts/with-late-texts.ts')]: at('first-rows/stand-ins/with-late-texts.ts'),
  [at('base/calls/home-api.ts')]: at('first-rows/stand-ins/home-api.ts'),
};

/** Whether a package has a form of its own for the first rows. */
const hasForm = (name: string): boolean => name in PACKAGES || name === 'lucide-react';

const IMPORT = /^(?:import|export)\s(?!type\s)[^;]*?from\s+'([^']+)'/gm;
const known = new Map<string, boolean>();

/** Whether a module of ours has elements of React, or imports it or what stands on it, by whatever way. Every other module is shared with the application. */
function drawsWithReact(path: string): boolean {
  const answer = known.get(path);
  if (answer !== undefined) return answer;
  known.set(path, false); // modules in a circle
  const named = [...readFileSync(path, 'utf8').matchAll(IMPORT)].map(([, from = '']) => from);
  const found =
    path.endsWith('.tsx') ||
    path in MODULES ||
    named.some((from) =>
      from.startsWith('.') ? /\.tsx?$/.test(from) && drawsWithReact(join(dirname(path), from)) : hasForm(from),
    );
  known.set(path, found);
  return found;
}

/** Modules that the first rows and the application have both. The style sheets of the first rows are with them, since a page loads few files. */
const shared = new Set<string>();

/** Whether the first rows and the application share a module. */
export function isShared(path: string): boolean {
  return shared.has(path);
}

/** The module that an import of a module of the first rows means. */
function formOf(path: string): string {
  const stand = MODULES[path];
  if (stand !== undefined) return stand + MARK;
  const isOurs = path.startsWith(at('')) && /\.tsx?$/.test(path);
  const isAlone = isOurs && (path.startsWith(at('first-rows/')) || drawsWithReact(path));
  return isAlone || path.includes('/node_modules/lucide-react/') ? path + MARK : path;
}

/**
 * Compiles the components that draw the rows of a list a second time, for Preact, which is a tenth of React. So one source
 * draws the rows before the application has come and within it. What imports neither React nor what stands on it is shared
 * with the application.
 */
export function firstRows(): Plugin {
  return {
    name: 'first-rows',
    enforce: 'pre',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: FIRST_ROWS, name: 'first', preserveSignature: 'allow-extension' });
    },
    async resolveId(source, importer, options) {
      if (source.endsWith(MARK)) return source;
      if (importer?.endsWith(MARK) !== true) return null;
      const from = importer.slice(0, -MARK.length);
      const named = PACKAGES[source];
      if (named?.startsWith('/') === true) return named + MARK;
      const found = await this.resolve(named ?? source, from, { ...options, skipSelf: true });
      if (found === null || options.kind === 'dynamic-import') return found;
      const id = formOf(found.id);
      if (!id.endsWith(MARK) && !id.includes('/node_modules/preact/')) shared.add(id);
      return { ...found, id };
    },
    load: {
      filter: { id: /\?first$/ },
      handler(id) {
        const path = id.slice(0, -MARK.length);
        const moduleType = path.endsWith('.tsx') ? 'tsx' : path.endsWith('.ts') ? 'ts' : 'js';
        return { code: readFileSync(path, 'utf8'), moduleType };
      },
    },
  };
}
