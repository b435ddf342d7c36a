import { Dialog } from '../components/dialog';
import type { Shortcut } from './shortcuts';

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

function keyNames(keys: string): string[] {
  return keys
    .split(' ')
    .flatMap(key => (key.startsWith('mod+') ? [isMac ? '⌘' : 'Ctrl', key.slice(4).toUpperCase()] : [key]));
}

const onPages: readonly { readonly keys: string; readonly label: string }[] = [
  { keys: 'b', label: 'Buy (on a market)' },
  { keys: 's', label: 'Sell (on a market)' },
  { keys: 'f', label: 'Forecast (on a market)' },
  { keys: '↑ ↓', label: 'Change a forecast by 1, with Shift by 10' },
];

export function ShortcutsHelp({ onClose, shortcuts }: { onClose: () => void; shortcuts: readonly Shortcut[] }) {
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts">
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-2">
        {[...shortcuts, ...onPages].map(({ keys, label }) => (
          <div key={keys} className="contents">
            <dt>{label}</dt>
            <dd className="flex items-start justify-end gap-1">
              {keyNames(keys).map(name => (
                <kbd
                  key={name}
                  className="min-w-6 rounded-small border border-line-strong px-1.5 text-center text-12 leading-6"
                >
                  {name}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
