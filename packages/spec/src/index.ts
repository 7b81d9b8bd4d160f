export type * from './application.ts';
export { compile } from './compile/compile.ts';
export { checkExpression, schemaOf } from './expressions/index.ts';
export { CHECKS, type CheckId } from './issues/checks.ts';
export { issueMessage, renderIssue } from './issues/render-issue.ts';
