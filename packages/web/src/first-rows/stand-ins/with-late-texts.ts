/** What would wait for further texts never comes. */
export const withLateTexts = <T>(load: () => Promise<T>): (() => Promise<T>) => load;
