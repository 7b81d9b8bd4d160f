import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { callsThatWrite } from './calls-that-write.ts';

const SOURCES = join(import.meta.dirname, '../../packages/web/src');

/** The components of the web application that make a call that is not GET, by themselves or through hooks, without the calls of `apart`. */
export async function placesThatWrite(apart: readonly string[]): Promise<readonly string[]> {
  const calls = (await callsThatWrite()).filter((call) => !apart.includes(call));
  const files = (await readdir(SOURCES, { recursive: true })).filter((file) => /(?<!\.test)\.tsx?$/.test(file));
  const sources = await Promise.all(
    files.map(async (file) => ({ file, text: await readFile(join(SOURCES, file), 'utf8') })),
  );
  const seen = new Set<string>();
  const follow = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    if (file.endsWith('.tsx')) return;
    for (const one of sources) if (one.text.includes(`/${basename(file)}'`)) follow(one.file);
  };
  for (const { file, text } of sources) if (calls.some((call) => call === file || makes(call).test(text))) follow(file);
  return [...seen].filter((file) => file.endsWith('.tsx')).toSorted();
}

function makes(call: string): RegExp {
  const name = `${call.charAt(0).toUpperCase()}${call.slice(1)}`;
  return new RegExp(String.raw`\buse(Lazy)?${name}(Mutation|Query)\(|ndpoints\.${call}\.initiate\(`);
}
