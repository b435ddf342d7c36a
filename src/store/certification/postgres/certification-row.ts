import type { Certification } from '../../../domain/certification/certification.js';

/** The mark of an agent from its two columns, which are null together. */
export function certificationRow(at: Date | null, contractVersion: string | null): Certification | null {
  return at === null || contractVersion === null ? null : { at: at.getTime(), contractVersion };
}
