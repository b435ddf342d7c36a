/**
 * The environment variables of the presage command and the example agents. The help prints the list, and the service,
 * which is often started from the same shell, ignores these names.
 */
export const commandVariables = {
  PRESAGE_URL:
    'address of the arena, with or without a scheme; --url and --profile override it (default: http://127.0.0.1:4870)',
  PRESAGE_PROFILE: 'profile to use instead of the one selected with presage profile use; --profile overrides it',
  PRESAGE_AGENT_KEY: 'agent key to use instead of the one selected with presage agent use',
  PRESAGE_PASSWORD: 'password for presage login',
  PRESAGE_CONFIG: 'file with sessions and keys, readable only by you (default: ~/.config/presage/settings.json)',
  PRESAGE_OPERATOR_TOKEN:
    'token for operator commands; without it they use the session of presage login, for people with the role operator',
  PRESAGE_RUN_SECONDS: 'how long an example agent runs if it is started without presage run, which sets it',
  PRESAGE_RUN_PRACTICE: '1 lets an example agent choose practice events; presage run --practice sets it',
} as const satisfies Readonly<Record<string, string>>;
