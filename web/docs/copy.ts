const shownMs = 1500;

/** Copies text and confirms it on the button and to screen readers. */
async function copy(button: HTMLButtonElement, text: () => Promise<string> | string): Promise<void> {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(await text());
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Copying failed';
  }
  setTimeout(() => {
    button.textContent = label;
  }, shownMs);
}

function addButton(figure: Element): void {
  const code = figure.querySelector('code');
  if (!code) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.ariaLive = 'polite';
  button.addEventListener('click', () => void copy(button, () => `${code.textContent ?? ''}\n`));
  figure.append(button);
}

/** Adds a copy button to every code block, and shows the one that copies the page as Markdown. */
export function addCopyButtons(): void {
  for (const figure of document.querySelectorAll('[data-copy]')) addButton(figure);
  const page = document.querySelector<HTMLButtonElement>('[data-copy-page]');
  const twin = document.querySelector<HTMLLinkElement>('link[rel="alternate"][type="text/markdown"]');
  if (!page || !twin) return;
  page.hidden = false;
  page.addEventListener('click', () => void copy(page, async () => (await fetch(twin.href)).text()));
}
