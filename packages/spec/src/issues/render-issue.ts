import type { ErrorCode } from 'yaml';
import type { Issue } from '../application.ts';
import type { Reason } from '../reason.ts';
import en from '../../locales/en/checks.json' with { type: 'json' };
import ja from '../../locales/ja/checks.json' with { type: 'json' };
import { insteadText } from './instead.ts';
import { filled, visible } from './sentence.ts';
import { yamlReason } from './yaml-reason.ts';
import { adviceText, reasonText } from './render-verdict.ts';

/** The texts of a check, with its `{{placeholders}}`. */
export interface CheckTexts {
  readonly message: string;
  /** Used instead of `message` where a similar name exists, or where the expected word is known. */
  readonly message_nearest?: string;
  readonly message_expected?: string;
  /** Said instead of `message` where a comma has parted the value that is meant. */
  readonly message_whole?: string;
  /** Said instead of `message` where there is an example. */
  readonly message_example?: string;
  /** Said where a number stands for days, with the `days` that are meant. */
  readonly message_days?: string;
  readonly help: string;
  /**
   * Said instead of `help` in a case that the param `form` names: where only a value may stand, or only an expression, where one of
   * `words` has to, or where cells are separated by another sign.
   */
  readonly help_value?: string;
  readonly help_expression?: string;
  readonly help_option?: string;
  readonly help_separator?: string;
}

const TEXTS: Readonly<Record<string, Readonly<Record<string, CheckTexts>>>> = { en, ja };
const SEVERITIES: Readonly<Record<string, Readonly<Record<Issue['severity'], string>>>> = {
  en: { error: 'error', warning: 'warning', notice: 'notice' },
  ja: { error: 'エラー', warning: '警告', notice: 'お知らせ' },
};

/** The message of an issue in a language (English where that has none), without its place. */
export function issueMessage(issue: Issue, language: string): string {
  const texts = textsOf(issue.id, language);
  if (!texts) return issue.id;
  const has = (param: string): boolean => (issue.params[param] ?? '') !== '';
  const message =
    (has('nearest') ? texts.message_nearest : undefined) ??
    (has('expected') ? texts.message_expected : undefined) ??
    (has('whole') ? texts.message_whole : undefined) ??
    (has('example') ? texts.message_example : undefined) ??
    (has('days') ? texts.message_days : undefined);
  const also = has('also') ? (ALSO[language] ?? ALSO['en'] ?? '') : '';
  return visible(filled(`${message ?? texts.message}${also}`, withReason(issue.params, language), language));
}

/** Added where the same name stands at further places. */
const ALSO: Readonly<Record<string, string>> = {
  en: ' It also stands at {{also}}.',
  ja: '同じ名前は次の場所にもあります：{{also}}。',
};

/** How commands are written where the reader is. */
export interface Typed {
  /** What starts the program; `ninefold` unless given. */
  readonly ninefold?: string;
  /** What names the specification, with a space before it; empty where it is in the current folder. */
  readonly folder?: string;
  /** The same with what names its data. */
  readonly place?: string;
}

/** How to correct an issue, in a language (English where that has no text). Empty where nothing is known. */
export function issueHelp(issue: Issue, language: string, typed: Typed = {}): string {
  const help = visible(
    filled(helpOf(issue, language), { ninefold: 'ninefold', ...typed, ...withSample(issue.params) }, language),
  );
  const instead = issue.id === 'NF0901' ? insteadText(issue.params['name'] ?? '', language) : '';
  return [help, instead].filter((text) => text !== '').join(language === 'ja' ? '' : ' ');
}

function helpOf({ id, params }: Issue, language: string): string {
  const texts = textsOf(id, language);
  const other: Readonly<Record<string, string | undefined>> = {
    ...{ value: texts?.help_value, expression: texts?.help_expression },
    ...{ option: texts?.help_option, separator: texts?.help_separator },
  };
  return other[params['form'] ?? ''] ?? texts?.help ?? '';
}

/** How values of a type are written, and expressions where there are no values. */
const SAMPLES: Readonly<Record<string, string>> = {
  ...{ integer: '12', number: '12.50', money: '12.50', percent: '8', boolean: 'true', time: '"08:30"' }, // kinds: samples are texts, types without one have none
  ...{
    date: '2026-03-05',
    dates: '2026-03-05',
    datetime: '2026-03-05T09:00:00Z',
    duration: '36h 30min',
    json: '\'{"a": 1}\'',
  },
};
const EXPRESSIONS: Readonly<Record<string, string>> = { duration: '= days(3)', text: '= body.number' };

/** With an example of what may stand there, where the type has one. */
function withSample(params: Issue['params']): Issue['params'] {
  const sample = (params['form'] === 'expression' ? EXPRESSIONS : SAMPLES)[params['type'] ?? ''];
  return sample === undefined ? params : { ...params, sample: ` (\`${sample}\`)` };
}

/** The texts of a check by its id, in a language (English where that has none). `ninefold` starts the program where the reader is. */
export function checkTexts(id: string, language: string, ninefold = 'ninefold'): CheckTexts {
  const texts = textsOf(id, language) ?? { message: id, help: '' };
  return {
    ...texts,
    help: texts.help.replaceAll('{{ninefold}}', ninefold).replaceAll(/\{\{(?:sample|folder|place)\}\}/g, ''),
  };
}

/** Where the reference explains a check: a path in the repository with its place in the page. */
export function referenceOf(id: string): string {
  return `docs/reference/checks.md#${id.toLowerCase()}`;
}

/**
 * An issue as it is printed: `file:line:column severity NFxxxx message`, the source line with a caret under the place,
 * the help, and the address in the reference. Lines end with `\n`, except the last. `typed` as for `issueHelp`.
 */
export function renderIssue(issue: Issue, language: string, typed: Typed = {}): string {
  const { id, severity, file, line, column } = issue;
  const words = SEVERITIES[language] ?? SEVERITIES['en'];
  const head = `${file}:${String(line)}:${String(column)} ${words?.[severity] ?? severity} ${id} ${issueMessage(issue, language)}`;
  const source = issue.sourceLine.trim() === '' ? [] : markedLine(issue);
  const help = issueHelp(issue, language, typed);
  return [head, ...source, ...(help === '' ? [] : [`  ${help}`]), `  ${referenceOf(id)}`].join('\n');
}

/** The width of the part that is shown of a longer line. */
const LONGEST = 140;
const BEFORE = 60;

/** The source line and the mark under the place. */
function markedLine({ sourceLine, column, length }: Issue): readonly string[] {
  const start = sourceLine.length <= LONGEST ? 0 : Math.max(0, column - 1 - BEFORE);
  const end = sourceLine.length <= LONGEST ? sourceLine.length : Math.min(sourceLine.length, start + LONGEST);
  const lead = start > 0 ? '… ' : '';
  const shown = `${lead}${sourceLine.slice(start, end)}${end < sourceLine.length ? ' …' : ''}`;
  const at = column - start + lead.length;
  const [before, marked] = [visible(shown.slice(0, at - 1)), visible(shown.slice(at - 1, at - 1 + length))];
  const marks = Math.min(marked.length, visible(sourceLine.slice(column - 1, end)).length);
  const indent = before.replace(/[^\t]/g, ' ');
  return [`  ${visible(shown)}`, `  ${wide(indent, before)}${'^'.repeat(Math.max(1, marks))}`];
}

/** Characters of East Asian scripts take two columns. */
function wide(indent: string, text: string): string {
  const before = text.match(
    /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g,
  );
  return indent + ' '.repeat(before?.length ?? 0);
}

/** The reason of what is not decided or no YAML in words, and what can be done about the first. */
function withReason(params: Issue['params'], language: string): Issue['params'] {
  const { reason_kind: kind, reason_name: name = '', reason_expression: expression = '', yaml } = params;
  if (yaml !== undefined) return { ...params, reason: yamlReason(yaml as ErrorCode, language) }; // written by `parseYaml`
  if (!kind) return params;
  const reason = { kind: kind as Reason['kind'], name, expression }; // as the verdict gave it
  return { ...params, reason: reasonText(reason, language), advice: adviceText(reason, language) };
}

function textsOf(id: string, language: string): CheckTexts | undefined {
  return TEXTS[language]?.[id] ?? TEXTS['en']?.[id];
}
