// Opens a line to `ninefold dev`: tells the page that the model has changed, or loads it anew, and shows what is wrong until then.
(() => {
  let served;
  let panel = null;
  const languageOf = (trouble) => trouble[document.documentElement.lang.slice(0, 2)] ?? trouble.en;
  const style = (element, values) => Object.assign(element.style, values);

  /** A source line with the line that marks a place in it: wrapped, the mark would stand elsewhere. */
  const MARKED = /^(.*\n *\^+)(?:\n|$)/m;
  const part = (text, index) => {
    if (index % 2 === 0) return text;
    const line = document.createElement('div');
    line.textContent = text;
    style(line, { whiteSpace: 'pre', overflowX: 'auto', fontFamily: 'inherit' });
    return line;
  };

  function show({ title, text }) {
    panel?.remove();
    panel = document.createElement('section');
    panel.setAttribute('role', 'alert');
    panel.dataset.nfDev = 'trouble';
    style(panel, {
      position: 'fixed',
      inset: 'auto 0 0 0',
      maxHeight: '50vh',
      overflow: 'auto',
      zIndex: '2147483647',
      background: '#1f2933',
      color: '#f9fafb',
      borderTop: '4px solid #f59e0b',
      padding: '12px 16px',
      font: '14px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    });
    const head = document.createElement('strong');
    head.textContent = title;
    style(head, { fontFamily: 'inherit' }); // a page in Japanese gives every element its own
    const close = document.createElement('button');
    close.type = 'button';
    close.textContent = '×';
    close.setAttribute('aria-label', document.documentElement.lang.startsWith('ja') ? '閉じる' : 'Close');
    style(close, {
      float: 'right',
      margin: '0 0 4px 12px',
      width: '32px',
      height: '32px',
      fontSize: '18px',
      lineHeight: '1',
      cursor: 'pointer',
      background: 'transparent',
      color: 'inherit',
      border: '1px solid currentColor',
      borderRadius: '4px',
    });
    close.addEventListener('click', () => panel?.remove());
    const body = document.createElement('pre');
    body.append(...text.split(MARKED).map(part));
    style(body, { margin: '8px 0 0', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', font: 'inherit' });
    panel.append(close, head, body);
    document.body.append(panel);
  }

  /** Whether the application takes over the changed model in the open page. */
  const isTakenOver = () => !dispatchEvent(new Event('ninefold:changed', { cancelable: true }));

  new EventSource('/_/dev/events').addEventListener('message', ({ data }) => {
    const { model, trouble } = JSON.parse(data);
    if (served !== undefined && model !== null && served !== model && !isTakenOver()) return location.reload();
    served = model ?? served ?? null;
    if (trouble) show(languageOf(trouble));
    else {
      panel?.remove();
      panel = null;
    }
  });
})();
