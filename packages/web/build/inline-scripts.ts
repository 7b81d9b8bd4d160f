import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minify, transformWithOxc, type Plugin } from 'vite';

const INLINE = /<script data-inline="([^"]+)"([^>]*)><\/script>/g;

/** Writes scripts into the page itself: `data-inline` names a module that imports nothing. */
export function inlineScripts(): Plugin {
  let root = '';
  return {
    name: 'inline-scripts',
    apply: 'build',
    configResolved: (config) => {
      root = config.root;
    },
    transformIndexHtml: {
      order: 'post',
      handler: async (html) => {
        const scripts = await Promise.all(
          [...html.matchAll(INLINE)].map(async ([tag, path = '', attributes = '']) => {
            const file = join(root, path);
            const written = await transformWithOxc(readFileSync(file, 'utf8'), file);
            const { code } = await minify(file, written.code);
            return [tag, `<script${attributes}>${code}</script>`] as const;
          }),
        );
        return scripts.reduce((page, [tag, script]) => page.replace(tag, () => script), html);
      },
    },
  };
}
