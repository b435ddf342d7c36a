const waitMs = 150;
const maxShown = 8;

interface Highlight {
  readonly field: 'title' | 'snippet';
  readonly start: number;
  readonly length: number;
}

interface Hit {
  readonly title: string;
  readonly snippet: string;
  readonly highlights: readonly Highlight[];
  readonly url: string | null;
}

function marked(text: string, highlights: readonly Highlight[]): DocumentFragment {
  const fragment = document.createDocumentFragment();
  let end = 0;
  for (const { start, length } of [...highlights].sort((a, b) => a.start - b.start)) {
    if (start < end) continue;
    fragment.append(text.slice(end, start));
    const mark = document.createElement('mark');
    mark.textContent = text.slice(start, start + length);
    fragment.append(mark);
    end = start + length;
  }
  fragment.append(text.slice(end));
  return fragment;
}

function itemOf(hit: Hit, index: number): HTMLElement {
  const link = document.createElement('a');
  const { pathname, hash } = new URL(hit.url as string, location.href);
  link.href = `${pathname}${hash}`;
  link.id = `hit-${index}`;
  link.setAttribute('role', 'option');
  const title = document.createElement('strong');
  title.append(
    marked(
      hit.title,
      hit.highlights.filter(({ field }) => field === 'title'),
    ),
  );
  const text = document.createElement('span');
  text.append(
    marked(
      hit.snippet,
      hit.highlights.filter(({ field }) => field === 'snippet'),
    ),
  );
  link.append(title, text);
  return link;
}

class SearchBox {
  private readonly list = document.createElement('div');
  private chosen = -1;
  /** The input at the time of the request. */
  private shownFor = '';
  private running = new AbortController();

  constructor(
    private readonly form: HTMLFormElement,
    private readonly input: HTMLInputElement,
  ) {
    this.list.className = 'hits';
    this.list.id = 'search-hits';
    this.list.setAttribute('role', 'listbox');
    this.list.setAttribute('aria-label', 'Results');
    this.list.hidden = true;
    input.setAttribute('role', 'combobox');
    input.setAttribute('aria-expanded', 'false');
    input.setAttribute('aria-controls', this.list.id);
    input.setAttribute('aria-autocomplete', 'list');
    form.append(this.list);
  }

  listen(): void {
    let timer = 0;
    this.input.addEventListener('input', () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => void this.find(), waitMs);
    });
    this.input.addEventListener('keydown', event => this.onKey(event));
    this.form.addEventListener('submit', event => {
      event.preventDefault();
      clearTimeout(timer);
      void this.open();
    });
    document.addEventListener('click', event => {
      if (!this.form.contains(event.target as Node)) this.close();
    });
    document.addEventListener('keydown', event => {
      const isTyping = /^(input|textarea|select)$/i.test((event.target as Element).tagName);
      if ((event.key === '/' && !isTyping) || (event.key === 'k' && (event.metaKey || event.ctrlKey))) {
        event.preventDefault();
        this.input.focus();
        this.input.select();
      }
    });
  }

  /** Opens the selected result. If Enter is pressed before the latest results arrive, opens the first of those. */
  private async open(): Promise<void> {
    if (this.shownFor !== this.input.value.trim()) await this.find();
    const link = this.items()[this.chosen];
    if (link) location.assign(link.href);
    else this.form.submit();
  }

  private items(): HTMLAnchorElement[] {
    return [...this.list.querySelectorAll('a')];
  }

  private close(): void {
    this.list.hidden = true;
    this.chosen = -1;
    this.input.setAttribute('aria-expanded', 'false');
    this.input.removeAttribute('aria-activedescendant');
  }

  private onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') this.close();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const items = this.items();
    if (step === undefined || this.list.hidden || items.length === 0) return;
    event.preventDefault();
    this.choose((this.chosen + step + items.length) % items.length);
  }

  private choose(index: number): void {
    this.chosen = index;
    for (const [position, item] of this.items().entries()) {
      item.setAttribute('aria-selected', String(position === index));
      if (position !== index) continue;
      item.scrollIntoView({ block: 'nearest' });
      this.input.setAttribute('aria-activedescendant', item.id);
    }
  }

  private async find(): Promise<void> {
    const q = this.input.value.trim();
    this.running.abort();
    if (q === '') {
      this.close();
      return;
    }
    this.running = new AbortController();
    try {
      const query = new URLSearchParams({ q, kind: 'help', limit: String(maxShown) });
      const reply = await fetch(`/api/search?${query}`, { signal: this.running.signal });
      const body = (await reply.json()) as { readonly help?: readonly Hit[]; readonly error?: string };
      this.shownFor = q;
      this.show(body.help ?? [], body.error ?? `Nothing matches “${q}”.`);
    } catch (error) {
      if ((error as Error).name !== 'AbortError') this.show([], 'The search is not available. Try again in a moment.');
    }
  }

  private show(hits: readonly Hit[], empty: string): void {
    const items = hits.filter(({ url }) => url !== null).map(itemOf);
    const note = document.createElement('p');
    note.textContent = empty;
    this.list.replaceChildren(...(items.length > 0 ? items : [note]));
    this.list.hidden = false;
    this.input.setAttribute('aria-expanded', 'true');
    if (items.length > 0) this.choose(0);
  }
}

/** Shows results while the reader types. Without this script the form opens the results page. */
export function startSearch(): void {
  const form = document.querySelector<HTMLFormElement>('form.search');
  const input = form?.querySelector('input');
  if (form && input) new SearchBox(form, input).listen();
}
