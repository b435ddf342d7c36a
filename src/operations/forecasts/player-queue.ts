import { StoreUnavailable } from '../../store/store.js';

/** Each takes a connection of the pool; the others stay free for reads and for the write desk. */
const maxTogether = 4;
/** More than this waiting means that the database can't keep up: better to say so than to let callers time out. */
const maxWaiting = 10_000;

/**
 * Writes of one player go one after the other: in the database they would wait for each other as well, but each with a
 * connection in hand. Of all players together only a few run at once.
 */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>();
  private readonly queue: (() => void)[] = [];
  private running = 0;
  private present = 0;

  async take<T>(playerId: string, work: () => Promise<T>): Promise<T> {
    if (this.present >= maxWaiting) throw new StoreUnavailable('too many forecasts are waiting');
    this.present += 1;
    const before = this.last.get(playerId) ?? Promise.resolve();
    const turn = before.then(() => this.run(work));
    const settled = turn.catch(() => {});
    this.last.set(playerId, settled);
    try {
      return await turn;
    } finally {
      this.present -= 1;
      if (this.last.get(playerId) === settled) this.last.delete(playerId);
    }
  }

  private async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < maxTogether) this.running += 1;
    else await new Promise<void>(go => this.queue.push(go));
    try {
      return await work();
    } finally {
      // Whoever is next takes over the place of this one.
      const next = this.queue.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
