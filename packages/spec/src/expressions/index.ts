export { callersBounds } from './schema/bounds.ts';
export { checkExpression } from './check.ts';
export { schemaOf } from './schema/schema-of.ts';
export type { Schema } from './schema/place.ts';
