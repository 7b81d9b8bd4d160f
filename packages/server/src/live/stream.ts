import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { LiveEvent, LiveEvents } from '@ninefold/model';

/** An answer that stays open and takes server-sent events (WHATWG HTML, 9.2). */
export interface Stream {
  /** False where the reader is too slow or gone: the answer is closed then, and the page asks again. */
  send<E extends LiveEvent>(event: E, id: string, data: LiveEvents[E]): boolean;
  /** A line without meaning, so that no proxy closes the connection as idle. */
  beat(): void;
  end(): void;
}

/** At most this many bytes wait for one reader. */
const MOST_WAITING = 65_536;

/** Begins the events; a page that loses the connection asks again after `againMs`. */
export function openStream(response: ServerResponse, againMs: number, headers: OutgoingHttpHeaders): Stream {
  response.writeHead(200, headers);
  response.write(`retry: ${String(againMs)}\n\n`);
  const write = (text: string): boolean => {
    if (response.destroyed || response.writableEnded) return false;
    if (response.writableLength > MOST_WAITING) {
      response.destroy();
      return false;
    }
    response.write(text);
    return true;
  };
  return {
    send: (event, id, data) => write(`event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`),
    beat: () => void write(':\n\n'),
    end: () => void response.end(),
  };
}
