import { useState } from 'react';
import { Button } from './button';
import { Icon } from './icon';

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Reports success or failure: browsers block the clipboard on pages without HTTPS. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [state, setState] = useState<'idle' | 'done' | 'failed'>('idle');
  const shown = { idle: label, done: 'Copied', failed: 'Select and copy' }[state];
  return (
    <Button
      size="small"
      onClick={async () => {
        setState((await copyText(text)) ? 'done' : 'failed');
        setTimeout(() => setState('idle'), 2_000);
      }}
    >
      <Icon name={state === 'done' ? 'check' : 'copy'} size={14} />
      <span aria-live="polite">{shown}</span>
    </Button>
  );
}
