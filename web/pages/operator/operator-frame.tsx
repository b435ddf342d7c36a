import type { ReactNode } from 'react';
import { PageHeader } from '../../components/card';
import { useTitle } from '../../shell/use-title';

interface FrameProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** The heading and content of a console page. */
export function OperatorFrame({ title, lead, action, children }: FrameProps) {
  useTitle(`${title} · Operator`);
  return (
    <>
      <PageHeader title={title} action={action}>
        {lead}
      </PageHeader>
      {children}
    </>
  );
}
