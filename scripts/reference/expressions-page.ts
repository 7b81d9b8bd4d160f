import { VARIABLES } from '../../packages/spec/src/expressions/typing/check-path.ts';
import { usage } from '../../packages/spec/src/expressions/functions/signature.ts';
import { FUNCTIONS, MACRO_NAMES } from '../../packages/spec/src/expressions/functions/table.ts';
import { systemFieldNames } from '../../packages/spec/src/expressions/schema/schema-of.ts';
import { FUNCTION_EXAMPLES } from '../../packages/spec/src/language/function-examples.ts';
import { wordText } from '../../packages/spec/src/language/texts.ts';
import { code, plain, table } from './markdown.ts';
import type { Texts } from './texts.ts';

/** Variables, functions and macros. */
export function expressionsPage({ say, language }: Texts): string {
  const means = (kind: Parameters<typeof wordText>[0], name: string): string =>
    plain(wordText(kind, name, language) ?? '');
  const functions = [...FUNCTIONS.values()].map((signature) => [
    usage(signature).split(' | ').map(code).join('<br>'),
    means('functions', signature.name),
    code(FUNCTION_EXAMPLES[signature.name] ?? ''),
    signature.sql ? say('functions.yes') : say('functions.no'),
  ]);
  const macros = MACRO_NAMES.map((name) => [
    code(`list.${name}(x, …)`),
    means('functions', name),
    code(FUNCTION_EXAMPLES[name] ?? ''),
  ]);
  const named = (kind: 'variables' | 'system_fields', names: readonly string[], head: string): string =>
    table(
      [head, say('functions.means')],
      names.map((name) => [code(name), means(kind, name)]),
    );
  return [
    `## ${say('functions.variables')}\n\n${named('variables', VARIABLES, say('functions.variable'))}`,
    `## ${say('functions.functions')}\n\n${table([say('functions.function'), say('functions.means'), say('functions.example'), say('functions.sql')], functions)}`,
    `## ${say('functions.macros')}\n\n${table([say('functions.function'), say('functions.means'), say('functions.example')], macros)}`,
    `## ${say('functions.record')}\n\n${named('system_fields', systemFieldNames(true), say('functions.field'))}`,
  ].join('\n');
}
