import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PlacedOrder, PreviewOrderRequest, ReplayedOrder } from '../../../../client/client';
import { client, isCode } from '../../../api/client';
import { useMutation } from '../../../api/use-mutation';

const typingMs = 180;

function useDebounced<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}

/**
 * The current preview of the order from the service. It follows the market while the ticket is open, but not while the
 * order is being placed: the order itself moves the market, and its shares may already be sold.
 */
export function useQuote(order: PreviewOrderRequest | null, marketSequence: number, isPlacing: boolean) {
  const typed = order === null ? '' : JSON.stringify(order);
  const text = useDebounced(typed, typingMs);
  const sequence = useDebounced(marketSequence, typingMs);
  const query = useQuery({
    queryKey: ['own', 'quote', text, sequence],
    queryFn: ({ signal }) => client.call('previewOrder', { body: JSON.parse(text) as PreviewOrderRequest, signal }),
    enabled: text !== '' && text === typed && !isPlacing,
    placeholderData: text === '' ? undefined : keepPreviousData,
    staleTime: 5_000,
    gcTime: 30_000,
  });
  // A stale quote that is being replaced must not be accepted: its order would be rejected.
  const isReplaced = query.isPlaceholderData || (query.isStale && query.isFetching);
  const isCurrent = text !== '' && text === typed && !isReplaced;
  return {
    quote: text === '' ? null : (query.data ?? null),
    isCurrent,
    error: text === '' ? null : query.error,
  };
}

interface Placing {
  readonly order: PreviewOrderRequest;
  /** The order either fills exactly as quoted at this sequence or is rejected. */
  readonly ifSequence: number;
}

/** Sends the order. A stale quote is not an error: `onStale` shows the new one. */
export function usePlaceOrder(onPlaced: (placed: PlacedOrder | ReplayedOrder) => void, onStale: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ order, ifSequence }: Placing, clientOrderId) =>
      client.placeOrder({ ...order, ifSequence, clientOrderId }),
    // A retry after an unknown outcome has a newer quote and is still the same order.
    intentOf: ({ order }) => order,
    onSuccess(placed) {
      for (const name of ['account', 'positions', 'orders', 'activity'])
        void queries.invalidateQueries({ queryKey: ['own', name] });
      void queries.invalidateQueries({ queryKey: ['event', placed.order.eventSlug] });
      onPlaced(placed);
    },
    onError(error) {
      if (!isCode(error, 'STALE_ORDERBOOK')) return;
      void queries.invalidateQueries({ queryKey: ['own', 'quote'] });
      onStale();
    },
  });
}
