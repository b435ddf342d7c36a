import { CSPProvider } from '@base-ui/react/csp-provider';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Event } from '../client/client';
import { eventQuery } from './api/market-queries';
import { checkSessionAfter } from './api/session';
import { router } from './router';
import { Toasts } from './shell/toasts';
import './styles/app.css';

const onError = (error: unknown) => checkSessionAfter(error, queries);
const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  // The SDK already retries transient failures.
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: true }, mutations: { retry: false } },
});

const root = document.getElementById('root')!;

/** Caches the event that the server rendered into the page, as stale, so that the page reads it again behind the scenes. */
function cacheServedEvent(served: string): void {
  const event = JSON.parse(served) as Event;
  queries.setQueryData(eventQuery(event.slug).queryKey, event, { updatedAt: 1 });
}

const { event: served } = root.dataset;
if (served !== undefined) {
  cacheServedEvent(served);
  // Replaces the server's title with the whole page at once, without a skeleton in between.
  await router.load();
}

createRoot(root).render(
  <StrictMode>
    {/* The content security policy allows no inline style elements. */}
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <Toasts>
          <RouterProvider router={router} />
        </Toasts>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
