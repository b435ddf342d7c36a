import { Suspense } from 'react';
import { useSession } from '../api/session';
import { ButtonLink } from '../components/button';
import { lazyPart } from './lazy-page';

/** Loaded lazily, because visitors do not need the menu. */
const PersonTools = lazyPart(async () => (await import('./person-menu')).PersonTools);

/**
 * The balance and menu of the signed-in person, or the sign-in links. Its width is reserved while the session loads.
 */
export function AccountMenu() {
  const { person, isPending } = useSession();
  if (isPending) return <span className="block h-10 w-24" />;
  if (person) {
    return (
      <Suspense fallback={<span className="block h-10 w-24" />}>
        <PersonTools person={person} />
      </Suspense>
    );
  }
  return (
    <>
      <ButtonLink to="/sign-in" kind="quiet" size="medium" className="px-3">
        Sign in
      </ButtonLink>
      <ButtonLink to="/sign-up" kind="primary" size="medium" className="max-sm:hidden">
        Play
      </ButtonLink>
    </>
  );
}
