import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { textOf } from '@ninefold/server/encoding';
import { textFlag, type Call } from '../arguments/command.ts';
import { samePlace } from '../arguments/same-place.ts';
import { Unusable } from '../arguments/unusable.ts';
import { besideProgram } from '../program/beside-program.ts';
import { displayWidth } from '../printing/display-width.ts';
import { filesOf, fromCsv, nameFor, type FromCsv } from './from-csv.ts';

const EXAMPLES = fileURLToPath(besideProgram('examples'));

/** Makes a folder with a specification: the smallest one, a copy of an example, or what a file of records suggests. */
export async function make(call: Call): Promise<number> {
  const { say } = call;
  const [folder] = call.words;
  if (folder === undefined) throw new Unusable('refused.new_folder');
  const csv = textFlag(call, 'csv');
  const example = textFlag(call, 'example');
  if (csv !== undefined && example !== undefined) throw new Unusable('refused.new_both');
  if (existsSync(folder) && (await readdir(folder)).length > 0) throw new Unusable('refused.new_exists', { folder });
  if (csv !== undefined) process.stdout.write(await makeFromCsv(folder, csv, call));
  else await copyExample(folder, example ?? 'empty');
  const shown = relative('', folder) || folder;
  process.stdout.write(`${say('new.made', { folder: shown, typed: samePlace({ flags: {} }, shown) })}\n`);
  if (csv === undefined && example === undefined) process.stdout.write(`${say('new.more')}\n`);
  return 0;
}

/** The copy has a name of its own: data belongs to the name of an application. */
async function copyExample(folder: string, name: string): Promise<void> {
  await cp(join(EXAMPLES, name), folder, { recursive: true, filter: (path) => !path.includes('.ninefold') });
  const file = join(folder, 'app.yaml');
  const text = await readFile(file, 'utf8');
  await writeFile(
    file,
    text.replace(/^ {2}name: (\w+)/m, (_line, id: string) => `  name: ${nameFor(resolve(folder), id)}`),
  );
}

async function makeFromCsv(folder: string, file: string, { say, language }: Call): Promise<string> {
  const text = await textOf(file).catch((error: unknown) => {
    throw new Unusable('refused.csv_missing', { file, reason: error instanceof Error ? error.message : String(error) });
  });
  const found = fromCsv(file, text);
  for (const [path, content] of Object.entries(filesOf(found, language, nameFor(resolve(folder), found.entity)))) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return `${guesses(found, say)}\n`;
}

/** What was guessed of each column, and why. */
function guesses({ entity, columns, key, rows }: FromCsv, say: Call['say']): string {
  const lines = columns.map(
    ({ head, id, guess }) =>
      [`  ${head === id ? id : `${head} → ${id}`}`, guess.type, say(`new.why.${guess.why}`, guess.values)] as const,
  );
  const [first, second] = [0, 1].map((at) => Math.max(...lines.map((line) => displayWidth(line[at] ?? ''))));
  const pad = (text: string, width = 0): string => text + ' '.repeat(width - displayWidth(text) + 2);
  return [
    say('new.read', { entity, columns: columns.length, rows: rows.length }),
    ...lines.map(([name, type, why]) => pad(name, first) + pad(type, second) + why),
    key === null ? say('new.no_key') : say('new.key', { key }),
  ].join('\n');
}
