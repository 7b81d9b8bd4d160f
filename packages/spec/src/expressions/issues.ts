/** Ids of what the expression checker finds, by meaning. Texts stand in the `checks` locale files under the id. */
export const ISSUES = {
  syntax: 'NF3001',
  tooLarge: 'NF3002',
  unknownVariable: 'NF3003',
  notHere: 'NF3004',
  unknownField: 'NF3005',
  unknownFunction: 'NF3006',
  notYet: 'NF3007',
  wrongOperands: 'NF3008',
  wrongArguments: 'NF3009',
  unknownLimit: 'NF3010',
  unknownOption: 'NF3011',
  wrongResult: 'NF3012',
  unknownRole: 'NF3013',
  backReference: 'NF3014',
  noFields: 'NF3015',
  badLocal: 'NF3016',
  badNumber: 'NF3017',
  fieldOfList: 'NF3018',
  unknownInput: 'NF3019',
  momentAndDay: 'NF3020',
  wrongCondition: 'NF3021',
  mixedList: 'NF3022',
  wholeNamespace: 'NF3023',
} as const;

export type IssueId = (typeof ISSUES)[keyof typeof ISSUES];
