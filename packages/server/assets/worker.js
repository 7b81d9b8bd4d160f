// The service worker of the application. Where a page cannot be loaded it shows one that says so, in the language that its own address
// names. It keeps nothing else, and nothing of what people read.
const KEPT = 'ninefold-offline';
const PAGE = `/_/offline${self.location.search}`;

/** What is no page goes past this worker, in browsers that can be told so. */
const PAST = ['cors', 'no-cors', 'same-origin'].map((requestMode) => ({
  condition: { requestMode },
  source: 'network',
}));

self.addEventListener('install', (event) => {
  event.addRoutes?.(PAST)?.catch(() => undefined);
  event.waitUntil(keepPage().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), self.clients.claim()]));
});

self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(pageOf(event));
});

async function keepPage() {
  const answer = await fetch(PAGE, { cache: 'no-store' });
  if (!answer.ok) throw new Error(`${PAGE} answered ${answer.status}`);
  await caches.delete(KEPT);
  await (await caches.open(KEPT)).put(PAGE, answer);
}

async function pageOf({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return (await caches.match(PAGE)) ?? Response.error();
  }
}
