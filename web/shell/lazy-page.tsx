import type { RouteComponent } from '@tanstack/react-router';
import { type ComponentType, type LazyExoticComponent, lazy, use, useEffect, useState } from 'react';
import { Button } from '../components/button';
import { EmptyState, SkeletonRows } from '../components/states';
import { allowReload, isReachable, reloadOnce, untilReachable } from './reach-arena';

type Importer<Name extends string> = () => Promise<Readonly<Record<Name, unknown>>>;

interface UnreachableProps {
  /** Loads the page again. Resolves to false while it still fails. */
  readonly retry: () => Promise<boolean>;
}

/** Takes the place of a page whose code failed to load, and loads it as soon as the arena answers. */
function Unreachable({ retry }: UnreachableProps) {
  const [state, setState] = useState<'checking' | 'down' | 'retrying'>('checking');
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    let isGone = false;
    void (async () => {
      if (!(await isReachable())) {
        setState('down');
        await untilReachable();
      }
      if (!isGone) await retry();
    })().catch(setError);
    return () => {
      isGone = true;
    };
  }, [retry]);
  if (error !== null) throw error;
  if (state === 'checking') return <SkeletonRows rows={6} height={72} />;
  const again = async () => {
    setState('retrying');
    if (await isReachable()) await retry().catch(setError);
    else setState('down');
  };
  return (
    <div role="alert">
      <EmptyState
        icon="warning"
        title="The arena can’t be reached"
        action={
          <Button busy={state === 'retrying'} onClick={() => void again()}>
            Try again
          </Button>
        }
      >
        Check your connection. The page opens by itself when the arena is back.
      </EmptyState>
    </div>
  );
}

/**
 * A page that is loaded on first use. While the arena can’t be reached, it explains that instead of leaving the app. Only
 * if the arena answers and still doesn't have the code, a reload fetches the new version of the app.
 */
export function lazyPage<Name extends string>(importer: Importer<Name>, name: Name): RouteComponent {
  let Page: ComponentType<object> | null = null;
  let failure: unknown = null;
  let pending: Promise<void> | null = null;
  const load = (): Promise<void> => {
    pending ??= importer()
      .then(
        module => {
          Page = module[name] as ComponentType<object>;
          allowReload(name);
        },
        error => {
          failure = error;
        },
      )
      .finally(() => {
        pending = null;
      });
    return pending;
  };
  const retry = async () => {
    await load();
    if (Page === null && !reloadOnce(name)) throw failure;
    return Page !== null;
  };
  function LazyPage(props: object) {
    const [, setIsLoaded] = useState(false);
    const [retryAndShow] = useState(() => async () => {
      const isLoaded = await retry();
      setIsLoaded(isLoaded);
      return isLoaded;
    });
    if (Page !== null) return <Page {...props} />;
    if (failure !== null) return <Unreachable retry={retryAndShow} />;
    use(load());
    return null;
  }
  LazyPage.preload = load;
  return LazyPage;
}

/** A part of the page that is loaded on first use. While the arena can’t be reached, its fallback stays. */
export function lazyPart<Props extends object>(
  importer: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    try {
      return { default: await importer() };
    } catch {
      await untilReachable();
      return { default: await importer() };
    }
  });
}
