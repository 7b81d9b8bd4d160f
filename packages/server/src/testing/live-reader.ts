import { request } from 'node:http';

export interface LiveEvent {
  readonly event: string;
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A page that listens to `/_/live`. */
export interface LiveReader {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** All events until now. */
  readonly events: readonly LiveEvent[];
  /** Resolves when the server has ended it. */
  readonly ended: Promise<void>;
  close(): void;
}

/** Listens with these cookies; resolves with the first bytes of the answer. */
export function listenTo(
  address: string,
  cookies: ReadonlyMap<string, string>,
  headers: Readonly<Record<string, string>> = {},
): Promise<LiveReader> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return new Promise((resolve, reject) => {
    const asked = request(`${address}/_/live`, { headers: { cookie, accept: 'text/event-stream', ...headers } });
    asked.once('error', reject);
    asked.once('response', (response) => {
      const events: LiveEvent[] = [];
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        const parts = (text + chunk).split('\n\n');
        text = parts.pop() ?? '';
        events.push(...parts.flatMap(eventOf));
      });
      response.on('error', () => undefined);
      const ended = new Promise<void>((end) => response.once('close', () => end()));
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        events,
        ended,
        close: () => asked.destroy(),
      });
    });
    asked.end();
  });
}

function eventOf(text: string): readonly LiveEvent[] {
  const [, event = '', id = '', data = ''] = /^event: (.*)\nid: (.*)\ndata: (.*)$/.exec(text) ?? [];
  return event === '' ? [] : [{ event, id, data: JSON.parse(data) as LiveEvent['data'] }];
}
