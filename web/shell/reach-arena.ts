/** Probes have a deadline, because a request to a host that is down may hang for minutes. */
const probeTimeoutMs = 5_000;
const firstWaitMs = 1_000;
const maxWaitMs = 15_000;

/** Whether the arena answers. A proxy in front of a stopped arena answers with an error, which is not enough. */
export async function isReachable(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(probeTimeoutMs) })).ok;
  } catch {
    return false;
  }
}

/** Resolves after a pause, or as soon as the browser is online again. */
function pause(ms: number): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      removeEventListener('online', end);
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
  });
}

/** Polls until the arena answers. */
export async function untilReachable(): Promise<void> {
  for (let waitMs = firstWaitMs; !(await isReachable()); waitMs = Math.min(waitMs * 2, maxWaitMs)) await pause(waitMs);
}

/**
 * Reloads the page for a chunk that the arena no longer has, as after an upgrade. Returns false if that was tried before
 * and did not help.
 */
export function reloadOnce(chunk: string): boolean {
  const key = `presage.reload.${chunk}`;
  try {
    if (sessionStorage.getItem(key) !== null) return false;
    sessionStorage.setItem(key, '1');
  } catch {
    // Without storage a reload could repeat for ever.
    return false;
  }
  location.reload();
  return true;
}

/** Allows another reload for the chunk, after it was loaded. */
export function allowReload(chunk: string): void {
  try {
    sessionStorage.removeItem(`presage.reload.${chunk}`);
  } catch {
    // Without storage nothing was recorded.
  }
}
