import { RUNTIME_ERRORS, RUNTIME_LIMITS } from '@ninefold/model';
import errorsEn from '@ninefold/model/locales/en/errors.json' with { type: 'json' };
import errorsJa from '@ninefold/model/locales/ja/errors.json' with { type: 'json' };
import { readFolder } from '@ninefold/server/specification';
import { CHECK_SEVERITIES, checkTexts, compile, explainPath, issueMessage, referenceOf } from '@ninefold/spec';
import type { Call } from '../arguments/command.ts';
import { Unusable } from '../arguments/unusable.ts';

type ErrorTexts = Readonly<
  Record<string, { readonly message: string; readonly cause: string; readonly remedy: string }>
>;

const ERRORS: Readonly<Record<string, ErrorTexts>> = { en: errorsEn, ja: errorsJa };

/** Says what an id means: one of a check, of a runtime error or limit, or a path in the specification. */
export async function explain(call: Call): Promise<number> {
  const [wanted, folder = '.'] = call.words;
  if (wanted === undefined) throw new Unusable('refused.explain');
  const text =
    (await checkText(wanted.toUpperCase(), folder, call)) ??
    (await pathText(wanted, folder, call)) ??
    errorText(wanted, call) ??
    limitText(wanted, call);
  if (text === null) {
    const why = isSpecification(await sourcesIn(folder)) ? 'explain.unknown' : 'explain.no_specification';
    process.stderr.write(`ninefold: ${call.say(why, { wanted, folder })}\n`);
    return 1;
  }
  process.stdout.write(`${text}\n`);
  return 0;
}

async function checkText(id: string, folder: string, { say, language, command }: Call): Promise<string | null> {
  const severity = Object.hasOwn(CHECK_SEVERITIES, id) ? CHECK_SEVERITIES[id] : undefined;
  if (severity === undefined) return null;
  const { message, help } = checkTexts(id, language, command);
  const files = await sourcesIn(folder);
  const found = isSpecification(files) ? compile(files).issues.filter((issue) => issue.id === id) : [];
  const here = found.flatMap((issue) => [
    `  ${issue.file}:${String(issue.line)}:${String(issue.column)} ${issueMessage(issue, language)}`,
    ...(issue.params['keys'] ?? '').split('\n').flatMap((key) => (key === '' ? [] : [`    ${key}`])),
  ]);
  return [
    `${id} (${say(`explain.severity.${severity}`)})`,
    ...[open(message), open(help), referenceOf(id)],
    ...(here.length > 0 ? [say('explain.found'), ...here] : []),
  ].join('\n');
}

type Sources = Awaited<ReturnType<typeof readFolder>>;

/** The files in a folder; none where it cannot be read. */
function sourcesIn(folder: string): Promise<Sources> {
  return readFolder(folder).catch(() => []);
}

/** Whether a specification begins in the folder itself: the files of others below it are not meant. */
function isSpecification(files: Sources): boolean {
  return files.some(({ path }) => path === 'app.yaml');
}

/** What differs from case to case. */
function open(text: string): string {
  return text.replace(/\{\{\w+\}\}/g, '…');
}

function errorText(id: string, { say, language }: Call): string | null {
  const entry = Object.hasOwn(RUNTIME_ERRORS, id) ? RUNTIME_ERRORS[id] : undefined;
  const texts = ERRORS[language]?.[id];
  if (!entry || !texts) return null;
  return [
    say('explain.error', { id, status: entry.status, reaction: entry.reaction }),
    texts.message,
    `${say('explain.cause')} ${texts.cause}`,
    `${say('explain.remedy')} ${texts.remedy}`,
    `docs/reference/errors.md#${id}`,
  ].join('\n');
}

function limitText(id: string, { say }: Call): string | null {
  const limit = Object.hasOwn(RUNTIME_LIMITS, id) ? RUNTIME_LIMITS[id] : undefined;
  return limit ? say('explain.limit', { id, value: String(limit.value), unit: limit.unit ?? '' }) : null;
}

/** A thing of the specification in the folder: what it is, where it is written and used, and who may. */
async function pathText(path: string, folder: string, { say, language }: Call): Promise<string | null> {
  const files = await sourcesIn(folder);
  const found = isSpecification(files) ? explainPath(files, path, language) : null;
  if (found === null) return null;
  const rights = found.rights.map(({ role, verbs }) => `  ${role}: ${verbs.join(say('counts.between'))}`);
  return [
    found.text,
    say('explain.written', { places: found.written }),
    ...(found.used.length > 0
      ? [say('explain.used', { number: found.used.length, places: found.used.slice(0, 8) })]
      : []),
    ...(rights.length > 0 ? [say('explain.may'), ...rights] : []),
  ].join('\n');
}
