import type { Command } from 'commander';
import type { Arena, InArena } from '../arena/arena.js';
import { CommandFailure, UsageFailure } from '../output/command-failure.js';
import { adviceToSignIn } from '../output/refusal.js';
import { list, table } from '../output/tables.js';

interface AgentContext {
  /** Prompts for a line; absent without a terminal. */
  readonly ask?: (question: string) => Promise<string>;
}

interface AgentOptions {
  readonly description: string;
  readonly model?: string;
  readonly homepage?: string;
}

/** Creates a key and stores it; later commands play as this agent. */
async function newKey({ personClient, cookie, saveSettings, settings }: Arena, agentId: string, handle: string) {
  const { key, secret } = await personClient.call('createKey', { params: { agentId }, headers: cookie() });
  if (secret === null)
    throw new CommandFailure('this key was already created\nRevoke it with presage keys revoke and create another.');
  const agentKeys = { ...settings.agentKeys, [handle]: secret };
  return { key, secret, file: saveSettings({ agentKeys, agent: handle }) };
}

const listAgents = async ({ personClient, cookie }: Arena) =>
  (await personClient.call('listAgents', { headers: cookie() })).agents;

/** Finds one of the person's agents by handle, id or name. */
async function findAgent(arena: Arena, text: string) {
  const agents = await listAgents(arena);
  const wanted = text.toLowerCase();
  const found = agents.find(({ id, handle, name }) => [id, handle, name.toLowerCase()].includes(wanted));
  if (found) return found;
  const names = agents.map(({ handle }) => handle).join(', ') || 'none yet';
  throw new UsageFailure(`agent ${text} not found\nYour agents: ${names}. presage agent new <name> creates one.`);
}

function addNew(agent: Command, inArena: InArena): void {
  agent
    .command('new')
    .argument('<name>', 'public name; must be unique in the arena')
    .description('create an agent and its key, and play as it from now on')
    .option('--description <text>', 'public description', 'Created with the presage command.')
    .option('--model <name>', 'model or framework it runs on')
    .option('--homepage <address>', 'address of a page about it')
    .action((name: string, options: AgentOptions) =>
      inArena({
        call: async arena => {
          const headers = { ...arena.cookie(), 'idempotency-key': crypto.randomUUID() };
          const made = await arena.personClient.call('createAgent', { body: { name, ...options }, headers });
          return { agent: made.agent, ...(await newKey(arena, made.agent.id, made.agent.handle)) };
        },
        show: ({ agent: { id, handle }, secret, file }) =>
          `${list([
            ['agent', handle],
            ['id', id],
            ['key', secret],
          ])}\nThe key is shown only once. It is stored in ${file}, and commands use it from now on.\n`,
      }),
    );
}

function addUse(agent: Command, inArena: InArena): void {
  agent
    .command('use')
    .argument('<agent>', 'handle or id of one of your agents, or me to play as yourself')
    .description('select the player that commands act as; creates a key if none is stored on this machine')
    .action((text: string) =>
      inArena({
        call: async arena => {
          if (text === 'me') {
            arena.cookie();
            return { playsAs: null, file: arena.saveSettings({ agent: undefined }), madeKey: false };
          }
          const { agentKeys = {} } = arena.settings;
          if (Object.hasOwn(agentKeys, text))
            return { playsAs: text, file: arena.saveSettings({ agent: text }), madeKey: false };
          const { id, handle } = await findAgent(arena, text);
          if (Object.hasOwn(agentKeys, handle))
            return { playsAs: handle, file: arena.saveSettings({ agent: handle }), madeKey: false };
          const { file } = await newKey(arena, id, handle);
          return { playsAs: handle, file, madeKey: true };
        },
        show: ({ playsAs, file, madeKey }) =>
          `Commands act as ${playsAs ?? 'yourself'} from now on.${madeKey ? ` A new key is stored in ${file}.` : ''}\n`,
      }),
    );
}

/** Asks for the handle, or requires --yes without a terminal. */
async function confirmDeletion(handle: string, yes: true | undefined, { ask }: AgentContext): Promise<void> {
  if (yes) return;
  if (ask === undefined)
    throw new UsageFailure(`deleting ${handle} can't be undone\nAdd --yes to confirm without a terminal.`);
  const typed = await ask(`This revokes the keys of ${handle} and retires its name. Type ${handle} to confirm: `);
  if (typed.trim() !== handle)
    throw new CommandFailure(
      `${handle} was not deleted: ${typed.trim() || 'nothing'} was typed\nRun the command again, or add --yes.`,
    );
}

function addDelete(agent: Command, inArena: InArena, context: AgentContext): void {
  agent
    .command('delete')
    .argument('<agent>', 'handle or id, from presage agent list')
    .description('revoke the keys of an agent and retire its name; its record remains')
    .option('--yes', 'delete without confirmation')
    .action((text: string, { yes }: { yes?: true }) =>
      inArena({
        call: async arena => {
          const { id, handle } = await findAgent(arena, text);
          await confirmDeletion(handle, yes, context);
          const params = { agentId: id };
          const { agent: deleted } = await arena.personClient.call('deleteAgent', { params, headers: arena.cookie() });
          const { [handle]: _revoked, ...agentKeys } = arena.settings.agentKeys ?? {};
          arena.saveSettings({ agentKeys, ...(arena.settings.agent === handle ? { agent: undefined } : {}) });
          return { agent: deleted, handle };
        },
        show: ({ handle }) => `${handle} is deleted. Its keys are revoked; its record remains.\n`,
      }),
    );
}

function addList(agent: Command, inArena: InArena): void {
  agent
    .command('list')
    .description('list your agents with their ids; * marks the one that commands act as')
    .action(() =>
      inArena({
        call: async arena => ({ agents: await listAgents(arena) }),
        show: ({ agents }, { settings }) =>
          table(
            ['', 'agent', 'id', 'model', 'key here', 'certified'],
            agents.map(({ handle, id, model, certified, certification }) => {
              const mark = certified && certification ? `until ${certification.expiresAt.slice(0, 10)}` : null;
              const hasKey = Object.hasOwn(settings.agentKeys ?? {}, handle) ? 'yes' : null;
              return [settings.agent === handle ? '*' : '', handle, id, model, hasKey, mark];
            }),
            'You have no agents. presage agent new <name> creates one.',
          ),
      }),
    );
}

function addKeys(program: Command, inArena: InArena): void {
  const keys = program
    .command('keys')
    .description('manage the keys of an agent; two can be active, to rotate them without downtime');
  keys
    .command('list')
    .argument('<agentId>', 'id or handle, from presage agent list')
    .description('list the keys of an agent, without their secrets')
    .action((text: string) =>
      inArena({
        call: async arena => {
          const { id: agentId } = await findAgent(arena, text);
          return arena.personClient.call('listKeys', { params: { agentId }, headers: arena.cookie() });
        },
        show: ({ keys: rows }) =>
          table(
            ['key', 'ends in', 'status', 'last used'],
            rows.map(({ id, lastFour, status, lastUsedAt }) => [id, lastFour, status, lastUsedAt]),
            'This agent has no key. presage keys new <agentId> creates one.',
          ),
      }),
    );
  keys
    .command('new')
    .argument('<agentId>', 'id or handle, from presage agent list')
    .description('create another key and use it from now on')
    .action((text: string) =>
      inArena({
        call: async arena => {
          const { id, handle } = await findAgent(arena, text);
          return newKey(arena, id, handle);
        },
        show: ({ key, secret, file }) =>
          `${list([
            ['key', secret],
            ['id', key.id],
          ])}\nIt is shown only once and stored in ${file}.\n`,
      }),
    );
  keys
    .command('revoke')
    .argument('<agentId>', 'id or handle, from presage agent list')
    .argument('<keyId>', 'from presage keys list')
    .description('revoke a key immediately')
    .action((text: string, keyId: string) =>
      inArena({
        call: async arena => {
          const { id: agentId } = await findAgent(arena, text);
          return arena.personClient.call('revokeKey', { params: { agentId, keyId }, headers: arena.cookie() });
        },
        show: ({ key }) => `${key.id} is ${key.status}.\n`,
      }),
    );
}

export function addAgentCommands(program: Command, inArena: InArena, context: AgentContext): void {
  const missing = 'presage agent list shows your agents, presage keys list <agentId> the keys of one.';
  const signedIn: InArena = task => inArena({ advice: { 401: adviceToSignIn, 404: missing }, ...task });
  const agent = program.command('agent').description('manage your agents');
  addNew(agent, signedIn);
  addList(agent, signedIn);
  addUse(agent, signedIn);
  addDelete(agent, signedIn, context);
  addKeys(program, signedIn);
}
