export type * from './ir/expression.ts';
export type * from './ir/call.ts';
export type * from './ir/effect.ts';
export type * from './ir/entity.ts';
export type * from './ir/field.ts';
export type * from './ir/lifecycle.ts';
export type * from './ir/limit.ts';
export type * from './ir/model.ts';
export type * from './ir/role.ts';
export type * from './ir/rule.ts';
export type * from './ir/screen.ts';
export type * from './wire/answers.ts';
export type * from './wire/bulk.ts';
export { RUNTIME_ERRORS } from './catalogue/runtime-errors.ts';
export { RUNTIME_LIMITS } from './catalogue/runtime-limits.ts';
export { limitValues, limitValuesOn, valueOn } from './catalogue/limit-values.ts';
export { isUserSide, mentionsUser } from './expressions/user-side.ts';
export { evaluate, holds } from './expressions/evaluate.ts';
export {
  allows,
  canEver,
  canEverRead,
  fieldRights,
  grantHolds,
  rightsFor,
  rolesGiving,
  rolesWith,
  type Rights,
} from './rights/rights.ts';
export { readerOf, type MayRead } from './rights/may-read.ts';
export { isReadable } from './narrowing/readable.ts';
export { divideRounded, formatDecimal, parseDecimal, shortDecimal } from './values/decimal.ts';
export { normalText, textLength } from './values/text.ts';
export {
  addToDate,
  addToInstant,
  dateOf,
  instantOf,
  isDate,
  localMs,
  parseInstant,
  todayIn,
  type Duration,
} from './values/time.ts';
export { fromWire, isDuration, type Holder, type Scope, type Value } from './values/value.ts';
export { changedFields } from './writing/changed-fields.ts';
export { editableFields } from './writing/editable-fields.ts';
export { judgeRules, type RuleVerdicts } from './writing/judge-rules.ts';
export { judgeSent, type SentWrite } from './writing/judge-sent.ts';
export { currencyDecimals, MOST_CURRENCY_DECIMALS } from './values/currencies.ts';
export { currencyIn } from './writing/currency-in.ts';
export { didList, transitionOfDid } from './expressions/did-lists.ts';
export { TREE_LISTS } from './expressions/tree-lists.ts';
export { pathsOfGrants, pathsRead, whereReads } from './writing/paths-read.ts';
export { settle, type Write } from './writing/settle.ts';
export { settleInput } from './writing/settle-input.ts';
export { validateFields, validateInput, type SettledWrite } from './writing/validate-fields.ts';
export { asSeen, visibleFields } from './writing/visible.ts';
export { readPattern, type Pattern } from './patterns/pattern.ts';
export type { ImportAnswer, ImportColumn, ImportProblem } from './wire/import.ts';
export { dateOrderOf, type DateOrder } from './typed/date-order.ts';
export { folded, isNamed } from './typed/folded.ts';
export { parseDate, type DateContext } from './typed/parse-date.ts';
export { parseDatetime, type DatetimeContext } from './typed/parse-datetime.ts';
export { parseNumber } from './typed/parse-number.ts';
export { separatorsOf, type Separators } from './typed/separators.ts';
export { evaluateWire } from './field-types/evaluate-wire.ts';
export { formSchema, kindOf, malformed, normalValue, toWire, typeOf, valueSchema } from './field-types/registry.ts';
export type { Kind, ValueSchema } from './field-types/rules.ts';
export { idOf, sameValue } from './field-types/same.ts';
export { guardProblems, judgeTransition, judgeTransitions, type Look } from './lifecycle/judge-transitions.ts';
export { stateOf } from './lifecycle/locked.ts';
export { narrow } from './narrowing/narrow.ts';
export { writtenAt } from './narrowing/written.ts';
export { PLAIN_FIELD, PLAIN_REFERENCE } from './ir/plain-field.ts';
