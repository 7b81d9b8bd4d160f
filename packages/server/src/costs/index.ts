export { listCosts, type ListCost } from './list-costs.ts';
export type { ListVisits, Visits } from './counting-lists.ts';
export { rowsAt, type RowsAt } from './rows-at.ts';
export { SHARES } from './shares.ts';
