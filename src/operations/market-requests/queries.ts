import { isoTime } from '../../domain/iso-time.js';
import { outcomesOf } from '../../domain/market-requests/draft.js';
import { type LaunchKit, launchKitOf } from '../../domain/market-requests/launch-kit.js';
import { type MakerKit, makerKitOf } from '../../domain/market-requests/maker-kit.js';
import type { RequestStatus } from '../../domain/market-requests/request.js';
import type {
  MarketRequest,
  RequestPlace,
  RequestRanking,
  RequestSort,
} from '../../store/market-requests/interface.js';
import type { OperationContext } from '../operation-context.js';
import { findSimilarEvents } from './find-similar.js';

type ReadContext = Pick<OperationContext, 'store' | 'clock'>;

interface RequestPage {
  readonly status: RequestStatus | 'all';
  readonly sort: Exclude<RequestSort, 'rank'>;
  readonly words: readonly string[];
  readonly after: RequestPlace | null;
  readonly version: string | null;
  readonly limit: number;
}

export function findRequest({ store, clock }: ReadContext, id: string): Promise<MarketRequest | null> {
  return store.read(reads => reads.marketRequests.find(id, clock()));
}

export function listRequests({ store, clock }: ReadContext, page: RequestPage): Promise<RequestRanking> {
  return store.read(reads => reads.marketRequests.list({ ...page, current: false, now: clock() }));
}

const maxOwnRequests = 200;
const maxOwnVotes = 1_000;

/** The newest requests of a person, and the ids of the open requests that the person voted for. */
export function listOwnRequests(
  { store, clock }: ReadContext,
  personId: string,
): Promise<{ readonly requests: readonly MarketRequest[]; readonly votedFor: readonly string[] }> {
  return store.read(async ({ marketRequests }) => ({
    requests: await marketRequests.ofPerson(personId, clock(), maxOwnRequests),
    votedFor: await marketRequests.openVotesOf(personId, maxOwnVotes),
  }));
}

/** Open requests without an end or with one in the future, best rank score first. */
export function listRanked(
  { store, clock }: ReadContext,
  place: Pick<RequestPage, 'after' | 'version' | 'limit'>,
): Promise<RequestRanking> {
  const page = { status: 'open', sort: 'rank', words: [], current: true } as const;
  return store.read(reads => reads.marketRequests.list({ ...page, ...place, now: clock() }));
}

/** The opening prices and initial quotes for a request's market. Search is needed only without a suggested price. */
export async function findMakerKit(context: ReadContext, request: MarketRequest): Promise<MakerKit> {
  const isSuggested = request.suggestedYes !== null && outcomesOf(request).length === 2;
  const events = isSuggested ? [] : await findSimilarEvents(context, request.question);
  return makerKitOf(request, request.votes, events);
}

export function launchKitFor(
  { settings }: { readonly settings: { readonly publicUrl: string } },
  request: MarketRequest,
  { priorBps }: MakerKit,
): LaunchKit {
  const { id: requestId, question, eventSlug, endsAt, sourceName } = request;
  return launchKitOf({
    question,
    outcomes: outcomesOf(request),
    priorBps,
    endsAt: endsAt === null ? null : isoTime(endsAt),
    sourceName,
    requestId,
    eventSlug,
    publicUrl: settings.publicUrl,
  });
}
