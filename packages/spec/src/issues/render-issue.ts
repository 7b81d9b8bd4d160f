import type { Issue } from '../application.ts';
import en from '../../locales/en/checks.json' with { type: 'json' };
import ja from '../../locales/ja/checks.json' with { type: 'json' };

interface CheckTexts {
  readonly message: string;
  /** Said instead of `message` where a name like the written one exists, or what should stand there is known. */
  readonly message_nearest?: string;
  readonly message_expected?: string;
  readonly help: string;
}

const TEXTS: Readonly<Record<string, Readonly<Record<string, CheckTexts>>>> = { en, ja };
const SEVERITIES: Readonly<Record<string, Readonly<Record<Issue['severity'], string>>>> = {
  en: { error: 'error', warning: 'warning', notice: 'notice' },
  ja: { error: 'エラー', warning: '警告', notice: 'お知らせ' },
};

/** The message of an issue in a language (English where that has none), without its place. */
export function issueMessage(issue: Issue, language: string): string {
  const texts = textsOf(issue, language);
  if (!texts) return issue.id;
  const has = (param: string): boolean => (issue.params[param] ?? '') !== '';
  const message =
    (has('nearest') ? texts.message_nearest : undefined) ?? (has('expected') ? texts.message_expected : undefined);
  return filled(message ?? texts.message, issue.params);
}

/**
 * An issue as it is printed: `file:line:column severity NFxxxx message`, the source line with a caret under the
 * place, and what helps. Lines are ended by `\n`, the last one is not.
 */
export function renderIssue(issue: Issue, language: string): string {
  const { id, severity, file, line, column, length, sourceLine, params } = issue;
  const words = SEVERITIES[language] ?? SEVERITIES['en'];
  const head = `${file}:${String(line)}:${String(column)} ${words?.[severity] ?? severity} ${id} ${issueMessage(issue, language)}`;
  const indent = sourceLine.slice(0, column - 1).replace(/[^\t]/g, ' ');
  const source =
    sourceLine.trim() === '' ? [] : [`  ${sourceLine}`, `  ${wide(indent, sourceLine, column)}${'^'.repeat(length)}`];
  const help = filled(textsOf(issue, language)?.help ?? '', params);
  return [head, ...source, ...(help === '' ? [] : [`  ${help}`])].join('\n');
}

/** Characters of East Asian scripts take two columns. */
function wide(indent: string, sourceLine: string, column: number): string {
  const before = sourceLine
    .slice(0, column - 1)
    .match(/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g);
  return indent + ' '.repeat(before?.length ?? 0);
}

function textsOf({ id }: Issue, language: string): CheckTexts | undefined {
  return TEXTS[language]?.[id] ?? TEXTS['en']?.[id];
}

function filled(template: string, params: Readonly<Record<string, string>>): string {
  return template.replace(/\{\{\s*(\w+)\s*\}\}/g, (_whole, name: string) => params[name] ?? '');
}
