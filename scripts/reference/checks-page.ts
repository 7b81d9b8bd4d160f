import { CHECK_SEVERITIES, checkTexts } from '../../packages/spec/src/index.ts';
import { EXAMPLES, type CheckExample } from './check-examples.ts';
import { fence, plain } from './markdown.ts';
import type { Texts } from './texts.ts';

/** Every check: its id, severity, reason, help, and an example with its correction. */
export function checksPage(texts: Texts): string {
  return Object.keys(CHECK_SEVERITIES)
    .sort()
    .map((id) => checkPart(id, texts))
    .join('\n');
}

function checkPart(id: string, { say, language }: Texts): string {
  const { message, help } = checkTexts(id, language);
  const example = EXAMPLES.get(id);
  return [
    `<a id="${id.toLowerCase()}"></a>\n`,
    `## ${id} – ${say(`checks.severity.${CHECK_SEVERITIES[id] ?? 'error'}`)}\n`,
    `${plain(message)}\n`,
    `${plain(help)}\n`,
    ...(example ? [say('checks.bad'), '', filesOf(example.bad, say)] : []),
    ...(example?.good ? [say('checks.good'), '', filesOf(example.good, say)] : []),
  ].join('\n');
}

function filesOf(files: CheckExample['bad'], say: Texts['say']): string {
  return files
    .map(({ path, text }) => {
      const kind = /\.(ya?ml|json|csv)$/.exec(path)?.[1]?.replace('yml', 'yaml') ?? '';
      const shown = fence(kind === 'csv' ? '' : kind, visible(text));
      return files.length === 1 ? shown : `${say('checks.file', { path: `\`${path}\`` })}\n\n${shown}`;
    })
    .join('\n');
}

/** A tab would look like spaces. */
function visible(text: string): string {
  return text.replaceAll('\t', '→').slice(0, 2000);
}
