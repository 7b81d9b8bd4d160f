/** The name that an answer gives its file (RFC 6266), or null. */
export function nameIn({ headers }: Pick<Response, 'headers'>): string | null {
  const given = headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(given)?.[1];
  if (encoded !== undefined) return decoded(encoded) ?? plainName(given);
  return plainName(given);
}

function plainName(given: string): string | null {
  return /filename="([^"]*)"/i.exec(given)?.[1] ?? null;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
