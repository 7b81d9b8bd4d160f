/** The value of a readable cookie, or null. `all` is `document.cookie`. */
export function readCookie(name: string, all: string): string | null {
  for (const part of all.split('; ')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at) === name) return decode(part.slice(at + 1));
  }
  return null;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Keeps the chosen display language for a year. A name with `__Host-` needs Secure. */
export function writeLanguageCookie(name: string, language: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${encodeURIComponent(language)}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
}
