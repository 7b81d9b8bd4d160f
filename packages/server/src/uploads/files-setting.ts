import { StartFailure } from '../start-failure.ts';

/** A store that speaks S3. */
export interface S3Setting {
  /** Scheme and host, with the bucket: `https://s3.eu-central-1.amazonaws.com/bucket`. */
  readonly endpoint: string;
  readonly region: string;
  readonly key: string;
  readonly secret: string;
  /** What each name in the bucket begins with: empty, or a folder with its slash. */
  readonly prefix: string;
  /** Where it is, without keys. */
  readonly name: string;
}

const SCHEMES: Readonly<Record<string, string>> = { 's3:': 'https', 's3+http:': 'http' };
/** Most servers take this name where nobody has given them another one. */
const USUAL_REGION = 'us-east-1';

/**
 * Reads `NINEFOLD_FILES`: `s3://KEY:SECRET@s3.eu-central-1.amazonaws.com/bucket/folder?region=eu-central-1`, or `s3+http://…` for a store
 * that does not encrypt. Throws a `StartFailure` that does not repeat it, since it holds a secret.
 */
export function readFilesSetting(text: string): S3Setting {
  const url = URL.canParse(text) ? new URL(text) : null;
  const scheme = url === null ? undefined : SCHEMES[url.protocol];
  if (url === null || scheme === undefined || url.host === '') throw new StartFailure('files_form');
  const [bucket = '', ...folders] = url.pathname.split('/').filter((part) => part !== '');
  const isWhole = bucket !== '' && url.username !== '' && url.password !== '';
  const isPlain = [bucket, ...folders].every((part) => /^[\w.-]+$/.test(part) && !/^\.+$/.test(part));
  const hasOthers = [...url.searchParams.keys()].some((name) => name !== 'region');
  if (!isWhole || !isPlain || hasOthers || url.hash !== '') throw new StartFailure('files_form');
  const region = url.searchParams.get('region') ?? /^s3\.([a-z0-9-]+)\.amazonaws\.com$/.exec(url.hostname)?.[1];
  return {
    endpoint: `${scheme}://${url.host}/${bucket}`,
    region: region ?? USUAL_REGION,
    key: decoded(url.username),
    secret: decoded(url.password),
    prefix: folders.map((folder) => `${folder}/`).join(''),
    name: [`${url.protocol}//${url.host}`, bucket, ...folders].join('/'),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new StartFailure('files_form');
  }
}
