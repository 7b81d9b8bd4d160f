import type { IncomingMessage, ServerResponse } from 'node:http';

/** What open pages get: which model is served, and why a newer one is not. */
export interface Announcement {
  /** Hash of the model that is served; null while none is. */
  readonly model: string | null;
  /** By language; null while nothing is wrong. */
  readonly trouble: Readonly<Record<string, { readonly title: string; readonly text: string }>> | null;
}

/** The open pages of a developer, informed by server-sent events. */
export interface Announcements {
  /** Keeps the answer open, and sends the present state. */
  listen(request: IncomingMessage, response: ServerResponse): void;
  tell(announcement: Announcement): void;
  close(): void;
}

export function createAnnouncements(): Announcements {
  const open = new Set<ServerResponse>();
  let last: Announcement = { model: null, trouble: null };
  const send = (response: ServerResponse): void => void response.write(`data: ${JSON.stringify(last)}\n\n`);
  return {
    listen(request, response) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      open.add(response);
      request.on('close', () => open.delete(response));
      send(response);
    },
    tell(announcement) {
      last = announcement;
      for (const response of open) send(response);
    },
    close() {
      for (const response of open) response.end();
    },
  };
}
