import { RUNTIME_RIGHTS } from '../compile/roles/administrator.ts';
import { METHODS } from '../compile/lifecycle/calls.ts';
import { NOTIFY_BY } from '../compile/lifecycle/effects.ts';
import { REACTIONS } from '../compile/errors.ts';
import { ALL_LAYOUTS, CHART_FORMS, OPTION_GLYPHS, OPTION_TONES, SCREEN_ICONS } from '@ninefold/model';
import { HOLIDAY_PLACES, NO_HOLIDAYS } from '../compile/screens/holiday-places.ts';
import { ON_DELETE } from '../compile/field-types/reference.ts';
import { STRING_FORMATS } from '../compile/field-types/string.ts';
import { TEXT_FORMATS } from '../compile/field-types/text.ts';
import { FIELD_RIGHT_WORDS } from '../compile/roles/field-rights.ts';
import { WRITTEN_TYPES } from '../compile/kinds/written-types.ts';
import { LATER_LIMIT_TYPES, LIMIT_TYPES } from '../compile/kinds/limit-types.ts';
import { NOT_YET_TYPES, NOT_YET_VALUES } from '../compile/reading/not-yet.ts';
import { WEEKDAYS } from '../compile/lifecycle/every.ts';
import { STATE_KINDS } from '../compile/lifecycle/states.ts';

/** The words that may stand as values, taken from where they are read. */
export const WORDS = {
  fieldTypes: [...WRITTEN_TYPES, ...NOT_YET_TYPES],
  formats: [...STRING_FORMATS, ...TEXT_FORMATS],
  onDelete: ON_DELETE,
  stateKinds: STATE_KINDS,
  optionTones: OPTION_TONES,
  optionGlyphs: OPTION_GLYPHS,
  severities: ['error', 'warning'],
  members: ['everyone', ...NOT_YET_VALUES.members],
  runtimeRights: RUNTIME_RIGHTS,
  fieldRights: FIELD_RIGHT_WORDS,
  layouts: ALL_LAYOUTS,
  chartForms: CHART_FORMS,
  icons: SCREEN_ICONS,
  reactions: REACTIONS,
  notifyBy: NOTIFY_BY,
  weekdays: WEEKDAYS,
  methods: METHODS,
  holidays: [...HOLIDAY_PLACES, NO_HOLIDAYS],
  limitTypes: [...LIMIT_TYPES, ...LATER_LIMIT_TYPES],
} as const satisfies Readonly<Record<string, readonly string[]>>;
