/**
 * Waits for the work, at most `timeoutMs` and only until `closed` is aborted. Nothing of a wait remains after it. With
 * `Promise.race`, a promise that outlives the waits would hold the result of each of them.
 */
export function waitWhileOpen<T>(work: PromiseLike<T>, closed: AbortSignal, timeoutMs: number): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      closed.removeEventListener('abort', onClosed);
    };
    const fail = (error: unknown) => {
      end();
      reject(error);
    };
    const onClosed = () => fail(new Error('the connection is closed'));
    const timer = setTimeout(() => fail(new Error(`no response within ${timeoutMs} ms`)), timeoutMs);
    closed.addEventListener('abort', onClosed);
    if (closed.aborted) onClosed();
    work.then(result => {
      end();
      resolve(result);
    }, fail);
  });
}
