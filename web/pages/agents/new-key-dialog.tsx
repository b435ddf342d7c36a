import { useState } from 'react';
import { Button } from '../../components/button';
import { CopyButton } from '../../components/copy-button';
import { Dialog } from '../../components/dialog';
import { Icon } from '../../components/icon';
import { QuickStart } from './quick-start';

/** Shows the key once. It is neither stored by the app nor shown again by the service. */
export function NewKeyDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const [isAsked, setIsAsked] = useState(false);
  return (
    // Escape and the close button only ask, because the key can't be shown again.
    <Dialog open onClose={() => setIsAsked(true)} isFirm title="Copy the key now">
      <div className="flex flex-col gap-4">
        <p className="flex gap-2 rounded-card bg-warn-soft p-3 text-warn">
          <Icon name="warning" size={16} className="mt-0.5" />
          This is the only time it is shown. If you lose it, revoke it and create another.
        </p>
        <div className="flex items-center gap-2">
          <input
            readOnly
            aria-label="Agent key"
            value={secret}
            onFocus={event => event.target.select()}
            className="field min-w-0 flex-1 font-mono text-12"
          />
          <CopyButton text={secret} />
        </div>
        <QuickStart secret={secret} />
        {isAsked && (
          <p role="alert" className="font-medium text-warn">
            The key is lost when this dialog closes. Copy it first, then confirm that you have stored it.
          </p>
        )}
        <Button kind="primary" onClick={onClose}>
          I have stored the key
        </Button>
      </div>
    </Dialog>
  );
}
