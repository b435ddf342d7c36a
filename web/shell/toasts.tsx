import { Toast } from '@base-ui/react/toast';
import type { ReactNode } from 'react';
import { failureText } from '../api/client';
import { IconButton } from '../components/button';

const manager = Toast.createToastManager();

export function showToast(title: string, description?: string): void {
  manager.add({ title, description, timeout: 5_000 });
}

/** A state that lasts: the notice stays until the returned function is called, or a person dismisses it. */
export function showNotice(title: string, description: string): () => void {
  const id = manager.add({ title, description, type: 'warning', timeout: 0 });
  return () => manager.close(id);
}

/** A failed write that no form field explains. */
export function showFailure(error: unknown): void {
  const { title, advice } = failureText(error);
  manager.add({ title, description: advice, type: 'error', priority: 'high', timeout: 9_000 });
}

const tones: Readonly<Record<string, string>> = { error: 'bg-loss-soft text-loss', warning: 'bg-warn-soft text-warn' };

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map(toast => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className={`pointer-events-auto flex items-start gap-3 rounded-card p-4 shadow-float ${tones[toast.type ?? ''] ?? 'bg-raised text-ink'}`}
    >
      <Toast.Content className="min-w-0 flex-1">
        <Toast.Title className="text-14 font-semibold" />
        <Toast.Description className="mt-0.5 text-14 break-words whitespace-pre-line opacity-90" />
      </Toast.Content>
      <Toast.Close render={<IconButton icon="close" label="Dismiss" className="-my-2 -mr-2" />} />
    </Toast.Root>
  ));
}

export function Toasts({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      {children}
      <Toast.Portal>
        {/* Away from the order ticket, which is on the right, and from the sheets of phones, whose buttons are at the bottom. */}
        <Toast.Viewport className="pointer-events-none fixed top-16 right-4 left-4 z-60 flex flex-col gap-2 md:top-auto md:right-auto md:bottom-4 md:w-90">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}
