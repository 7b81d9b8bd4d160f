/** Ids of what the expression checker finds, by meaning. Texts stand in the `checks` locale files under the id. */
export const ISSUES = {
  syntax: 'NF0501',
  tooLarge: 'NF0502',
  unknownVariable: 'NF0503',
  notHere: 'NF0504',
  unknownField: 'NF0505',
  unknownFunction: 'NF0506',
  notYet: 'NF0507',
  wrongOperands: 'NF0508',
  wrongArguments: 'NF0509',
  unknownLimit: 'NF0510',
  unknownOption: 'NF0511',
  wrongResult: 'NF0512',
  unknownRole: 'NF0513',
  backReference: 'NF0514',
  noFields: 'NF0515',
  badLocal: 'NF0516',
  badNumber: 'NF0517',
  fieldOfList: 'NF0518',
  unknownInput: 'NF0519',
  momentAndDay: 'NF0520',
  wrongCondition: 'NF0521',
  mixedList: 'NF0522',
  wholeNamespace: 'NF0523',
  unfinished: 'NF0524',
} as const;

export type IssueId = (typeof ISSUES)[keyof typeof ISSUES];
