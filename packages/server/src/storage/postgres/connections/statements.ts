/** A statement as PostgreSQL takes it: `$1` for the first `?`, with a name where it runs often enough to stay prepared. */
export interface Statement {
  readonly text: string;
  readonly parameters: number;
  readonly name: string | null;
}

const MOST_KNOWN = 3000;
const MOST_NAMED = 400;
const NAMED_FROM = 3;

/** The statements of a database, by their text. */
export interface Statements {
  of(text: string): Statement;
  /** Gives new names from now on: what is prepared under the old ones may give columns of other types than the tables have. */
  forget(): void;
}

/** Remembers statements by their text. */
export function createStatements(): Statements {
  const known = new Map<
    string,
    { readonly text: string; readonly parameters: number; uses: number; name: string | null }
  >();
  let named = 0;
  let generation = 0;
  return {
    of: (text) => {
      let statement = known.get(text);
      if (!statement) {
        if (known.size >= MOST_KNOWN) dropUnnamed(known);
        statement = { ...numbered(text), uses: 0, name: null };
        known.set(text, statement);
      }
      statement.uses += 1;
      if (statement.name === null && statement.uses >= NAMED_FROM && named < MOST_NAMED) {
        named += 1;
        statement.name = `nf${String(generation)}_${String(named)}`;
      }
      return statement;
    },
    forget: () => {
      known.clear();
      named = 0;
      generation += 1;
    },
  };
}

function dropUnnamed(known: Map<string, { readonly name: string | null }>): void {
  for (const [text, { name }] of known) if (name === null) known.delete(text);
}

/** Placeholders are bare `?`; quoted names and texts are skipped. */
function numbered(text: string): { readonly text: string; readonly parameters: number } {
  let parameters = 0;
  const replaced = text.replace(/"(?:[^"]|"")*"|'(?:[^']|'')*'|\?/g, (piece) => {
    if (piece !== '?') return piece;
    parameters += 1;
    return `$${String(parameters)}`;
  });
  return { text: replaced, parameters };
}
