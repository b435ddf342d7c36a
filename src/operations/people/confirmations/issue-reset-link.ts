import { operatorOf } from '../../../domain/markets/operator-conflict.js';
import { confirmLink } from '../../../domain/people/mails.js';
import type { Person } from '../../../domain/people/players.js';
import { type Refusal, refuse } from '../../../domain/refusal.js';
import type { OperationContext } from '../../operation-context.js';
import { newToken, tokenLifeMs } from './one-time-token.js';

interface LinkContext extends OperationContext {
  readonly settings: { readonly publicUrl: string };
}

interface ResetLink {
  readonly person: Person;
  readonly url: string;
  readonly expiresAt: number;
}

/**
 * Issues a one-time password reset link, for a person known to the operator. The link gives access to the account,
 * so operators by role can't issue one for each other: only the operator token can.
 */
export function issueResetLink(context: LinkContext, reference: string, actor: string): Promise<ResetLink | Refusal> {
  const { store, settings } = context;
  const token = newToken(context);
  return store.transact(async writes => {
    const found = await writes.people.findByReference(reference);
    if (!found?.email) return refuse('NOT_FOUND', `Person ${reference} not found.`, { field: 'id' });
    if (found.role === 'operator' && operatorOf(actor) !== null) {
      const message = 'Only the operator token can issue a reset link for a person with the role operator.';
      return refuse('FORBIDDEN', message, { field: 'id' });
    }
    const at = await writes.operators.now();
    const { playerId: personId, email } = found;
    const expiresAt = context.clock() + tokenLifeMs.operatorReset;
    await writes.confirmations.add(token, { kind: 'password-reset', personId, email, details: {}, expiresAt });
    await writes.operators.record({ at, actor, action: 'person.reset-link', subject: personId, details: {} });
    return { person: found, url: confirmLink(settings.publicUrl, 'password-reset', token), expiresAt };
  });
}
