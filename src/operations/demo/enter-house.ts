import { houseNotice, housePlayers } from '../../domain/demo/house-players.js';
import { seededSource } from '../../domain/demo/random-source.js';
import { type IdPrefix, makeId } from '../../domain/ids.js';
import { foldName } from '../../domain/people/names.js';
import type { Store, Writes } from '../../store/store.js';
import { openAccount } from '../exchange/open-account.js';
import { takeHandle } from '../people/take-handle.js';
import type { EnteredPlayer } from './trade-step.js';

/** Derives ids from the seed, so that a resumed seeding finds its players. */
function idOf(seed: string, prefix: IdPrefix, name: string, at: number): string {
  const chance = seededSource(`${seed}/id/${name}`);
  const random = Uint8Array.from({ length: 10 }, () => Math.floor(chance.next() * 256));
  return makeId(prefix, at, random);
}

/** Candidates for a handle: the name, then numbered ones, because the handle may be taken. */
function handlesOf(name: string): string[] {
  const base = name.toLowerCase().replaceAll(' ', '-');
  return [base, ...Array.from({ length: 20 }, (_, k) => `${base}-${k + 2}`)];
}

async function freeName(writes: Writes, name: string, playerId: string): Promise<string> {
  for (const candidate of [name, ...Array.from({ length: 20 }, (_, k) => `${name} ${k + 2}`)]) {
    if (!(await writes.agents.isNameTaken(foldName(candidate), playerId))) return candidate;
  }
  throw new Error(`all names like ${name} are taken`);
}

interface HouseTools {
  readonly store: Store;
  readonly newId: (prefix: IdPrefix, now: number) => string;
}

/** Creates the house players in one transaction. They belong to the arena: they have no owner and no keys. */
export async function enterHouse({ store, newId }: HouseTools, seed: string, at: number): Promise<EnteredPlayer[]> {
  const entered = housePlayers.map(player => ({ ...player, playerId: idOf(seed, 'agt', player.name, at) }));
  await store.transact(async writes => {
    if (await writes.accounts.find(entered[0].playerId)) return;
    for (const { playerId, name, about, model } of entered) {
      const free = await freeName(writes, name, playerId);
      const agent = { playerId, ownerId: null, name: free, foldedName: foldName(free), model, homepage: null, at };
      const description = `${houseNotice} ${about}`;
      const added = { ...agent, description, plan: 'free' } as const;
      await takeHandle(handlesOf(name), handle => writes.players.addAgent({ ...added, handle }));
      await openAccount(writes, playerId, at, newId);
    }
  });
  return entered;
}
