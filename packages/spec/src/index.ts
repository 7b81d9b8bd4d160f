export type * from './application.ts';
export { compile } from './compile.ts';
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
export { adviceText, reasonText, renderVerdict, verdictClaim } from './issues/render-verdict.ts';
export { EFFECT_KINDS } from './compile/lifecycle/effects.ts';
export { HOLIDAY_PLACES } from './compile/screens/holiday-places.ts';
export { TRANSITION_KEYS, TRANSITIONS } from './compile/kinds/transition-keys.ts';
export { mayBe } from './compile/field-types/registry.ts';
export { RESERVED, RESERVED_AT } from './compile/reading/ids.ts';
export { NOT_YET_KEYS, NOT_YET_TYPES, NOT_YET_VALUES } from './compile/reading/not-yet.ts';
export { languageSchema, type JsonSchema } from './language/json-schema.ts';
export { completeAt, type Completion } from './inspect/complete.ts';
export { definitionsAt, referencesAt, type Cursor } from './inspect/find.ts';
export { renameAt, type RenameRefusal, type Renaming } from './inspect/renaming.ts';
export { hoverAt, type Hover } from './inspect/hover.ts';
export { positionOf, type SourceText, type Spot } from './located.ts';
export { explainPath, type Explained } from './inspect/explain-path.ts';
export { ID } from './expressions/schema/ids.ts';
export { nearest } from './expressions/schema/nearest.ts';
