/** A `call` of the guide's page on programs, and the answer that the page shows. */
export interface PageCall {
  readonly command: string;
  readonly expected: unknown;
}

/** Runs the alias `call` of the page without a shell, so that curl is not needed. */
export interface Door {
  readonly host: string;
  readonly key: string;
}

/** Every `sh` block of the page, with the `json` block that follows it; null where none does. */
export function callsOf(markdown: string): readonly PageCall[] {
  const blocks = [...markdown.matchAll(/^```(sh|json)\n([\s\S]*?)^```$/gm)].map(([, kind, text = '']) => ({
    kind,
    text,
  }));
  return blocks.flatMap(({ kind, text }, index) => {
    const next = blocks[index + 1];
    return kind === 'sh' ? [{ command: text, expected: next?.kind === 'json' ? JSON.parse(next.text) : null }] : [];
  });
}

/** Makes the call that a command describes; `ids` replace the names in capitals. */
export async function make(command: string, { host, key }: Door, ids: ReadonlyMap<string, string>): Promise<unknown> {
  const named = [...ids].reduce((text, [name, id]) => text.replaceAll(name, id), command);
  const words = wordsOf(named.replaceAll('$HOST', host));
  const headers: Record<string, string> = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const after = (flag: string): string[] => words.flatMap((word, at) => (words[at - 1] === flag ? [word] : []));
  for (const header of after('-H'))
    headers[header.slice(0, header.indexOf(':')).toLowerCase()] = header.slice(header.indexOf(':') + 1).trim();
  const data = [...after('-d'), ...after('--data-urlencode')];
  const url = words.find((word) => word.startsWith(host)) ?? '';
  const isQuery = words.includes('-G');
  const query = new URLSearchParams(
    data.map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]),
  );
  const [body] = isQuery ? [] : data;
  const method = after('-X')[0] ?? (body === undefined ? 'GET' : 'POST');
  const answer = await fetch(isQuery ? `${url}?${query.toString()}` : url, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  return answer.json();
}

/** The words of a command as a shell parts them. */
function wordsOf(command: string): readonly string[] {
  const parts = command.matchAll(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g);
  return [...parts].map(([word]) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}

/** Stores the ids that an answer gives for names in capitals. */
export function named(expected: unknown, answer: unknown, ids: Map<string, string>): unknown {
  if (typeof expected === 'string' && /^[A-Z]+$/.test(expected)) {
    if (!ids.has(expected)) ids.set(expected, String(answer));
    return ids.get(expected);
  }
  if (Array.isArray(expected)) return expected.map((item, at) => named(item, (answer as readonly unknown[])[at], ids));
  if (typeof expected !== 'object' || expected === null) return expected;
  const of = answer as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.entries(expected).map(([name, value]) => [name, named(value, of[name], ids)]));
}
