/**
 * A file to store under this name (RFC 6266), which may have letters of any script (RFC 8187); clients that know no other letters than
 * those of ASCII get `plain`.
 */
export function attachmentNamed(name: string, plain: string): string {
  const isPlain = /^[\w .()-]+$/.test(name);
  if (isPlain && /^[\w.-]+$/.test(name)) return `attachment; filename="${name}"`;
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${isPlain ? name : plain}"; filename*=UTF-8''${encoded}`;
}
