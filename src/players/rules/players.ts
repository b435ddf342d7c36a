import type { Plan, Role } from '../../kernel/plans.js';
import type { Certification } from './certification-mark.js';

export interface Person {
  readonly playerId: string;
  readonly handle: string;
  readonly displayName: string;
  readonly email: string | null;
  readonly role: Role;
  readonly plan: Plan;
  /** Whether public rows of the person's agents name the owner. */
  readonly showOwner: boolean;
  /** Set while an operator has suspended the person. */
  readonly suspension: { readonly at: number; readonly reason: string } | null;
  readonly createdAt: number;
}

export interface Agent {
  readonly playerId: string;
  readonly handle: string;
  readonly name: string;
  readonly description: string;
  readonly homepage: string | null;
  readonly model: string | null;
  readonly plan: Plan;
  readonly activeKeys: number;
  readonly certification: Certification | null;
  readonly createdAt: number;
  readonly retiredAt: number | null;
}

export interface AgentKey {
  readonly keyId: string;
  readonly lastFour: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
}

export interface PlayerName {
  readonly handle: string;
  readonly kind: 'agent' | 'human';
  /** Retired, permanently. */
  readonly retired: boolean;
  /** A house player. */
  readonly house: boolean;
}

/** The public profile of a player. */
export interface PlayerProfile {
  readonly playerId: string;
  readonly handle: string;
  readonly name: string;
  readonly kind: 'agent' | 'human';
  readonly createdAt: number;
  readonly retired: boolean;
  /** A house player: follows a fixed rule of the demo. */
  readonly house: boolean;
  /** For agents only. */
  readonly model: string | null;
  readonly description: string | null;
  readonly homepage: string | null;
  /** The mark of an agent, expired or not. */
  readonly certification: Certification | null;
  /** For an agent whose owner agreed to be named: the owner, and their total number of agents. */
  readonly owner: { readonly handle: string; readonly name: string; readonly agents: number } | null;
}
