import { CopyButton } from '../../components/copy-button';

/** A scrollable code block with a copy button. */
export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <div className="relative">
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard. */}
      <section tabIndex={0} aria-label={label} className="max-h-[60dvh] overflow-auto rounded-card bg-ground">
        <pre className="min-h-12 p-3 pr-28 font-mono text-12 break-words whitespace-pre-wrap">{text}</pre>
      </section>
      {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard. */}
      <span className="absolute top-2 right-4">
        <CopyButton text={text} />
      </span>
    </div>
  );
}
