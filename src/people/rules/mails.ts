import { type Checked, fine, lengthOf, wrong } from '../../kernel/invariant.js';

export const maxEmailLength = 254;
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?';
const shape = new RegExp(`^[^\\s@\\p{C}]{1,64}@${label}(?:\\.${label})+$`, 'u');

/**
 * Normalizes an email address. Case is folded, because no provider in use distinguishes mailboxes by it; dots and tags
 * stay, because some do.
 */
export function readEmail(text: string): Checked<string> {
  const email = text.normalize('NFKC').trim().toLowerCase();
  if (lengthOf(email) > maxEmailLength) return wrong(`must have at most ${maxEmailLength} characters`);
  if (!shape.test(email)) return wrong('must be an email address such as ada@example.org');
  return fine(email);
}

// The emails that the arena sends. Tokens are in the URL fragment, which browsers send to no server.

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The URL of the page that accepts one-time tokens. */
export const confirmPath = '/account/confirm';

export function confirmLink(publicUrl: string, kind: string, token: string): string {
  return `${publicUrl}${confirmPath}#${kind}=${token}`;
}

function body(publicUrl: string, ...paragraphs: string[]): string {
  return `${[...paragraphs, `Presage at ${publicUrl}`].join('\n\n')}\n`;
}

const notYou = 'If this was not you, ignore this email: nothing changes without the link.';

export function signUpMail(to: string, publicUrl: string, token: string): Mail {
  const link = confirmLink(publicUrl, 'sign-up', token);
  const text = body(
    publicUrl,
    'You signed up with this address. To confirm it, open this link within 24 hours and enter the password you chose:',
    link,
    `On the command line: presage login --email ${to} --confirm ${token}`,
    notYou,
  );
  return { to, subject: 'Confirm your Presage account', text };
}

/** To the holder of an account whose address was used to sign up or to change an email. */
export function accountExistsMail(to: string, publicUrl: string): Mail {
  const text = body(
    publicUrl,
    'This address was entered for a new account or as a new email, but it already has an account. Sign in with it, or reset its password.',
    'If this was not you, ignore this email: nothing has changed.',
  );
  return { to, subject: 'You already have a Presage account', text };
}

export function formerAccountMail(to: string, publicUrl: string): Mail {
  const text = body(
    publicUrl,
    'This address was entered for a new account, but it belonged to a deleted account that had played, and can’t be used again.',
    'If this was not you, ignore this email.',
  );
  return { to, subject: 'This address can’t be used again', text };
}

export function resetMail(to: string, publicUrl: string, token: string): Mail {
  const link = confirmLink(publicUrl, 'password-reset', token);
  const text = body(
    publicUrl,
    'To choose a new password, open this link within one hour. It works once and ends all sessions:',
    link,
    notYou,
  );
  return { to, subject: 'Reset your Presage password', text };
}

export function noAccountMail(to: string, publicUrl: string): Mail {
  const text = body(
    publicUrl,
    'A password reset was requested for this address, but it has no account here.',
    'If this was not you, ignore this email.',
  );
  return { to, subject: 'No Presage account with this address', text };
}

export function emailChangeMail(to: string, publicUrl: string, token: string): Mail {
  const link = confirmLink(publicUrl, 'email-change', token);
  const text = body(publicUrl, 'To use this address for your account, open this link within 24 hours:', link, notYou);
  return { to, subject: 'Confirm your new email address', text };
}

export function emailChangedMail(to: string, publicUrl: string): Mail {
  const text = body(
    publicUrl,
    'The email of your account was changed, and this address no longer belongs to it. If this was not you, contact the operator of the arena immediately.',
  );
  return { to, subject: 'Your Presage email was changed', text };
}
