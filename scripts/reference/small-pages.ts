import { kindOf } from '../../packages/model/src/field-types/registry.ts';
import { FIELD_TYPES, RUNTIME_ERRORS, RUNTIME_LIMITS } from '../../packages/model/src/index.ts';
import { COMMON_FLAGS } from '../../packages/cli/src/arguments/parse-command.ts';
import type { FlagDefinition } from '../../packages/cli/src/arguments/command.ts';
import { SETTINGS } from '../../packages/cli/src/commands/settings.ts';
import { COMMANDS } from '../../packages/cli/src/commands/table.ts';
import { TYPE_KEYS } from '../../packages/spec/src/compile/field-types/registry.ts';
import { LATER } from '../../packages/spec/src/expressions/functions/table.ts';
import { NOT_YET_TYPES } from '../../packages/spec/src/index.ts';
import { keysOf, PLACES } from '../../packages/spec/src/language/keys-of.ts';
import type { Place } from '../../packages/spec/src/language/shape.ts';
import { OBJECT } from '../../packages/spec/src/compile/kinds/written-types.ts';
import { wordText } from '../../packages/spec/src/language/texts.ts';
import { code, plain, table } from './markdown.ts';
import { notYetValues } from './not-yet-values.ts';
import { packageText, type Texts } from './texts.ts';

const codes = (words: Iterable<string>): string => [...words].map(code).join(', ');

export function typesPage({ say, language }: Texts): string {
  const kinds = [...FIELD_TYPES.map((type) => [type, kindOf(type)] as const), [OBJECT, OBJECT] as const];
  const rows = kinds.map(([type, kind]) => [
    code(type),
    kind,
    plain(wordText('types', type, language) ?? ''),
    codes(TYPE_KEYS[type] ?? []),
  ]);
  return table([say('types.type'), say('types.kind'), say('types.means'), say('types.keys')], rows);
}

export function errorsPage({ say, language }: Texts): string {
  const text = (id: string, part: string): string => plain(packageText(language, 'model/errors', `${id}.${part}`));
  const rows = Object.values(RUNTIME_ERRORS).map(({ id, status, reaction }) => [
    `<a id="${id}"></a>${code(id)}`,
    String(status),
    reaction,
    text(id, 'message'),
    text(id, 'cause'),
    text(id, 'remedy'),
  ]);
  return table(
    ['id', 'status', 'reaction', 'message', 'cause', 'remedy'].map((key) => say(`errors.${key}`)),
    rows,
  );
}

export function limitsPage({ say, language }: Texts): string {
  const rows = Object.values(RUNTIME_LIMITS).map(({ id, value, unit }) => [
    code(id),
    String(value),
    unit ?? '',
    plain(packageText(language, 'web/shell', `limit.${id}`)),
  ]);
  return `${say('limits.intro')}\n\n${table(
    ['id', 'value', 'unit', 'means'].map((key) => say(`limits.${key}`)),
    rows,
  )}`;
}

export function notYetPage({ say }: Texts): string {
  const places = (wordsAt: (place: Place) => readonly string[]): string =>
    table(
      [say('not_yet.place'), say('not_yet.words')],
      PLACES.flatMap((place) => {
        const words = wordsAt(place);
        return words.length === 0 ? [] : [[say(`places.${place}`), codes(words)]];
      }),
    );
  const keys = (place: Place): readonly string[] =>
    keysOf(place)
      .filter(({ notYet }) => notYet)
      .map(({ key }) => key);
  return [
    say('not_yet.intro'),
    `## ${say('not_yet.types')}\n\n${codes(NOT_YET_TYPES)}`,
    `## ${say('not_yet.keys')}\n\n${places(keys)}`,
    `## ${say('not_yet.values')}\n\n${places(notYetValues)}`,
    `## ${say('not_yet.functions')}\n\n${codes([...LATER.keys()])}`,
  ].join('\n\n');
}

export function commandsPage({ say, language }: Texts): string {
  const text = (key: string): string => plain(packageText(language, 'cli/cli', key));
  const flags = (command: string, definitions: Readonly<Record<string, FlagDefinition>>): string =>
    table(
      [say('commands.flag'), say('commands.means')],
      Object.entries(definitions).map(([flag, { value, short, words, environment }]) => [
        code(`--${flag}${value ? ` ${value}` : ''}`) + (short ? `, ${code(`-${short}`)}` : ''),
        [
          text(`commands.${command}.flags.${flag}`),
          words ? `(${codes(words)})` : '',
          environment ? `(${code(environment)})` : '',
        ]
          .filter(Boolean)
          .join(' '),
      ]),
    );
  const parts = COMMANDS.map(({ name, takes, flags: own }) =>
    [
      `## ${code(['ninefold', name, ...takes].join(' '))}`,
      text(`commands.${name}.does`),
      ...(Object.keys(own).length > 0 ? [flags(name, own)] : []),
    ].join('\n\n'),
  );
  const settings = table(
    [say('commands.setting'), say('commands.means')],
    SETTINGS.map((name) => [code(name), text(`settings.${name}`)]),
  );
  return [
    say('commands.status'),
    ...parts,
    `## ${say('commands.common')}\n\n${flags('common', COMMON_FLAGS)}`,
    `## ${say('commands.settings')}\n\n${settings}`,
  ].join('\n\n');
}
