import { hash } from 'node:crypto';
import { CachedText } from '../http/response/reply-bytes.js';
import { defineRoute, Reply } from '../http/route.js';
import { confirmPath } from './rules/mails.js';

/** Reads the token from the URL fragment, which is sent to no server, and removes it from the address bar. */
const script = `
const forms = {
  'sign-up': ['Confirm your account', 'Enter the password that you chose.', 'password', '/api/people/sign-up/confirm'],
  'password-reset': ['Choose a new password', 'All sessions end.', 'newPassword', '/api/people/password-reset/confirm'],
  'email-change': ['Confirm your new email', '', null, '/api/people/email/confirm'],
};
const [kind, token] = location.hash.slice(1).split('=');
history.replaceState(null, '', location.pathname);
const [title, help, field, path] = forms[kind] ?? ['This link is not complete', 'Open it again from the email.', null, null];
const at = id => document.getElementById(id);
at('title').textContent = title;
at('help').textContent = help;
at('field').hidden = field === null;
at('form').hidden = path === null;
at('form').addEventListener('submit', async event => {
  event.preventDefault();
  const body = { token, ...(field === null ? {} : { [field]: at('password').value }) };
  const reply = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const { error } = await reply.json();
  at('form').hidden = reply.ok;
  at('help').textContent = reply.ok ? 'Done. You can close this page.' : error;
});
`;
const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:15vh auto;padding:0 20px}
input,button{font:inherit;padding:8px 12px;width:100%;box-sizing:border-box;margin-top:8px}`;

const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>Account · Presage</title><style>${style}</style></head><body><main>
<h1 id="title">Account</h1><p id="help" role="status">This page needs JavaScript.</p>
<form id="form" hidden><p id="field"><label>Password <input id="password" type="password" autocomplete="new-password"></label></p>
<button>Confirm</button></form></main><script>${script}</script></body></html>`;

const sha256 = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;
const headers = {
  'content-security-policy': `default-src 'none'; script-src ${sha256(script)}; style-src ${sha256(style)}; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
};
const text = new CachedText(html);

/** The target of links in emails and of links issued by operators. It is not part of the contract. */
export const confirmPage = defineRoute({
  id: 'confirmPage',
  method: 'GET',
  path: confirmPath,
  area: 'pages',
  summary: 'Account confirmation page',
  description: 'A page for people; not part of the contract.',
  auth: 'none',
  bucket: 'address',
  maxAgeSeconds: 300,
  responses: { 200: { description: 'The page.', contentType: 'text/html; charset=utf-8' } },
  handler: () => new Reply(200, text, headers),
});
