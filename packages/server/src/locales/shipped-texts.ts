import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TextTree } from '@ninefold/spec';

/** The runtime's own texts by namespace and language: `errors`, `checks`, and `shell` where the web application is there. */
export type ShippedTexts = ReadonlyMap<string, ReadonlyMap<string, TextTree>>;

/** Reads the runtime's texts; `web` is the folder of the web application's languages, or null. */
export function readShippedTexts(web: string | null): ShippedTexts {
  const texts = new Map<string, Map<string, TextTree>>();
  const folders = [packageLocales('@ninefold/model', 'errors'), packageLocales('@ninefold/spec', 'checks'), web];
  for (const folder of folders) if (folder !== null) readFolder(folder, texts);
  return texts;
}

function packageLocales(name: string, namespace: string): string | null {
  try {
    return fileURLToPath(new URL('..', import.meta.resolve(`${name}/locales/en/${namespace}.json`)));
  } catch {
    return null;
  }
}

function readFolder(folder: string, texts: Map<string, Map<string, TextTree>>): void {
  for (const language of entriesOf(folder)) {
    for (const file of entriesOf(join(folder, language)).filter((name) => name.endsWith('.json'))) {
      const namespace = file.slice(0, -'.json'.length);
      const languages = texts.get(namespace) ?? new Map<string, TextTree>();
      languages.set(language, JSON.parse(readFileSync(join(folder, language, file), 'utf8')));
      texts.set(namespace, languages);
    }
  }
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
