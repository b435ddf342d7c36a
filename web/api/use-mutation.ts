import { type UseMutationOptions, useMutation as useQueryMutation } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { PresageError } from '../../client/client';

interface MutationOptions<Data, Variables, Context>
  extends Omit<UseMutationOptions<Data, Error, Variables, Context>, 'mutationFn'> {
  /** `intentId` is a client id or Idempotency-Key that stays the same until the service has decided on this intent. */
  readonly mutationFn: (variables: Variables, intentId: string) => Promise<Data>;
  /** The part of the variables that a retry has in common with the first attempt; all of them by default. */
  readonly intentOf?: (variables: Variables) => unknown;
}

function newId(): string {
  // randomUUID exists only in secure contexts, and an arena in a local network may have no certificate.
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), word => word.toString(16).padStart(8, '0')).join('');
}

/**
 * A mutation that sends each write once. A component is disabled only after the next render, so a double click calls
 * `mutate` twice; the second call with the same variables is ignored while the first is in flight. All writes of the
 * app use this hook.
 */
export function useMutation<Data = unknown, Variables = void, Context = unknown>(
  options: MutationOptions<Data, Variables, Context>,
) {
  const { mutationFn, intentOf = variables => variables, ...rest } = options;
  const running = useRef(new Set<string>());
  const intents = useRef(new Map<string, string>());
  const mutation = useQueryMutation({
    ...rest,
    async mutationFn(variables: Variables) {
      const intent = JSON.stringify(intentOf(variables)) ?? '';
      const id = intents.current.get(intent) ?? newId();
      intents.current.set(intent, id);
      try {
        const data = await mutationFn(variables, id);
        intents.current.delete(intent);
        return data;
      } catch (error) {
        // Without a response the write may have happened: only the same id makes the next attempt safe.
        if (error instanceof PresageError && error.status < 500) intents.current.delete(intent);
        throw error;
      }
    },
  });
  const { mutateAsync } = mutation;
  const mutate = useCallback(
    (variables: Variables) => {
      const key = JSON.stringify(variables) ?? '';
      if (running.current.has(key)) return;
      running.current.add(key);
      const release = () => void running.current.delete(key);
      // Callers show `error`.
      mutateAsync(variables).then(release, release);
    },
    [mutateAsync],
  );
  return { ...mutation, mutate };
}
