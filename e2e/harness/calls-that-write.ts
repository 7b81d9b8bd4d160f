import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const SOURCES = join(import.meta.dirname, '../../packages/web/src');
const ENDPOINT = /(\w+): build\.(?:query|mutation)</g;
const WRITES = /\bmethod:[^,}]*'(?:POST|PUT|PATCH|DELETE)'|sendBeacon/;

/** The names of all calls of the web application that are not GET. One that no endpoint names is named by its file. */
export async function callsThatWrite(): Promise<readonly string[]> {
  const files = await readdir(SOURCES, { recursive: true });
  const sources = files.filter((file) => /(?<!\.test)\.tsx?$/.test(file));
  const found = await Promise.all(
    sources.map(async (file) => writesIn(file, await readFile(join(SOURCES, file), 'utf8'))),
  );
  return found.flat().toSorted();
}

function writesIn(file: string, text: string): readonly string[] {
  const starts = [...text.matchAll(ENDPOINT)];
  const parts = starts.map(({ index, 1: name = '' }, at) => ({
    name,
    text: text.slice(index, starts[at + 1]?.index),
  }));
  const rest = { name: file, text: text.slice(0, starts[0]?.index) };
  return [rest, ...parts].flatMap((part) => (WRITES.test(part.text) ? [part.name] : []));
}
