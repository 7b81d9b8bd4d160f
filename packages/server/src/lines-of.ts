import { StringDecoder } from 'node:string_decoder';

/** The lines of a stream of UTF-8, without their ends; what follows the last end is a line unless it is empty. */
export async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest: string[] = [];
  for await (const chunk of source) {
    const [first = '', ...more] = decoder.write(chunk).split('\n');
    rest.push(first);
    for (const line of more) {
      yield ended(rest.join(''));
      rest = [line];
    }
  }
  const last = rest.join('') + decoder.end();
  if (last !== '') yield ended(last);
}

function ended(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
