import type { Name } from '../../domain/people/names.js';
import { readPassword } from '../../domain/people/password.js';
import type { Person } from '../../domain/people/players.js';
import { confirmPassword, type PasswordContext } from './check-password.js';

interface UpdatePersonCommand {
  readonly playerId: string;
  /** Stays signed in when a new password ends all other sessions. */
  readonly sessionId: string;
  /** Null leaves the name unchanged. */
  readonly displayName: Name | null;
  /** Null leaves the setting unchanged. */
  readonly showOwner: boolean | null;
  /** Null leaves the password unchanged. */
  readonly password: PasswordChange | null;
}

interface PasswordChange {
  readonly current: string;
  readonly next: string;
  /** The client address of the request. */
  readonly address: string;
}

interface HashedChange {
  /** The hash that the current password matched. */
  readonly checkedHash: string;
  readonly newHash: string;
}

type Failure =
  | { readonly kind: 'account-gone' | 'wrong-password' }
  /** The problem completes a sentence that starts with the name of the field. */
  | { readonly kind: 'unsuitable-password'; readonly problem: string };

/** Checks the current password and hashes the new one, which must not contain the name or the email. */
async function preparePasswordChange(
  context: PasswordContext,
  playerId: string,
  { current, next, address }: PasswordChange,
  newName: Name | null,
): Promise<HashedChange | Failure> {
  const record = await confirmPassword(context, playerId, current, address);
  if (typeof record === 'string') return { kind: record };
  const person = await context.store.read(reads => reads.people.find(playerId));
  const displayName = newName?.shown ?? person?.displayName ?? '';
  const password = readPassword(next, { email: record.email, displayName });
  if (!password.ok) return { kind: 'unsuitable-password', problem: password.problem };
  return { checkedHash: record.passwordHash, newHash: await context.people.passwords.hash(password.value) };
}

/** Changes the name, the password or the setting. A new password ends all other sessions. */
export async function updatePerson(
  context: PasswordContext,
  { playerId, sessionId, displayName, showOwner, password }: UpdatePersonCommand,
): Promise<{ readonly kind: 'updated'; readonly person: Person } | Failure> {
  const change = password && (await preparePasswordChange(context, playerId, password, displayName));
  if (change && 'kind' in change) return change;
  const person = await context.store.transact(async writes => {
    const current = await writes.people.lock(playerId);
    if (!current || (change && current.passwordHash !== change.checkedHash)) return null;
    if (displayName) await writes.people.rename(playerId, displayName.shown, displayName.folded);
    if (showOwner !== null) await writes.people.setShowOwner(playerId, showOwner);
    if (change) {
      await writes.people.changePassword(playerId, change.newHash);
      await writes.sessions.endOthers(playerId, sessionId);
    }
    return writes.people.find(playerId);
  });
  return person ? { kind: 'updated', person } : { kind: 'account-gone' };
}
