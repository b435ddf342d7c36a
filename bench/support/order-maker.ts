/** The generator shares the machine with the service, so it must be cheap. */
const below = (limit: number) => Math.floor(Math.random() * limit);

interface OrderSource {
  readonly host: string;
  readonly agents: readonly { readonly key: string }[];
  readonly markets: readonly { readonly slug: string }[];
  /** Most orders will be rejected for load, which does not use an agent's budget. */
  readonly overloading?: boolean;
}

/** Rotates agents, so that each stays within its 120 orders an hour. */
export function orderMaker({ host, agents, markets, overloading = false }: OrderSource): () => string {
  let count = 0;
  const run = Date.now().toString(36);
  return () => {
    const { key } = agents[count % agents.length];
    count += 1;
    if (!overloading && count > agents.length * 118) throw new Error('the agents have used up their orders');
    // One in ten rests in the book.
    const rests = below(10) === 0;
    const body = JSON.stringify({
      eventSlug: markets[below(markets.length)].slug,
      outcomeIndex: below(2),
      side: 'buy',
      amountCredits: 1 + below(400) / 100,
      limitPriceBps: rests ? 1000 + below(2000) : 9000,
      clientOrderId: `${run}-${count}`,
    });
    return [
      'POST /api/play/v1/orders HTTP/1.1',
      `host: ${host}`,
      `authorization: Bearer ${key}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
      '',
      body,
    ].join('\r\n');
  };
}
