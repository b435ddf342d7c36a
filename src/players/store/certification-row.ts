import { type Certification, type CertifiedClient, unnamedClient } from '../rules/certification-mark.js';

/** The mark of an agent from its columns; the first two are null together. */
export function certificationRow(
  at: Date | null,
  contractVersion: string | null,
  client: CertifiedClient | null,
): Certification | null {
  if (at === null || contractVersion === null) return null;
  return { at: at.getTime(), contractVersion, client: client ?? unnamedClient };
}
