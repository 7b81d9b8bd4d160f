const BASE = '/_/web/';

/** Files on their way or here, by address. */
const loading = new Map<string, Promise<unknown>>();

async function loadStyle(address: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = address;
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(`${address} did not come`));
    });
    document.head.append(link);
  });
}

/** Into the cache of the browser, from which the `import` takes it. A link that preloads it would remember a failure, too. */
async function loadCode(address: string): Promise<void> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} did not come: ${response.status}`);
  await response.arrayBuffer();
}

function loadFile(address: string): Promise<unknown> {
  const known = loading.get(address);
  if (known !== undefined) return known;
  const loaded = address.endsWith('.css') ? loadStyle(address) : loadCode(address);
  loading.set(address, loaded);
  loaded.catch(() => loading.delete(address));
  return loaded;
}

/** Whether the page itself has brought this file. */
function isHere(address: string): boolean {
  return document.querySelector(`link[href="${address}"], script[src="${address}"]`) !== null;
}

/**
 * Runs code that is loaded late, once all its files have come. A browser that could not fetch a file of an `import`
 * answers each later `import` of it with the same failure, as long as the page stands. So no `import` asks for a file
 * that has not come, and the next try asks for it anew. The build calls this function at each `import()` in the place of
 * its own.
 *
 * @param run The `import()` itself.
 * @param files Names of its file and of those that it needs beyond what its caller has.
 * @throws Error naming a file that did not come, TypeError without a connection.
 */
export async function __vitePreload<T>(run: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  const addresses = files.map((file) => `${BASE}${file}`).filter((address) => !isHere(address));
  await Promise.all(addresses.map(loadFile));
  return run();
}
