import { writeFile } from 'node:fs/promises';
import { languageSchema } from '@ninefold/spec';
import type { Call } from '../arguments/command.ts';
import { Unusable } from '../arguments/unusable.ts';
import { LANGUAGES } from '../texts/texts.ts';

const FILE = 'ninefold.schema.json';

/** Writes the JSON Schema of the language, its texts in every language that Ninefold has, the reader's first. */
export async function write({ words, say, language }: Call): Promise<number> {
  const [what = '', file = FILE] = words;
  if (what !== 'schema') throw new Unusable('refused.write', { found: what });
  const languages = [language, ...LANGUAGES.filter((other) => other !== language)];
  const text = `${JSON.stringify(languageSchema(languages), null, 2)}\n`;
  try {
    await writeFile(file, text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`ninefold: ${say('write.failed', { file, reason })}\n`);
    return 1;
  }
  process.stdout.write(`${say('write.schema', { file })}\n`);
  return 0;
}
