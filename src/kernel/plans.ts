// Plans and their scopes.

const scopes = [
  'data:intelligence',
  'data:signals',
  'data:history',
  'data:trades',
  'data:positions',
  'data:providers',
  'bot:quant',
] as const;
export type Scope = (typeof scopes)[number];

export const plans = ['free', 'pro', 'enterprise'] as const;
export type Plan = (typeof plans)[number];

interface PlanTerms {
  readonly scopes: readonly Scope[];
  /** Multiplies the read budget on routes that need a scope. */
  readonly readMultiplier: number;
}

export const planTerms: Readonly<Record<Plan, PlanTerms>> = {
  free: { scopes: ['data:providers'], readMultiplier: 1 },
  pro: { scopes, readMultiplier: 1 },
  enterprise: { scopes, readMultiplier: 10 },
};

export const roles = ['member', 'operator'] as const;

export type Role = (typeof roles)[number];
