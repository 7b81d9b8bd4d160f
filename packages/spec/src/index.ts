export type * from './application.ts';
export { compile } from './compile/compile.ts';
export { openApi, type OpenApiPlace } from './openapi/open-api.ts';
export { CHECK_SEVERITIES, CHECKS, type CheckId } from './issues/checks.ts';
export {
  checkTexts,
  issueHelp,
  issueMessage,
  referenceOf,
  renderIssue,
  type CheckTexts,
} from './issues/render-issue.ts';
export { reasonText, renderVerdict, verdictClaim } from './issues/render-verdict.ts';
export { NOT_YET_KEYS, NOT_YET_TYPES, NOT_YET_VALUES } from './compile/not-yet.ts';
export { languageSchema, type JsonSchema } from './language/json-schema.ts';
export { completeAt, type Completion } from './inspect/complete.ts';
export {
  definitionsAt,
  referencesAt,
  renameAt,
  type Cursor,
  type RenameRefusal,
  type Renaming,
} from './inspect/find.ts';
export { hoverAt, type Hover } from './inspect/hover.ts';
export { positionOf, type SourceText, type Spot } from './load/located.ts';
export { explainPath, type Explained } from './inspect/explain-path.ts';
