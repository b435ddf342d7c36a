import type { BudgetName } from '../http/limits.js';

export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<
    Record<string, { readonly ok: boolean; readonly detail?: string; readonly milliseconds?: number }>
  >;
}

/** A page of the documentation that comes with the service. */
export interface ProjectDocument {
  /** The path in the project, such as docs/scoring.md. */
  readonly path: string;
  readonly title: string;
  /** Its first paragraph. */
  readonly summary: string;
  /** Path of its page; null if the documentation is not served. */
  readonly page: string | null;
  /** Markdown. */
  readonly text: string;
}

/** One line per operation, for choosing between operations. */
export interface OperationSummary {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly aliases: readonly string[];
  readonly area: string;
  readonly summary: string;
  readonly auth: string;
  readonly scope: string | null;
  readonly effect: 'read' | 'write';
  readonly budget: BudgetName | 'none';
  readonly idempotency: string | null;
  readonly tool: string | null;
}

/** A tool as shown on pages, without its schemas. */
interface ToolSummary {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly access: 'public' | 'agentKey';
  readonly annotations: { readonly readOnlyHint: boolean };
}

/** The documents that describe the service: contracts, tools and the operation map. */
export interface ContractDocuments {
  openapi(): object;
  versionedOpenapi(): object;
  schemas(): object;
  versionedAsyncapi(): object;
  tools(): readonly ToolSummary[];
  operations(): readonly OperationSummary[];
}

/** What the service says about itself. */
export interface DescriptionServices {
  readonly service: {
    readonly contract: ContractDocuments;
    /** Guides and explanations for people and models. */
    readonly documents: readonly ProjectDocument[];
    readonly readiness: () => Promise<Readiness>;
    readonly metrics: () => Promise<string>;
  };
}
