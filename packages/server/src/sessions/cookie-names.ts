/** The names of the three cookies of one application. */
export interface CookieNames {
  readonly session: string;
  readonly xsrf: string;
  readonly language: string;
}

/** `<name>_session` and its siblings; under https bound to this host by their prefix. */
export function cookieNames(application: string, secure: boolean): CookieNames {
  const prefix = secure ? `__Host-${application}` : application;
  return { session: `${prefix}_session`, xsrf: `${prefix}_xsrf`, language: `${prefix}_lng` };
}
