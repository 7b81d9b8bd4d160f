import type { FastifyRequest } from 'fastify';

/** Whether the browser already has what carries this ETag (`If-None-Match`, RFC 9110, 13.1.2). */
export function isUnchanged(request: FastifyRequest, etag: string): boolean {
  const header = request.headers['if-none-match'] ?? '';
  return header.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag);
}
