import type { Difference, Kind } from './difference.ts';
import type { Call, Finding, Pair } from './pair.ts';
import type { Answer } from './server-of.ts';

const KINDS: readonly Kind[] = ['answer', 'fault', 'sentence', 'openapi', 'model'];
const SHOWN = 40;
const PLACES = 6;
const LONGEST = 600;

/** The kinds of differences that fail a run: all but those that are allowed. */
export function failing(allowed: string): readonly Kind[] {
  const names = allowed.split(',').filter((name) => name !== '');
  const unknown = names.find((name) => !KINDS.some((kind) => kind === name));
  if (unknown !== undefined) throw new Error(`no kind of difference: ${unknown}; there are ${KINDS.join(', ')}`);
  return KINDS.filter((kind) => !names.includes(kind));
}

/** Prints what differs and how much was asked; the exit status. */
export function report(pairs: readonly Pair[], fails: readonly Kind[]): number {
  const findings = pairs.flatMap((pair) => pair.findings);
  for (const kind of KINDS) {
    const some = findings.filter(({ differences }) => differences.some((one) => one.kind === kind));
    for (const finding of some.slice(0, SHOWN)) console.log(shown(finding, kind));
    const more = some.length - SHOWN;
    if (more > 0) console.log(`… and ${String(more)} more calls that differ in kind ${kind}`);
  }
  const calls = pairs.reduce((sum, pair) => sum + pair.count(), 0);
  for (const call of pairs.flatMap(({ faults }) => faults)) console.log(`! answered 500: ${callText(call)}`);
  console.log(seen(pairs));
  const failed = findings.filter(({ differences }) => differences.some(({ kind }) => fails.includes(kind)));
  const counts = KINDS.map((kind) => `${String(count(findings, kind))} in kind ${kind}`).join(', ');
  console.log(`answers: ${String(calls)} calls; differing: ${counts}`);
  return failed.length > 0 ? 1 : 0;
}

function count(findings: readonly Finding[], kind: Kind): number {
  return findings.filter(({ differences }) => differences.some((one) => one.kind === kind)).length;
}

function shown({ number, call, differences, base, other }: Finding, kind: Kind): string {
  const those = differences.filter((difference) => difference.kind === kind);
  const lines = those.slice(0, PLACES).map(line);
  const more = those.length > PLACES ? [`    … ${String(those.length - PLACES)} more places`] : [];
  const whole = kind === 'answer' ? [`  base:  ${textOf(base)}`, `  other: ${textOf(other)}`] : [];
  return [`✗ ${kind}, call ${String(number)}: ${callText(call)}`, ...lines, ...more, ...whole].join('\n');
}

function line({ place, base, other }: Difference): string {
  return `    ${place}: ${short(JSON.stringify(base))} | ${short(JSON.stringify(other))}`;
}

function callText({ as, method, path, body, headers = {} }: Call): string {
  const sent =
    body === undefined
      ? ''
      : ` ${short(Buffer.isBuffer(body) ? `${String(body.length)} bytes` : JSON.stringify(body))}`;
  const beside = Object.keys(headers).length === 0 ? '' : ` ${JSON.stringify(headers)}`;
  return `${as ?? 'nobody'} ${method} ${path}${sent}${beside}`;
}

function textOf({ status, bytes }: Answer): string {
  return `${String(status)} ${short(bytes.toString('utf8'))}`;
}

function short(text: string | undefined): string {
  if (text === undefined) return '(absent)';
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${String(text.length)})` : text;
}

/** How often each status and code was answered: what the calls of a run have reached. */
function seen(pairs: readonly Pair[]): string {
  const sums = new Map<string, number>();
  for (const pair of pairs) for (const [what, times] of pair.seen) sums.set(what, (sums.get(what) ?? 0) + times);
  const sorted = [...sums].toSorted(([, left], [, right]) => right - left);
  return `answered: ${sorted.map(([what, times]) => `${what} ×${String(times)}`).join(', ')}`;
}
