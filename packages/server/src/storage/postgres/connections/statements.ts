/** A statement as PostgreSQL takes it: `$1` for the first `?`, with a name where it runs often enough to stay prepared. */
export interface Statement {
  readonly text: string;
  readonly parameters: number;
  readonly name: string | null;
}

const MOST_KNOWN = 3000;
const MOST_NAMED = 400;
const NAMED_FROM = 3;

/** Remembers statements by their text. */
export function createStatements(): (text: string) => Statement {
  const known = new Map<
    string,
    { readonly text: string; readonly parameters: number; uses: number; name: string | null }
  >();
  let named = 0;
  return (text) => {
    let statement = known.get(text);
    if (!statement) {
      if (known.size >= MOST_KNOWN) dropUnnamed(known);
      statement = { ...numbered(text), uses: 0, name: null };
      known.set(text, statement);
    }
    statement.uses += 1;
    if (statement.name === null && statement.uses >= NAMED_FROM && named < MOST_NAMED) {
      named += 1;
      statement.name = `nf${String(named)}`;
    }
    return statement;
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
