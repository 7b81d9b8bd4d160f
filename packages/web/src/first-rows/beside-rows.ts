/**
 * Stands in the page itself, behind the rows that the server has drawn: the build writes it there. It gives them what only the browser
 * knows, then loads and runs the application. It imports nothing.
 */
{
  /** The code of the application: what runs it, and what its first screen needs beside that. */
  interface Application {
    readonly code: string;
    readonly others: readonly string[];
  }

  interface Reads {
    readonly waits: string;
    readonly started: Map<string, Promise<Response>>;
    start(): void;
  }

  /** From this width on the frame has its navigation at its side. */
  const WIDE = '(min-width: 60em)';
  /** Where the browser keeps which colours it shows, and the language of its reader. */
  const SCHEME = 'mantine-color-scheme-value';
  const LANGUAGE = 'i18nextLng';

  /** The reads of the page, see `index.html`. */
  const { ninefold } = window as unknown as { readonly ninefold: Reads }; // the script in its head wrote it
  const given = document.currentScript?.dataset['application'] ?? '';
  const over = document.querySelector<HTMLElement>('[data-nf-first-rows]');
  const { documentElement: page } = document;

  const kept = (key: string): string | null => {
    try {
      return localStorage.getItem(key) ?? sessionStorage.getItem(key);
    } catch {
      return null; // a browser that lets no page store anything
    }
  };

  /** Tells the style sheet which colours are shown, and how large the window is. */
  const dress = (over: HTMLElement): void => {
    const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    page.dataset['mantineColorScheme'] = /^(?:dark|light)$/.exec(kept(SCHEME) ?? '')?.[0] ?? system;
    page.style.setProperty('--nf-top', '52px'); // a top bar of one line
    const frame = over.firstElementChild as HTMLElement; // all that is drawn stands in it
    if (!matchMedia(WIDE).matches) Object.assign(frame.dataset, { wide: 'false', shown: 'false' });
  };

  /** Tells it whether the table is wider than its place, and where the columns begin that stay. */
  const measure = (over: HTMLElement): void => {
    const table = over.querySelector('table');
    const around = table?.parentElement;
    if (!table || !around || table.scrollWidth <= around.clientWidth + 1) return;
    around.dataset['wide'] = 'true';
    const heads = [...table.querySelectorAll<HTMLElement>('thead th')];
    const starts = heads.map(({ offsetLeft, dataset: { pin } }) => [pin, offsetLeft] as const);
    for (const [pin, start] of starts)
      if (pin !== undefined && pin !== '0') table.style.setProperty(`--nf-pin-${pin}`, `${start}px`);
  };

  /** The rows have been read already. */
  const takeRows = (): void => {
    const rows = document.querySelector<HTMLElement>('[data-asked]');
    if (rows === null) return;
    const answer = new Response(rows.textContent, { headers: { 'content-type': 'application/json' } });
    ninefold.started.set(rows.dataset['asked'] ?? '', Promise.resolve(answer));
    rows.remove();
  };

  /** Starts the other reads, loads the application and what its first screen needs, and runs it. */
  const run = async (application: Application): Promise<void> => {
    takeRows();
    ninefold.start();
    for (const href of [application.code, ...application.others]) {
      const link = document.createElement('link');
      document.head.append(Object.assign(link, { rel: 'modulepreload', crossOrigin: 'anonymous', href }));
    }
    await import(/* @vite-ignore */ application.code);
  };

  if (given !== '' && over !== null) {
    const application = JSON.parse(given) as Application; // as the server writes it
    // The reader may have another language than the server knows of.
    const isRead = (kept(LANGUAGE) ?? page.lang) === page.lang;
    if (isRead) dress(over);
    // They would take their share of the line and of the processor from the rows. Nobody waits for those of a tab behind.
    if (document.hidden) void run(application);
    else requestAnimationFrame(() => setTimeout(() => void run(application)));
    if (isRead) measure(over);
    else over.remove();
  } else if (ninefold.waits !== '') ninefold.start();
}
