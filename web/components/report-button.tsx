import { lazy, Suspense, useState } from 'react';
import { useSession } from '../api/session';
import { IconButton } from './button';
import type { ReportSubject } from './report-dialog';

const ReportDialog = lazy(async () => ({ default: (await import('./report-dialog')).ReportDialog }));

/** Opens the form that reports content to operators. Reports need an account. */
export function ReportButton({ subject, label }: { subject: ReportSubject; label: string }) {
  const { person } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  if (!person) return null;
  return (
    <>
      <IconButton icon="flag" label={`Report ${label}`} onClick={() => setIsOpen(true)} className="size-8!" />
      {isOpen && (
        <Suspense>
          <ReportDialog subject={subject} label={label} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
