import type { FastifyServerOptions } from 'fastify';

const refused = (): never => {
  throw new Error('no route has a schema');
};

/** Decoded bodies are checked by our own code: no route has a schema, and the libraries that compile schemas are never loaded. */
export const NO_SCHEMAS: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: refused, buildSerializer: refused },
};
