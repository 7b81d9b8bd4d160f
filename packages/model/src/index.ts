export type * from './ir/expression.ts';
export type * from './ir/call.ts';
export type * from './ir/effect.ts';
export type * from './ir/entity.ts';
export type * from './ir/duration-field.ts';
export type * from './ir/file-field.ts';
export type * from './ir/field.ts';
export * from './ir/layout.ts';
export * from './ir/option.ts';
export type * from './ir/lifecycle.ts';
export * from './ir/limit.ts';
export type * from './ir/model.ts';
export type * from './ir/role.ts';
export type * from './ir/rule.ts';
export * from './ir/screen.ts';
export type * from './ir/time-field.ts';
export type * from './wire/answers.ts';
export type { FaultAnswer, FaultsAnswer } from './wire/faults.ts';
export type {
  AskedShapeAnswer,
  IndexAnswer,
  IndexesAnswer,
  IndexReason,
  IndexRulingBody,
  ModelIndexAnswer,
  UseIndexAnswer,
} from './wire/operate.ts';
export type * from './wire/first-rows.ts';
export { SOURCE_TEXTS } from './shown/source-texts.ts';
export type * from './wire/timers.ts';
export type * from './wire/audit.ts';
export type * from './wire/bulk.ts';
export * from './wire/calls.ts';
export * from './wire/in-calls.ts';
export * from './wire/subscriptions.ts';
export * from './wire/comments.ts';
export type * from './wire/limits.ts';
export type * from './wire/live.ts';
export * from './wire/mail.ts';
export * from './wire/notifications.ts';
export * from './wire/list-views.ts';
export type * from './wire/uploads.ts';
export {
  filterQuery,
  shownQuery,
  sortOfGroups,
  isSameList,
  isTimed,
  listDefaults,
  listQuery,
  MOST_FACET_VALUES,
  NAMED_SPANS,
  nextSort,
  NO_TIMED_FILTERS,
  PAGE_SIZES,
  readListState,
  viewAlone,
  writeListState,
  type Filter,
  type FilterOp,
  type ListDefaults,
  type ListState,
  type NamedSpan,
  type TimedFilters,
} from './wire/list-state.ts';
export { canEverComment, canEverReadComments, mayComment, readsInternal } from './rights/comments.ts';
export { applicationError } from './catalogue/application-error.ts';
export { AUDIT_ACTS, type AuditAct } from './catalogue/audit-acts.ts';
export {
  isRuntimeError,
  RUNTIME_ERRORS,
  WRITTEN_EXAMPLES,
  type ErrorId,
  type RuntimeErrorId,
} from './catalogue/runtime-errors.ts';
export { RUNTIME_LIMITS } from './catalogue/runtime-limits.ts';
export { isOpenLink, RUNTIME_PAGES, type RuntimePage } from './wire/runtime-pages.ts';
export {
  isSameHeld,
  limitOfSlot,
  limitValues,
  limitValuesOn,
  runtimeLimit,
  scopeAt,
  slotName,
  withLimits,
  type Held,
  type LimitsHeld,
  type WithLimits,
} from './values/limit-values.ts';
export { judgeLimit, heldFits } from './limits/judge-limit.ts';
export { limitUses } from './limits/limit-uses.ts';
export { DISTINCT } from './expressions/functions/lists.ts';
export { isUserSide, mentionsUser } from './expressions/functions/user-side.ts';
export { evaluate, evaluateNode, holds, VERIFY } from './expressions/evaluate.ts';
export { runningTotalOf, type RunningState, type RunningTotal } from './expressions/running-totals.ts';
export {
  allows,
  canEver,
  canEverRead,
  canExportField,
  fieldRights,
  givingRows,
  grantHolds,
  isEverOpen,
  rightsFor,
  rolesGiving,
  rolesWith,
  type Rights,
} from './rights/rights.ts';
export { readerOf } from './rights/may-read.ts';
export { referringRights } from './rights/referring.ts';
export type { MayRead } from './expressions/explain.ts';
export { isReadable } from './narrowing/readable.ts';
export { divideRounded, formatDecimal, inexactNumber, parseDecimal, shortDecimal } from './values/decimal.ts';
export { formatSpan, parseSpan, partsOfSpan, spanToWire, type SpanParts } from './values/span.ts';
export { directionOf, pickLanguage } from './values/languages.ts';
export { memoized, memoizedWeakly } from './values/memo.ts';
export {
  allLanguages,
  answered,
  fieldIn,
  flat,
  grouped,
  groupsAbove,
  haveGroups,
  haveObjects,
  haveTranslations,
  isTranslated,
  isTranslation,
  isWithin,
  nameInGroup,
  nested,
  nestedInLines,
  objectOf,
  ownName,
  parentOf,
  partId,
  partsOf,
  splitId,
  spokenId,
  type FieldGroup,
} from './values/parts.ts';
export { fieldInPath, ownFieldsIn, pathOfSteps, shownPath, stepInPath, stepsOf } from './values/paths.ts';
export { pluralNumber } from './values/plural.ts';
export { normalText, textLength } from './values/text.ts';
export {
  addToDate,
  addToInstant,
  dateOf,
  daysBetween,
  instantOf,
  isDate,
  lengthOf,
  localMs,
  parseInstant,
  todayIn,
  type Duration,
} from './values/time.ts';
export { isAmbiguousZone, isTimeZone } from './values/time-zone.ts';
export {
  fromWire,
  idOf,
  isDuration,
  isList,
  isMap,
  keysOf,
  memberOf,
  type Holder,
  type Scope,
  type Value,
} from './values/value.ts';
export { fieldsOfRule, judgeRules, type RuleVerdicts, withHidden } from './writing/judge-rules.ts';
export {
  askedFields,
  closingState,
  editableFields,
  judgeSent,
  stateOf,
  type SentWrite,
} from './writing/writable-fields.ts';
export { openInLine } from './writing/writable-lines.ts';
export { currencyDecimals, MOST_CURRENCY_DECIMALS } from './values/currencies.ts';
export { currencyIn } from './writing/currency-in.ts';

export {
  AWAITED,
  didList,
  type PressList,
  pressesOf,
  STANDS_FOR,
  pressList,
  transitionOfDid,
} from './expressions/derived-lists.ts';
export { TREE_LISTS } from './expressions/derived-lists.ts';
export { expressionsOf } from './writing/effect-reads.ts';
export { changesAlone } from './writing/changes-alone.ts';
export { isForeign } from './expressions/functions/foreign.ts';
export { derivedWhens, pathsOfGrants, pathsRead, settlesAlone, whereReads } from './writing/paths-read.ts';
export { creatingIn } from './writing/creating-in.ts';
export { changedFields, settle, settledWrite, type SettledWrite, type Write } from './writing/settle.ts';
export { fieldsToFind, stillArriving } from './writing/still-arriving.ts';
export { explainingForms } from './writing/explaining-forms.ts';
export { formerValues } from './writing/former-values.ts';
export { fieldTold, kindOfTold, type ToldAbout, type ToldKind } from './writing/told-kinds.ts';
export { type Finding, withOneTarget } from './writing/arriving.ts';
export { isOneNamed, namingField, partsTogether, recordBeside } from './field-types/line-references.ts';
export { otherTargets, partsBeside } from './writing/other-targets.ts';
export { answersToFind, isAsked, settleInput } from './writing/settle-input.ts';
export { validateFields, validateInput } from './writing/validate-fields.ts';
export { asSeen, hiddenInLine, inLine, lookAt, visibleFields } from './rights/seen.ts';
export { readPattern, type Pattern } from './patterns/pattern.ts';
export type {
  DecimalSign,
  ImportAnswer,
  ImportColumn,
  ImportDates,
  ImportNumbers,
  ImportedField,
  ImportedRecord,
  ImportedValue,
  ImportProblem,
  ImportRejects,
  ImportWays,
  SlashedOrder,
} from './wire/import.ts';
export { showClock } from './shown/clock.ts';
export { showHolders } from './shown/holders.ts';
export { currencySign, showMoney, showNumber, showPercent, showTriangle } from './shown/numbers.ts';
export { clockSpan, showSpan } from './shown/spans.ts';
export { dayMs, digitDate, clockIn, showDate, showInstant, timeFormat } from './shown/times.ts';
export { dateOrderOf, type DateOrder } from './typed/date-order.ts';
export { CJK, folded, GAPS, isNamed } from './typed/folded.ts';
export { namedOptions, optionParts } from './field-types/options-rules.ts';
export { distance, nearestName } from './typed/nearest-name.ts';
export { parseDate, type DateContext } from './typed/parse-date.ts';
export { parseDatetime, type DatetimeContext } from './typed/parse-datetime.ts';
export { parseDuration } from './typed/parse-duration.ts';
export { jsonGiven, jsonInBulk, jsonTaken } from './field-types/json-members.ts';
export { showJson } from './shown/json.ts';
export { jsonIn, jsonText } from './values/json-text.ts';
export { isSealed, LONGEST_SECRET, SEALED } from './values/secret.ts';
export { fileIn, filesIn, isAccepted } from './values/stored-file.ts';
export { parseNumber } from './typed/parse-number.ts';
export { isTime, parseTime } from './typed/parse-time.ts';
export { separatorsOf, type Separators } from './typed/separators.ts';
export {
  evaluateWire,
  wordsOf,
  boundedOf,
  FIELD_TYPES,
  formSchema,
  kindOf,
  malformed,
  normalValue,
  readValue,
  sameValue,
  standsFor,
  toWire,
  typedValue,
  typeOf,
  valueSchema,
} from './field-types/registry.ts';
export {
  decimalsIn,
  findOf,
  ownExpressions,
  hasOpenCurrency,
  hasOptions,
  innerFields,
  isDrawn,
  isGivable,
  isFiles,
  anyHasJson,
  haveJson,
  isJson,
  isOpaque,
  isSecret,
  isLineReference,
  isLines,
  isMany,
  isManyReferences,
  isNeverBlank,
  isOneOption,
  isOneReference,
  isProse,
  isTitledInWords,
  isReference,
  isTruth,
  optionsIn,
  tellsOfState,
} from './field-types/traits.ts';
export { type Inverse, inversesOf, READS_OF_RECORDS } from './field-types/inverses.ts';
export { mayBeNameless, titleParts } from './rights/title-parts.ts';
export { fieldOfLimit, fieldToSet, isListLimit, type LimitValues } from './field-types/limit-fields.ts';
export type { Bounded, Kind, Wording, TypedCell, TypedContext, ValueSchema } from './field-types/rules.ts';
export { typedText } from './field-types/text-rules.ts';
export { deadlinesOf, isDeadline } from './lifecycle/deadlines.ts';
export { guardProblems, knownGuardProblems } from './lifecycle/guard.ts';
export { fieldsArising, type Look } from './lifecycle/asked-fields.ts';
export {
  cycleField,
  cycleOf,
  cyclesOf,
  derivedCycles,
  isDerived,
  movedCycles,
  stateIn,
  stateNames,
  statesOf,
  transitionsOf,
  type Cycle,
} from './writing/cycles.ts';
export { stateEntered, statesOfBirth, targets } from './writing/next-state.ts';
export {
  approvalState,
  type ApprovalState,
  pressPlace,
  type PressPlace,
  canBeApproved,
  escalatedTo,
  notAsked,
  type NotAsked,
  pressProblem,
  type Substitution,
  substitutions,
} from './lifecycle/approvals.ts';
export { lastOccurrence, nextOccurrence, type CalendarPlace } from './lifecycle/schedule.ts';
export { timedEntities } from './lifecycle/timed-entities.ts';
export { firedReaction, isStoredWith, reactionTimer, timedReactions, turningNames } from './lifecycle/reactions.ts';
export { hasApprovals } from './lifecycle/approval-steps.ts';
export { approvalTurnsOf, pressTurnsOf, turnsOf, type Turn } from './lifecycle/turns.ts';
export { stuckTurnsOf, type StuckTurn } from './lifecycle/stuck-approvals.ts';
export { isAwaited, namingsOf } from './lifecycle/named-people.ts';
export { judgeTransitions, knowsState } from './lifecycle/judge-transitions.ts';
export {
  dayAfter,
  openTimers,
  startOfDay,
  timedTransitions,
  timerReads,
  timersOf,
  type PlannedTimer,
  type TimedTransition,
} from './lifecycle/timers.ts';
export { actingOn, effectsOf, reachOf, reachOfAll, type EffectKind, type EffectReach } from './lifecycle/effects.ts';
export {
  administratorRoles,
  governsUser,
  GUARDED_USER_FIELDS,
  mayEndUser,
  rolesGivenBy,
  rolesIn,
  withGivenRoles,
  withRolesToRead,
} from './rights/user-rights.ts';
export { narrow } from './narrowing/narrow.ts';
export { isBlockFor, isBlockShown, withShownBlocks } from './narrowing/blocks.ts';
export { arranged, type PlacedBlock } from './narrowing/arranged.ts';
export { homeOf } from './narrowing/home.ts';
export { fillPath, screenOf, screenPath, screensOf, type EntityScreenKind } from './narrowing/screen-path.ts';
export { firstDayOf, movedPeriod, periodOf, periodsBetween } from './values/periods.ts';
export { groupFilters, type GroupFilters } from './narrowing/group-filters.ts';
export { groupsOfBlock, periodsOfTrend } from './narrowing/trends.ts';
export { editsRecord, groupName, mayOpen, narrowBlock, verbOf } from './narrowing/screens.ts';
export { rolesOpening } from './narrowing/who-opens.ts';
export { writtenAt } from './narrowing/written.ts';
export { PLAIN_FIELD, PLAIN_REFERENCE } from './ir/plain-field.ts';
export { STATE_FIELDS, stateField, systemField } from './ir/system-fields.ts';
export { SCREEN_ICONS, type ScreenIcon } from './ir/icon.ts';
