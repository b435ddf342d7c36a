/** A progress bar on the last line of a terminal; writes nothing if the output is not a terminal. */
export interface Progress {
  /** `share` is the completed part, 0 to 1; null if unknown. */
  show(label: string, share: number | null): void;
  clear(): void;
}

const width = 30;
const minIntervalMs = 100;

export function createProgress(write: (text: string) => void, isTerminal: boolean): Progress {
  if (!isTerminal) return { show: () => {}, clear: () => {} };
  let lastAt = 0;
  let shown = false;
  return {
    show(label, share) {
      const now = performance.now();
      if (now - lastAt < minIntervalMs) return;
      lastAt = now;
      shown = true;
      const full = Math.round((share ?? 0) * width);
      const bar = share === null ? '' : ` ${'█'.repeat(full)}${'░'.repeat(width - full)} ${Math.floor(share * 100)} %`;
      write(`\r\u001b[K${label}${bar}`);
    },
    clear() {
      if (shown) write('\r\u001b[K');
      shown = false;
    },
  };
}
