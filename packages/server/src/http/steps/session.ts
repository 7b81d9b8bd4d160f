import type { FastifyRequest } from 'fastify';
import { sentToken } from '../cookies.ts';
import type { Visitor } from '../route.ts';
import type { Service } from '../service.ts';

/** Who sends this request. Writes look the session up anew. */
export async function findVisitor(service: Service, request: FastifyRequest, writes: boolean): Promise<Visitor> {
  const token = sentToken(service, request);
  const known = token === null ? null : await service.callers.find(token, writes);
  return { token, caller: known?.caller ?? null };
}
