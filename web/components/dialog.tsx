import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { IconButton } from './button';

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: string;
  readonly children: ReactNode;
  /** Keeps the dialog open on clicks outside of it, for content that is shown once. */
  readonly isFirm?: boolean;
}

/** A centred dialog; a bottom sheet on phones. */
export function Dialog({ open, onClose, title, description, children, isFirm = false }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={next => !next && onClose()} disablePointerDismissal={isFirm}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-overlay" />
        <Base.Popup className="fixed inset-x-0 bottom-0 z-50 max-h-[90dvh] overflow-y-auto rounded-t-card bg-raised p-5 shadow-float sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[min(520px,calc(100vw-32px))] sm:-translate-1/2 sm:rounded-card">
          <div className="mb-4 flex items-start justify-between gap-3">
            <div>
              <Base.Title className="line-clamp-2 text-16 font-semibold sm:text-20">{title}</Base.Title>
              {description && <Base.Description className="mt-1 text-quiet">{description}</Base.Description>}
            </div>
            <Base.Close render={<IconButton icon="close" label="Close" className="-mt-1.5 -mr-2" />} />
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
