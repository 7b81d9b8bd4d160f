import type { Verdict } from '../application.ts';
import type { Reason } from '../reason.ts';
import en from '../../locales/en/reasoning.json' with { type: 'json' };
import ja from '../../locales/ja/reasoning.json' with { type: 'json' };
import { filled } from './sentence.ts';

const TEXTS: Readonly<Record<string, typeof en>> = { en, ja };

function textsIn(language: string): typeof en {
  return TEXTS[language] ?? en;
}

/** The claim that a verdict is about, in a language (English where that has none). */
export function verdictClaim({ id, params }: Verdict, language: string): string {
  const claims: Readonly<Record<string, string>> = textsIn(language).claims;
  return filled(claims[id] ?? id, params, language);
}

/** Operators as they are written; every other function is called by its name. */
const WRITTEN: Readonly<Record<string, string>> = {
  ...{ add: '+', sub: '-', neg: '-', mul: '*', div: '/', mod: '%' },
  ...{ eq: '==', ne: '!=', lt: '<', le: '<=', gt: '>', ge: '>=' },
};

/** Why a claim is undecided, as a part of a sentence. */
export function reasonText({ kind, name, expression }: Reason, language: string): string {
  const written = (kind === 'function' ? WRITTEN[name] : undefined) ?? name;
  const texts = textsIn(language);
  const reason = filled(texts.reasons[kind], { name: written }, language);
  return expression === '' || expression === name ? reason : filled(texts.at, { reason, expression }, language);
}

/** What an author can do about a claim that stays undecided, as a sentence. */
export function adviceText({ kind }: Pick<Reason, 'kind'>, language: string): string {
  return textsIn(language).advice[kind];
}

/** A verdict as it is printed: `file:line:column verdict NFxxxx claim`, then the example, or the reason and what can be done. */
export function renderVerdict(verdict: Verdict, language: string): string {
  const { id, file, line, column, example, reason } = verdict;
  const texts = textsIn(language);
  const head = `${file}:${String(line)}:${String(column)} ${texts.verdicts[verdict.verdict]} ${id} ${verdictClaim(verdict, language)}`;
  const rest = reason ? [`  ${reasonText(reason, language)}`, `  ${adviceText(reason, language)}`] : [];
  return [head, ...rest, ...(example === '' ? [] : [`  ${filled(texts.example, { example }, language)}`])].join('\n');
}
