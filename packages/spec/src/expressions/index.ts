export { checkExpression } from './check.ts';
export { schemaOf } from './schema-of.ts';
