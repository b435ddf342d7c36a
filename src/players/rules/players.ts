import type { Plan } from '../../http/plans.js';
import type { Certification } from './certification-mark.js';

/** People, agents and keys. Times are epoch milliseconds. */

export const roles = ['member', 'operator'] as const;
export type Role = (typeof roles)[number];

export const maxAgents = 3;
export const maxActiveKeys = 2;

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
