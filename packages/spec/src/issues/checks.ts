import type { Issue } from '../application.ts';
import { ISSUES } from '../expressions/syntax/issues.ts';

/**
 * Everything that the checker can say, with its severity. Ids are stable: a page of the reference belongs to each,
 * and its texts stand in `locales/<language>/checks.json`. 00 YAML, 01 shape, 02 names, 03 entities, 04 states,
 * 05 expressions, 06 rules, 07 roles, 08 screens, 09 not enforced yet, 10 limits and errors, 11 texts, 12 data files.
 */
export const CHECKS = {
  NF0001: 'error', // broken YAML
  NF0002: 'error', // tag
  NF0003: 'error', // anchor or alias
  NF0004: 'error', // merge key
  NF0005: 'error', // key twice
  NF0006: 'error', // key without a value
  NF0007: 'error', // tab
  NF0008: 'error', // .yml
  NF0009: 'error', // expression without quotes
  NF0010: 'error', // set twice
  NF0011: 'error', // value beside `not shown`
  NF0012: 'error', // key that is not text
  NF0013: 'error', // file that is not a map
  NF0014: 'error', // file too large
  NF0015: 'error', // not UTF-8
  NF0016: 'warning', // file that nothing reads
  NF0017: 'error', // full-width sign of YAML
  NF0101: 'error', // unknown key
  NF0102: 'error', // map expected
  NF0104: 'error', // text expected
  NF0105: 'error', // true or false expected
  NF0106: 'error', // whole number expected
  NF0107: 'error', // bad id
  NF0108: 'error', // reserved id
  NF0109: 'error', // missing key
  NF0110: 'error', // one of these words expected
  NF0111: 'error', // version of the language
  NF0112: 'error', // keys that exclude each other
  NF0113: 'error', // time zone
  NF0114: 'error', // currency
  NF0115: 'error', // language tag
  NF0116: 'error', // no version of the language
  NF0117: 'error', // list expected
  NF0118: 'error', // a key of fields that can mean nothing here
  NF0119: 'error', // place of public holidays
  NF0201: 'error', // unknown entity
  NF0202: 'error', // unknown field
  NF0203: 'error', // unknown role
  NF0204: 'error', // unknown state
  NF0205: 'error', // unknown screen
  NF0206: 'error', // unknown error entry
  NF0207: 'error', // unknown page
  NF0208: 'error', // unknown transition
  NF0209: 'error', // unknown call
  NF0301: 'error', // literal that does not fit the type
  NF0302: 'error', // default that is no option
  NF0303: 'error', // option twice, or no options
  NF0304: 'error', // cycle of computed, copy and default
  NF0305: 'error', // money without a currency
  NF0306: 'error', // built-in field declared again
  NF0307: 'error', // two names for one thing in an entity
  NF0308: 'error', // bad pattern
  NF0310: 'error', // min above max
  NF0311: 'error', // required, but nobody can give it
  NF0312: 'error', // field of the wrong type at this place
  NF0313: 'error', // live value where a stored one is needed
  NF0314: 'error', // required, yet cleared when its target is deleted
  NF0315: 'error', // literal default of a reference
  NF0316: 'error', // an entity without fields
  NF0317: 'error', // flag without a meaning on the type
  NF0318: 'warning', // required in a state, but nobody can fill it
  NF0319: 'warning', // required only where hidden
  NF0320: 'notice', // stored value that goes on changing in locked records
  NF0321: 'error', // condition of `unique` that no index can hold
  NF0322: 'error', // former id that is still there
  NF0323: 'error', // former id of two things
  NF0324: 'error', // kind of files that there is not
  NF0325: 'error', // default that its own field refuses
  NF0326: 'warning', // text that looks like an expression
  NF0329: 'error', // value that a specification gives a secret
  NF0360: 'error', // computed and translated
  NF0361: 'error', // worked out from a history that is not kept
  NF0362: 'warning', // via a record on which the role has no right
  NF0363: 'error', // via that leads back
  NF0365: 'error', // right to comment where there are no comments
  NF0366: 'warning', // comments that nobody writes
  NF0367: 'error', // role of internal comments that reads no record
  NF0368: 'warning', // field whose people follow and which nobody reads
  NF0370: 'error', // section of records that refer by no reference
  NF0401: 'error', // no initial state
  NF0402: 'warning', // state that cannot be reached
  NF0403: 'warning', // state without a way out
  NF0404: 'warning', // transition nobody may fire
  NF0405: 'error', // a final state is left
  NF0406: 'error', // set of a field that cannot be set
  NF0407: 'error', // create does not enter the initial state
  NF0408: 'error', // a way before the last without a condition
  NF0409: 'error', // the last derived state has a condition
  NF0410: 'warning', // guard that never holds
  NF0411: 'warning', // guard that always holds
  NF0412: 'warning', // timers that fire at the same moment
  NF0413: 'warning', // derived state behind others
  NF0414: 'warning', // role that may not edit where only it may
  NF0415: 'warning', // effects that lead back to where they began
  NF0416: 'error', // reaction to what changes without a write of its record
  NF0417: 'error', // timer whose moment moves by itself
  NF0418: 'warning', // timer that another one always comes before
  NF0419: 'error', // derived state that changes without a write
  NF0420: 'error', // answer and field of one dialog with one name
  NF0421: 'warning', // dialog that asks for a field which nobody who fires the transition may change
  NF0422: 'warning', // word about a button that changes nothing
  NF0423: 'warning', // approval for which nobody may be asked
  NF0424: 'error', // approval that needs more people than it asks
  NF0425: 'error', // timer whose form nobody fills in
  NF0426: 'error', // restart of what does not keep the state
  NF0427: 'error', // transition of a name that another life cycle has
  NF0428: 'error', // state that is set by hand
  NF0429: 'error', // creation in a further life cycle
  NF0430: 'error', // reaction whose records the database cannot look for
  NF0431: 'error', // calendar that does not say on which days
  NF0432: 'error', // count of weekdays without a weekday
  NF0433: 'error', // `once` without a calendar
  NF0434: 'error', // what is written on refusal, where no person is refused
  NF0435: 'warning', // notification for nobody
  NF0436: 'warning', // notification with a value that somebody who is told never reads
  NF0437: 'warning', // escalation that a timer always comes before
  NF0438: 'warning', // way of a transition behind others
  NF0439: 'warning', // reaction that never fires
  NF0440: 'warning', // call that sends a value which whoever leads to it never reads
  NF0441: 'warning', // approval by a role that nobody comes to have
  NF0442: 'error', // incoming call that names a record without a role
  NF0443: 'warning', // incoming call that does what its role may not
  NF0444: 'warning', // effect or incoming call that makes a record without what it needs
  NF0445: 'warning', // call whose secret is not set in this installation
  NF0446: 'warning', // calls of one step to one address, of which either may arrive first
  NF0447: 'warning', // calls of one step that write their answers into one field
  NF0448: 'warning', // transition by roles that nobody comes to have
  NF0449: 'warning', // notification with a value that somebody who is told may not read on some records
  NF0527: 'warning', // comparison that a blank opens
  NF0601: 'error', // rule without a check, or with several
  NF0602: 'error', // rule of entity and of its lines with one name
  NF0603: 'warning', // rule that never applies
  NF0604: 'warning', // rules that contradict each other
  NF0605: 'warning', // rule against the bounds of its fields
  NF0606: 'warning', // promise that can be broken
  NF0607: 'notice', // promise that is not decided
  NF0608: 'warning', // hollow promise
  NF0609: 'warning', // rule that a new record with blanks cannot meet
  NF0701: 'error', // roles include each other in a circle
  NF0703: 'error', // rights that only `grant` gives
  NF0704: 'error', // update_to without update
  NF0705: 'warning', // entity nobody may read
  NF0706: 'warning', // row condition that never holds
  NF0707: 'warning', // value that reaches a role which may not read its source
  NF0708: 'notice', // role that sees everything
  NF0709: 'warning', // writing without sign-in
  NF0710: 'notice', // row condition without an index
  NF0711: 'error', // verb that there is not
  NF0712: 'warning', // message with a value that its reader may not read
  NF0713: 'notice', // value that reaches a role which may not read its source on some records
  NF0714: 'notice', // role that acts in the name of others
  NF0715: 'notice', // right of the runtime that opens nothing yet
  NF0716: 'error', // name of a condition that is not declared
  NF0719: 'warning', // title with a part that its reader may not read
  NF0720: 'error', // home that the role cannot open
  NF0721: 'error', // states that an import gives to records without any
  NF0722: 'warning', // people whom nobody may add
  NF0723: 'warning', // creators who may not choose what each record refers to
  NF0801: 'error', // path
  NF0802: 'error', // paths that clash
  NF0803: 'error', // what a screen shows
  NF0804: 'error', // screen that a menu cannot open
  NF0805: 'error', // field twice in sections
  NF0806: 'warning', // screen that nobody can open
  NF0807: 'error', // figure
  NF0808: 'warning', // form without a required field
  NF0809: 'notice', // role that creates and may not give a required field
  NF0810: 'notice', // field of a screen that is closed to who opens it
  NF0811: 'notice', // menu that leads nobody to the users
  NF0812: 'notice', // screen that shows nothing
  NF0813: 'notice', // screen that is empty for a role
  NF0820: 'error', // `create` of a list that is no form for it
  NF0821: 'warning', // block that nobody who may open its screen sees
  NF0822: 'error', // values to begin with in a form that changes a record
  NF0823: 'warning', // form that changes nothing for a role
  NF0824: 'error', // board of an entity without states
  NF0825: 'error', // what records cannot be grouped by
  NF0826: 'error', // more groups or figures than a block can show
  NF0827: 'error', // form of a chart that does not fit
  NF0828: 'error', // figure of values that are not comparable
  NF0829: 'error', // trend that does not go through time
  NF0830: 'warning', // list or block that shows no record
  NF0831: 'notice', // screen to which nothing leads
  NF0901: 'error', // not enforced yet
  NF1001: 'error', // runtime error declared again
  NF1003: 'notice', // limit nobody uses
  NF1004: 'error', // limit outside its bounds
  NF1005: 'notice', // error entry nobody raises
  NF1006: 'error', // days that do not ascend
  NF1007: 'notice', // call that nothing makes
  NF1101: 'error', // broken JSON
  NF1102: 'notice', // locale file wins over the inline text
  NF1103: 'notice', // texts missing in a language
  NF1104: 'notice', // text for nothing
  NF1105: 'error', // text twice
  NF1106: 'error', // text that is neither text nor map
  NF1107: 'warning', // plural form that the language does not have
  NF1108: 'warning', // value lost in translation
  NF1109: 'warning', // value that the source text does not have
  NF1110: 'notice', // page that no screen shows
  NF1111: 'warning', // value in a text that nothing fills
  NF1112: 'notice', // plural form that is missing
  NF1113: 'warning', // source text left in a translation
  NF1114: 'notice', // translations that equal the source text
  NF1115: 'warning', // markup that differs from the source text
  NF1116: 'notice', // pattern that nobody is told
  NF1201: 'error', // data file for no entity
  NF1202: 'error', // column
  NF1203: 'error', // cell
  NF1204: 'error', // broken CSV
  NF1205: 'error', // data file is no list of records
  NF1206: 'error', // row with more or fewer cells than the first
  NF1207: 'warning', // folder of data that is nearly the one of the demonstration
  NF1208: 'error', // row about the same record as one above it in the file
  NF1209: 'error', // cell that names a file that is not there
  NF1210: 'error', // cell that names a file of a kind that its field does not take
  NF1211: 'error', // cell that names a file that is too large
  NF1212: 'error', // cell that names too many files
} as const satisfies Readonly<Record<string, Issue['severity']>>;

/** The id of a check, `NF` and four digits. */
export type CheckId = keyof typeof CHECKS;

/** Severity of everything that the checker can say, what it finds in expressions too. */
export const CHECK_SEVERITIES: Readonly<Record<string, Issue['severity']>> = {
  ...CHECKS,
  ...Object.fromEntries(Object.values(ISSUES).map((id) => [id, 'error' as const])),
};
