import type { SourceFile } from '../application.ts';
import { parseCsv, type CsvCell } from '../data/csv.ts';
import { sourceText, type SourceText } from '../located.ts';
import type { Occurrence } from './symbols.ts';

/**
 * The names in data files: columns name fields; cells name options, states, roles and transitions. A cell may match
 * several kinds of things, of which the specification declares at most one.
 */
export function dataOccurrences(files: readonly SourceFile[]): readonly Occurrence[] {
  return files.flatMap(({ path, text }) => {
    const [, entity = '', history, kind] =
      /^data\/(?:[^/]+\/)*([a-z][a-z0-9_]*)(\.history)?\.(csv|json)$/.exec(path) ?? [];
    if (kind === undefined) return [];
    const source = sourceText(path, text);
    if (kind === 'json') return jsonNames(source, entity);
    return csvNames(source, entity, history === undefined ? cellSymbols : eventSymbols);
  });
}

/** What a word in a cell may name, by its column. */
type Symbols = (entity: string, column: string, word: string, row: ReadonlyMap<string, string>) => readonly string[];

const cellSymbols: Symbols = (entity, column, word) => [
  `option ${entity}.${column}.${word}`,
  ...(column === 'state' ? [`state ${entity}.${word}`] : []),
  ...(entity === 'user' && column === 'roles' ? [`role ${word}`] : []),
];

const eventSymbols: Symbols = (entity, column, word, row) => {
  if (column === 'from' || column === 'to') return [`state ${entity}.${word}`];
  if (column === 'transition') return [`transition ${entity}.${word}`];
  if (column === 'input') return [`input ${entity}.${row.get('transition') ?? ''}.${word}`];
  return column === 'changes' ? [`field ${entity}.${word}`] : [];
};

function csvNames(source: SourceText, entity: string, symbols: Symbols): readonly Occurrence[] {
  const read = parseCsv(source.text);
  if (!('rows' in read)) return [];
  const [head = [], ...rows] = read.rows;
  const columns = head.map(({ text }) => text.split('.')[0] ?? '');
  const heads = head.flatMap(({ offset }, index) => {
    const name = columns[index] ?? '';
    return symbols === cellSymbols ? [occurrence(source, `field ${entity}.${name}`, offset, name)] : [];
  });
  const cells = rows.flatMap((row) => {
    const values = new Map(row.map(({ text }, index) => [columns[index] ?? '', text]));
    return row.flatMap((cell, index) =>
      wordsOf(cell, columns[index] ?? '').flatMap(({ word, at }) =>
        symbols(entity, columns[index] ?? '', word, values).map((symbol) =>
          occurrence(source, symbol, cell.offset + at, word),
        ),
      ),
    );
  });
  return [...heads, ...cells];
}

interface Word {
  readonly word: string;
  readonly at: number;
}

/** A cell of ids, separated by `;`; of events, the names in their JSON. Offsets are those of the file, quotes doubled. */
function wordsOf({ text }: CsvCell, column: string): readonly Word[] {
  if (column === 'changes' || column === 'input') return jsonWords(text, column);
  if (!/^[a-z][a-z0-9_]*(?:;[a-z][a-z0-9_]*)*$/.test(text)) return [];
  return [...text.matchAll(/[a-z0-9_]+/g)].map((match) => ({ word: match[0], at: match.index }));
}

function jsonWords(text: string, column: string): readonly Word[] {
  const pattern = column === 'changes' ? /"field":\s*"([a-z]\w*)"/g : /"([a-z]\w*)":/g;
  return [...text.matchAll(pattern)].map((match) => {
    const word = match[1] ?? '';
    const index = match.index + match[0].indexOf(`"${word}"`) + 1;
    const doubled = text.slice(0, index).split('"').length - 1;
    return { word, at: 1 + index + doubled };
  });
}

/** Keys and values of the records, and of the lines in them. */
function jsonNames(source: SourceText, entity: string): readonly Occurrence[] {
  const found: Occurrence[] = [];
  const path: string[] = [];
  let depth = 0;
  for (const match of source.text.matchAll(/"((?:[^"\\]|\\.)*)"(\s*:)?|[{}]/g)) {
    const text = match[1] ?? '';
    if (match[0] === '{') depth += 1;
    else if (match[0] === '}') depth -= 1;
    else if (match[2] !== undefined) {
      path[depth] = text;
      found.push(occurrence(source, `field ${[entity, ...path.slice(1, depth + 1)].join('.')}`, match.index + 1, text));
    } else if (/^[a-z][a-z0-9_]*$/.test(text)) {
      const column = path.slice(1, depth + 1).join('.');
      for (const symbol of cellSymbols(entity, column, text, new Map()))
        found.push(occurrence(source, symbol, match.index + 1, text));
    }
  }
  return found;
}

function occurrence(source: SourceText, symbol: string, start: number, text: string): Occurrence {
  return { symbol, spot: { source, start, end: start + text.length }, declares: false };
}
