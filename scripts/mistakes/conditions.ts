import type { Edit, Kind } from './planted.ts';
import { swapped } from './spelling.ts';
import { at, type Written } from './written.ts';

type Random = Parameters<Kind['edits']>[1];

/** Stretches of expressions that fit a pattern, with what is put there. */
function inside(written: Written, pattern: RegExp, put: (found: RegExpMatchArray) => string | null): readonly Edit[] {
  const seen = new Set<string>();
  return written.expressions.flatMap(({ node, lead, source }): readonly Edit[] => {
    const { spot } = node;
    const written = spot.source.text.slice(spot.start, spot.end);
    const quoted = written.slice(1, -1) === node.text;
    if ((!quoted && !written.startsWith(node.text)) || seen.has(at(spot))) return [];
    seen.add(at(spot));
    const begin = spot.start + lead + (quoted ? 1 : 0);
    return [...source.matchAll(pattern)].flatMap((match): readonly Edit[] => {
      const text = put(match);
      if (text === null || text === match[0] || (quoted && text.includes(written[0] ?? ''))) return [];
      const start = begin + match.index;
      return [{ spot: { source: spot.source, start, end: start + match[0].length }, put: text }];
    });
  });
}

function replacing(
  name: string,
  pattern: RegExp,
  put: string | ((found: RegExpMatchArray, random: Random) => string | null),
): Kind {
  const text = typeof put === 'string' ? () => put : put;
  return { name, edits: (written, random) => inside(written, pattern, (found) => text(found, random)) };
}

/** Functions of other languages. */
const OTHER_FUNCTIONS: Readonly<Record<string, string>> = {
  ...{ size: 'len', filled: 'isset', blank: 'isnull', starts_with: 'startsWith', contains: 'includes' },
  ...{ lower: 'toLowerCase', sum: 'total', days: 'addDays', hours: 'addHours', has_role: 'hasRole', date: 'toDate' },
};

/** Mistakes in expressions. */
export const CONDITION_KINDS: readonly Kind[] = [
  replacing(
    'a field of an expression with two letters swapped',
    /(?<=\b(?:record|user|before|option|line)\.)[a-z_]{4,}\b/g,
    ([word], random) => swapped(word, random),
  ),
  replacing('a field of a reference with two letters swapped', /(?<=\brecord\.\w+\.)[a-z_]{4,}\b/g, ([word], random) =>
    swapped(word, random),
  ),
  replacing(
    'a variable with two letters swapped',
    /\b(?:record|user|before|option|limits|input)(?=\.)/g,
    ([word], random) => swapped(word, random),
  ),
  replacing('no “record.” before a field', /\brecord\.(?=[a-z_]{4,}\b)/g, ''),
  replacing('a limit with two letters swapped', /(?<=\blimits\.)\w+/g, ([word], random) => swapped(word, random)),
  replacing('an answer with two letters swapped', /(?<=\binput\.)\w{4,}/g, ([word], random) => swapped(word, random)),
  replacing('a state or option with two letters swapped', /(?<=[!=]= ")[a-z_]{4,}(?=")/g, ([word], random) =>
    swapped(word, random),
  ),
  replacing('a text without quotes', /(?<=[!=]= )"([a-z_]+)"/g, ([, word = '']) => word),
  replacing('a text in round quotes', /(?<=[!=]= )"([a-z_]+)"/g, ([, word = '']) => `“${word}”`),
  replacing('a text in backticks', /(?<=[!=]= )"([a-z_]+)"/g, ([, word = '']) => `\`${word}\``),
  replacing('= for ==', / == /g, ' = '),
  replacing('=== for ==', / == /g, ' === '),
  replacing('<> for !=', / != /g, ' <> '),
  replacing('“and” for &&', / && /g, ' and '),
  replacing('“or” for ||', / \|\| /g, ' or '),
  replacing('“not” for !', /!(?=[a-z(])/g, 'not '),
  replacing('one & for two', / && /g, ' & '),
  replacing('“is” for ==', / == /g, ' is '),
  replacing('“is null” for blank', /\bblank\(([\w.]+)\)/g, ([, path = '']) => `${path} is null`),
  replacing('a function with two letters swapped', /\b[a-z_]{4,}(?=\()/g, ([word], random) => swapped(word, random)),
  replacing('a function of another language', /\b[a-z_]+(?=\()/g, ([word]) => OTHER_FUNCTIONS[word] ?? null),
  replacing('a moment as a function', /\b(?:today|now)\b/g, ([word]) => `${word}()`),
  replacing('a bracket that is not closed', /\)$/g, ''),
  replacing('a bracket too many', /$/g, ')'),
  replacing(
    'an operator without its right side',
    / (?:==|!=|>|<|>=|<=|&&) [^&|]+$/g,
    ([text]) => / (?:==|!=|>=|<=|>|<|&&)/.exec(text)?.[0] ?? null,
  ),
  replacing('a person compared with a number', / == user\b(?!\.)/g, ' == 5'),
  replacing('a state compared with a number', /(?<=state [!=]= )"[a-z_]+"/g, '1'),
  replacing('a field of a text', /(?<=record\.state)(?= )/g, '.name'),
  replacing('an index for a field', /\brecord\.([a-z]+)(?= )/g, ([, field = '']) => `record[${field}]`),
  {
    name: 'no “=” before an expression',
    edits: ({ pairs }) =>
      pairs.flatMap(({ key, value, map }): readonly Edit[] => {
        const type = map.entries.get('type')?.value;
        const isText = type?.kind !== 'scalar' || ['string', 'text'].includes(type.text);
        if (isText || !['default', 'min', 'max'].includes(key) || value.kind !== 'scalar') return [];
        const lead = /^= /.exec(value.text)?.[0].length ?? 0;
        return lead === 0 || !value.plain ? [] : [{ spot: { ...value.spot, end: value.spot.start + lead }, put: '' }];
      }),
  },
  {
    name: 'no quotes around an expression that needs them',
    edits: ({ expressions, pairs }) => {
      const flow = new Set(pairs.flatMap(({ isFlow, value }) => (isFlow ? [at(value.spot)] : [])));
      return expressions.flatMap(({ node: { spot, text, plain } }): readonly Edit[] => {
        const isNeeded = /^[!["{&*]|: | #/.test(text) || (flow.has(at(spot)) && text.includes(', '));
        const isBlock = text.includes('\n'); // a block of lines has no quotes to leave out
        return plain || isBlock || !isNeeded ? [] : [{ spot, put: text }];
      });
    },
  },
];
