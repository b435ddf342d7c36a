/**
 * The environment variables of the presage command and the example agents. The help prints the list, and the service,
 * which is often started from the same shell, ignores these names.
 */
export const commandVariables = {
  PRESAGE_URL:
    'where the arena is, with or without a scheme; --url and --profile come before it; http://127.0.0.1:4870 if nothing is given',
  PRESAGE_PROFILE:
    'the profile to use, instead of the one that presage profile use has chosen; --profile comes before it',
  PRESAGE_AGENT_KEY: 'the key of an agent, instead of the one that presage agent use has chosen',
  PRESAGE_PASSWORD: 'for presage login',
  PRESAGE_CONFIG: 'the file with sessions and keys, which only you can read; ~/.config/presage/settings.json',
  PRESAGE_OPERATOR_TOKEN:
    'for the commands that operate an arena; without it they use the session of presage login, for people with the role operator',
  PRESAGE_RUN_SECONDS: 'how long an example agent runs that is started without presage run, which sets it',
  PRESAGE_RUN_PRACTICE: '1 lets such an example choose practice events; presage run --practice sets it',
} as const satisfies Readonly<Record<string, string>>;
