export { callersBounds } from './bounds.ts';
export { checkExpression } from './check.ts';
export { schemaOf } from './schema-of.ts';
export type { Schema } from './place.ts';
