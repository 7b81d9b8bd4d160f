export { checkExpression } from './check.ts';
export { ISSUES, type IssueId } from './issues.ts';
export { nearest } from './nearest.ts';
export { COMMON_VARIABLES, type Checked, type ExpressionIssue, type Place, type Schema } from './place.ts';
export { schemaOf, systemFieldType, typeOfField } from './schema-of.ts';
export { typeName } from './types.ts';
