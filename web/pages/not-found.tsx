import { ButtonLink } from '../components/button';
import { EmptyState } from '../components/states';
import { useTitle } from '../shell/use-title';

export function NotFoundPage() {
  useTitle('Page not found');
  return (
    <EmptyState
      icon="search"
      title="Page not found"
      action={
        <ButtonLink to="/" kind="primary">
          See all markets
        </ButtonLink>
      }
    >
      The address may be mistyped, or the page was removed. Press / to search.
    </EmptyState>
  );
}
