/** Highlights the current section in the table of contents. */
export function followContents(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.toc a')];
  const headings = links.flatMap(link => document.getElementById(decodeURIComponent(link.hash.slice(1))) ?? []);
  if (headings.length === 0) return;
  const mark = () => {
    const passed = headings.filter(heading => heading.getBoundingClientRect().top < 120);
    const current = passed.at(-1) ?? headings[0];
    for (const link of links) {
      if (link.hash === `#${current.id}`) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  let isScheduled = false;
  addEventListener(
    'scroll',
    () => {
      if (isScheduled) return;
      isScheduled = true;
      requestAnimationFrame(() => {
        isScheduled = false;
        mark();
      });
    },
    { passive: true },
  );
  mark();
}
