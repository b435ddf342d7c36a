import { type Checked, wrong } from '../checked.js';
import { readLink } from '../links.js';

/** Names that resolve inside one machine or one network. */
const privateSuffix = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|private|arpa|invalid|test|onion)\.?$/;

/**
 * Parses a URL that may be published as a link, by its form alone; nothing is resolved or fetched. Requires http or
 * https and a host name; rejects IP addresses in any notation, credentials and names of private networks.
 */
export function readPublicLink(text: string): Checked<string> {
  const link = readLink(text);
  if (!link.ok) return link;
  const host = link.value
    .replace(/^https?:\/\//, '')
    .split(/[/?#]/)[0]
    .replace(/:\d+$/, '');
  const labels = host.replace(/\.$/, '').split('.');
  const last = labels[labels.length - 1];
  // Browsers parse hosts such as 2130706433 and 0x7f.1 as IPv4 addresses.
  if (host.startsWith('[') || /^(?:\d+|0x[0-9a-f]*)$/.test(last)) return wrong('must name a host, not an IP address');
  if (privateSuffix.test(host)) return wrong(`must name a public host (got ${host})`);
  if (labels.length < 2 || [...last].length < 2) return wrong(`must name a host with a domain (got ${host})`);
  return link;
}

/** Checks the URL of a source: a public https link. */
export function readSourceUrl(text: string): Checked<string> {
  const link = readPublicLink(text);
  return link.ok && !link.value.startsWith('https://') ? wrong('must start with https://') : link;
}
