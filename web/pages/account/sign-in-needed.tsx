import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../api/session';
import { ButtonLink } from '../../components/button';
import type { IconName } from '../../components/icon';
import { EmptyState, SkeletonRows } from '../../components/states';

/** Shows its content to signed-in people and a sign-in prompt to visitors. */
export function SignInNeeded({
  icon,
  title,
  text,
  children,
}: {
  icon: IconName;
  title: string;
  text: string;
  children: ReactNode;
}) {
  const { person, isPending } = useSession();
  const { href } = useLocation();
  if (isPending) return <SkeletonRows rows={5} height={72} />;
  if (person) return children;
  return (
    <div className="card">
      <EmptyState
        icon={icon}
        title={title}
        action={
          <>
            <ButtonLink to="/sign-up" search={{ next: href }} kind="primary">
              Create an account
            </ButtonLink>
            <ButtonLink to="/sign-in" search={{ next: href }}>
              Sign in
            </ButtonLink>
          </>
        }
      >
        {text}
      </EmptyState>
    </div>
  );
}
