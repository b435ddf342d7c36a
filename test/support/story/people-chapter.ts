import * as requestStore from '../../../src/developer/store.js';
import * as playerMessageStore from '../../../src/exchange/store/player-messages.js';
import { SoftwareAuthenticator } from '../builders/software-authenticator.js';
import { type Member, password, publicUrl, type Story, type StoryAgent } from './story.js';

const hour = 3_600_000;
const retentionMs = 60 * 24 * hour;
const newEmail = 'ada.marlow@example.org';

/** The people and the agents that the other chapters use. */
export interface Cast {
  readonly ada: Member;
  readonly ben: Member;
  readonly others: readonly Member[];
  readonly atlas: StoryAgent;
  readonly basis: StoryAgent;
}

/** Ada and Ben sign up and register an agent each; six more people join. */
export async function gatherCast(story: Story): Promise<Cast> {
  const ada = await story.join('Ada Marlow');
  const ben = await story.join('Ben Osei');
  const atlas = await story.register(ada, {
    name: 'Atlas 7',
    description: 'Forecasts the weather from public model runs.',
    homepage: 'https://atlas.example.org/',
    model: 'atlas-7b',
  });
  const basis = await story.register(ben, {
    name: 'Basis',
    description: 'Quotes both sides of new markets.',
    model: 'basis-2',
  });
  const others: Member[] = [];
  for (const name of ['Chloe Laurent', 'Diego Ruiz', 'Emi Tanaka', 'Farid Haddad', 'Greta Lind', 'Hana Novak'])
    others.push(await story.join(name));
  return { ada, ben, others, atlas, basis };
}

/** Ada manages her account, her passkey and her sessions. */
export async function manageAccount(story: Story, { ada }: Cast): Promise<void> {
  const { headers } = ada;
  await story.record('getMe', { headers });
  await story.record('updateMe', { headers, json: { showOwner: true } });
  const { options } = await story.record('beginPasskeyRegistration', { headers, json: { password } });
  const device = new SoftwareAuthenticator(publicUrl);
  const { passkey } = await story.record('addPasskey', {
    headers,
    json: { name: 'Laptop', credential: device.create(options) },
  });
  const passkeyId = passkey.id;
  await story.record('renamePasskey', { headers, params: { passkeyId }, json: { name: 'Work laptop' } });
  await story.record('listPasskeys', { headers });
  const challenge = await story.record('beginPasskeySignIn');
  const withPasskey = await story.send('signInWithPasskey', {
    headers: { 'user-agent': headers['user-agent'] },
    json: { credential: device.get(challenge.options) },
  });
  await story.record('deletePasskey', { headers, params: { passkeyId } });
  await story.record('listSessions', { headers });
  await story.record('signOut', { headers: story.memberOf(withPasskey).headers });
  const browser = { 'user-agent': headers['user-agent'] };
  await story.record('signIn', { headers: browser, json: { email: ada.email, password } });
  const { sessions } = await story.record('listSessions', { headers });
  const other = sessions.find(({ current }: { current: boolean }) => !current);
  await story.record('endSession', { headers, params: { sessionId: other.id } });
  await story.record('signIn', { headers: browser, json: { email: ada.email, password } });
  await story.record('endSessions', { headers });
  story.service.clock.forward(hour);
  await story.record('requestEmailChange', { headers, json: { email: newEmail, password } });
  await story.record('confirmEmailChange', { headers: browser, json: { token: story.mailbox.tokenFor(newEmail) } });
}

/** Ada rotates a key of her agent and deletes an agent that she no longer needs. */
export async function manageAgents(story: Story, { ada, atlas }: Cast): Promise<void> {
  const { headers } = ada;
  const params = { agentId: atlas.id };
  await story.record('updateAgent', { headers, params, json: { description: 'Forecasts rain and wind in Europe.' } });
  const { key } = await story.record('createKey', { headers, params, json: {} });
  await story.record('listKeys', { headers, params });
  await story.record('revokeKey', { headers, params: { ...params, keyId: key.id } });
  const spare = await story.register(ada, { name: 'Atlas 6', description: 'The previous version of Atlas.' });
  await story.record('listAgents', { headers });
  await story.record('deleteAgent', { headers, params: { agentId: spare.id } });
}

/** Ada signs in after all events have ended, because her session has expired. */
export async function returnInMay(story: Story, cast: Cast): Promise<Cast> {
  const { clock, store } = story.service;
  const now = Date.parse('2026-05-02T08:00:00.000Z');
  clock.forward(now - clock.now());
  // The hourly jobs that add partitions follow real time.
  await store.transact(async tx => {
    await requestStore.maintainPartitions(tx, now, now - retentionMs);
    await playerMessageStore.maintainPartitions(tx, now, now - retentionMs);
  });
  const headers = { 'user-agent': cast.ada.headers['user-agent'] };
  const reply = await story.send('signIn', { headers, json: { email: newEmail, password } });
  return { ...cast, ada: story.memberOf(reply) };
}

/** Ivo forgets his password, then leaves. */
export async function leaveArena(story: Story): Promise<void> {
  const ivo = await story.join('Ivo Brandt');
  story.service.clock.forward(hour);
  await story.record('requestPasswordReset', { json: { email: ivo.email } });
  const newPassword = 'a longer battery than before';
  const json = { token: story.mailbox.tokenFor(ivo.email), newPassword };
  await story.record('confirmPasswordReset', { json });
  await story.operate('issueResetLink', { params: { id: ivo.handle } });
  const signedIn = await story.send('signIn', { json: { email: ivo.email, password: newPassword } });
  const { headers } = story.memberOf(signedIn);
  await story.record('deleteMe', { headers, json: { password: newPassword } });
}
