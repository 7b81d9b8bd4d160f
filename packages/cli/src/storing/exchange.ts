import { access, constants, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type DirectRecords,
  type ImportFormat,
  openDirectRecords,
  Refusal,
  systemClock,
  thrownPart,
} from '@ninefold/server';
import type { ImportAnswer, ImportProblem } from '@ninefold/model';
import { textFlag, type Call } from '../arguments/command.ts';
import { Unusable } from '../arguments/unusable.ts';
import { log, placeOf, readSpecification } from './stored.ts';

const PRINTED = 50;

/** Writes records to a file or the output. */
export async function exportRecords(call: Call): Promise<number> {
  const [entity, folder = '.'] = call.words;
  const to = textFlag(call, 'to');
  if (entity === undefined) throw new Unusable('refused.exchange_entity', { command: 'export' });
  return withRecords(call, folder, async (records) => {
    const query = new URLSearchParams(textFlag(call, 'query') ?? '');
    query.set('format', writtenFormat(call, to));
    const whom = textFlag(call, 'for');
    if (whom !== undefined) query.set('for', whom);
    const { content } = await records.export(entity, query);
    if (to === undefined) await pipeline(content, process.stdout, { end: false });
    else {
      await writeTo(to, content);
      process.stderr.write(`${call.say('exchange.exported', { file: to })}\n`);
    }
    return 0;
  });
}

const OWNER_ONLY = 0o600;

/** Writes a file that only the account of this process may read, also where one of that name was there. */
async function writeTo(file: string, content: NodeJS.ReadableStream): Promise<void> {
  try {
    const handle = await open(file, 'w', OWNER_ONLY);
    if ((await handle.stat()).isFile()) await handle.chmod(OWNER_ONLY);
    await pipeline(content, handle.createWriteStream());
  } catch (cause) {
    if (thrownPart(cause, 'syscall') === undefined) throw cause;
    throw new Unusable('exchange.unwritable', { file, reason: String(thrownPart(cause, 'code') ?? '') });
  }
}

/** Makes and changes records by the rows of a file. */
export async function importRecords(call: Call): Promise<number> {
  const [entity, file, folder = '.'] = call.words;
  if (entity === undefined) throw new Unusable('refused.exchange_entity', { command: 'import' });
  if (file === undefined) throw new Unusable('refused.import_file');
  return withRecords(call, folder, async (records) => {
    await readable(file);
    const mode = call.flags['dry-run'] === true ? 'try' : call.flags['valid-only'] === true ? 'each' : 'all';
    const columns = textFlag(call, 'columns')?.split(',') ?? null;
    const from = { file, format: formatOf(call, file), columns };
    const to = textFlag(call, 'rejects');
    const done = await records.import(entity, from, {
      ...{ mode, match: textFlag(call, 'match') ?? null },
      rejects: to !== undefined,
    });
    process.stdout.write(reportOf(done, call));
    if (to !== undefined && done.rejects !== null) {
      await writeTo(to, Readable.from([Buffer.from(done.rejects.content, 'base64')]));
      process.stderr.write(`${call.say('exchange.rejected', { file: to, count: done.rejects.rows })}\n`);
    }
    return done.failed === 0 ? 0 : 1;
  });
}

async function readable(file: string): Promise<void> {
  try {
    await access(file, constants.R_OK);
  } catch (cause) {
    throw new Unusable('refused.import_missing', { file, reason: String(thrownPart(cause, 'code')) });
  }
}

/** An export may also be an archive with the files and comments of the records. */
function writtenFormat(call: Call, file: string | undefined): ImportFormat | 'zip' {
  return wantedFormat(call, file) === 'zip' ? 'zip' : formatOf(call, file);
}

/** What is asked for, else what the name of the file ends with. */
function wantedFormat(call: Call, file: string | undefined): string | undefined {
  return textFlag(call, 'format') ?? /\.(\w+)$/.exec(file ?? '')?.[1]?.toLowerCase();
}

function formatOf(call: Call, file: string | undefined): ImportFormat {
  const wanted = wantedFormat(call, file);
  if (wanted === 'ndjson') return 'jsonl';
  return wanted === 'jsonl' || wanted === 'xlsx' ? wanted : 'csv';
}

/** Does something with the records of an application in the name of a person. */
async function withRecords(
  call: Call,
  folder: string,
  work: (records: DirectRecords) => Promise<number>,
): Promise<number> {
  const email = textFlag(call, 'as');
  if (email === undefined) throw new Unusable('refused.exchange_as');
  const application = await readSpecification(folder, call);
  if (application === null) return 1;
  const asking = { email, language: call.language, clock: systemClock, log };
  const records = await openDirectRecords(await placeOf(call, application, folder), application, asking);
  try {
    return await work(records);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'fault') throw error;
    process.stderr.write(`ninefold: ${records.errorTexts(error, call.language)} (${error.code})\n`);
    process.stderr.write(whoMay(records.told(error), call));
    return 1;
  } finally {
    await records.close();
  }
}

/** Which right is missing and which roles have it, as the specification names them. Empty: the refusal is of another kind. */
function whoMay({ entity, verb, roles }: Refusal['params'], { say }: Call): string {
  if (typeof entity !== 'string' || typeof verb !== 'string' || !Array.isArray(roles)) return '';
  const having = roles.map((role) => `\`${String(role)}\``);
  const key = roles.length === 0 ? 'exchange.no_role' : 'exchange.roles';
  return `${say(key, { verb, entity, roles: having })}\n`;
}

function reportOf(done: ImportAnswer, { say }: Call): string {
  const unused = done.columns.filter(({ field }) => field === null).map(({ title }) => title);
  const line = ({ row, code, message }: ImportProblem): string => say('exchange.problem_row', { row, message, code });
  const shown = done.problems.slice(0, PRINTED);
  const more = done.problem_count - shown.length;
  const { rows, created, changed, unchanged, failed } = done;
  return [
    ...(unused.length > 0 ? [say('exchange.unused', { columns: unused })] : []),
    ...(done.match.length > 0 ? [say('exchange.matched', { match: done.match })] : []),
    ...shown.map((problem) => `  ${line(problem)}`),
    ...(more > 0 ? [`  ${say('exchange.more', { number: more })}`] : []),
    ...done.values.map(
      (value) => `  ${say('exchange.value', { field: value.field, changed: value.changed, emptied: value.emptied })}`,
    ),
    say('exchange.done', { count: rows, created, changed, unchanged, failed }),
    ...(done.written ? [] : [say('exchange.tried')]),
    ...(done.written && done.failed > 0 ? [say('exchange.rest_written', { count: done.created + done.changed })] : []),
    '',
  ].join('\n');
}
