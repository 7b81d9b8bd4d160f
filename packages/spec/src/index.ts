export { compile } from './compile/compile.ts';
export { checkExpression, schemaOf } from './expressions/index.ts';
export type * from './application.ts';
