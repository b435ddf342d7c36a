import { useState } from 'react';
import type { Event } from '../../../client/client';
import { Button } from '../../components/button';
import { CopyButton } from '../../components/copy-button';
import { Dialog } from '../../components/dialog';
import { Segmented } from '../../components/segmented';
import { showToast } from '../../shell/toasts';

type EmbedTheme = 'auto' | 'light' | 'dark';

function Line({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <div className="mb-1 flex items-center justify-between">
        <span className="font-medium">{label}</span>
        <CopyButton text={text} label="Copy" />
      </div>
      <code className="block rounded-card bg-sunken p-3 font-mono text-12 break-all select-all">{text}</code>
    </div>
  );
}

/** The link, its preview and the embed code. */
export function ShareDialog({ event, onClose }: { event: Event; onClose: () => void }) {
  const [theme, setTheme] = useState<EmbedTheme>('auto');
  const url = `${location.origin}/events/${event.slug}`;
  const embed = `${location.origin}/embed/${event.slug}${theme === 'auto' ? '' : `?theme=${theme}`}`;
  const share = () =>
    navigator.share({ title: event.title, url }).catch((error: Error) => {
      // Closing the system's share sheet is not an error.
      if (error.name !== 'AbortError') showToast('The link could not be shared', url);
    });
  return (
    <Dialog open onClose={onClose} title="Share this market">
      <div className="flex flex-col gap-4">
        <img
          src={`/og/events/${event.slug}.png`}
          width={1200}
          height={630}
          alt="Preview that other sites show for the link"
          className="h-auto w-full rounded-card border border-line"
        />
        <Line label="Link" text={url} />
        <Line
          label="Embed"
          text={`<iframe src="${embed}" title="${event.title.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" width="560" height="360" loading="lazy" style="border:0"></iframe>`}
        />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Segmented
            label="Theme of the embed"
            value={theme}
            options={[
              { value: 'auto', label: 'Auto' },
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
            onChange={setTheme}
          />
          {typeof navigator.share === 'function' && <Button onClick={share}>Share with an app</Button>}
        </div>
      </div>
    </Dialog>
  );
}
