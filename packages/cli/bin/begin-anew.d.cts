/** Begins this process again with these variables of its environment; null: it has them already, or cannot. */
export function wayToBeginAnew(variables: Readonly<Record<string, string>>): (() => never) | null;
