export { compileCondition, compileSql, compileValue, type SqlFragment, type SqlPlace } from './compile.ts';
export type { FieldReadable } from './context.ts';
export { registerFunctions } from './functions.ts';
export { SqlRefused } from './refused.ts';
