import type { ArenaSettings, Environment } from '../config/settings.js';

/** Returns advice on a rejected credential: how to replace the one that the command sent. */
export function adviceOnCredential(
  environment: Environment,
  { agent, agentKeys = {}, session }: ArenaSettings,
): string {
  if (environment.PRESAGE_AGENT_KEY)
    return 'The key is from PRESAGE_AGENT_KEY. Set it to an active key, or unset it to use the account of presage login.';
  if (agent !== undefined && agentKeys[agent] !== undefined)
    return `The key is the stored one of ${agent}. presage keys new ${agent} replaces it; presage agent use me plays as yourself.`;
  if (session)
    return 'You are using the session of presage login. presage agent new <name> or presage agent use <agent> selects an agent with a key; presage doctor checks the session.';
  return 'Sign in with presage login --email <address> (--sign-up <name> creates an account); presage agent new <name> creates an agent. Or set PRESAGE_AGENT_KEY.';
}
