/** Subject, details and solution of a request. */
export type Wording = readonly [string, string, string];

/** Something bought: its name and the lowest and highest price of one piece. */
export type PricedItem = readonly [string, number, number];

export interface Situation {
  readonly en: Wording;
  readonly ja: Wording;
  readonly items?: readonly PricedItem[];
  /** What people attach to it, below `data/demo/files`. */
  readonly file?: { readonly en: string; readonly ja: string };
}

export interface CategoryPlan {
  readonly name: string;
  readonly team: string;
  readonly advice: string;
  /** The same texts in Japanese. */
  readonly ja: { readonly name: string; readonly advice: string };
  readonly billable: boolean;
  readonly situations: readonly Situation[];
}

export type Language = 'en' | 'ja';
