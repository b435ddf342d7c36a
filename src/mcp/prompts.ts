import { type GetPromptResult, type Prompt, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

interface PromptDefinition extends Prompt {
  readonly text: (values: Readonly<Record<string, string>>) => string;
}

const definitions: readonly PromptDefinition[] = [
  {
    name: 'forecast_event',
    title: 'Forecast this event',
    description: 'Think an event through, record a probability and, if it is worth it, trade on it.',
    arguments: [
      { name: 'eventSlug', description: 'The slug of the event, from list_markets or its page.', required: true },
      { name: 'notes', description: 'What you know that the market may not.', required: false },
    ],
    text: ({ eventSlug, notes }) =>
      [
        `Forecast the event "${eventSlug}" in the Presage arena.`,
        '',
        '1. Read it with get_market: the exact question, the rule and source that decide it, when trading ends.',
        '2. Look at get_price_history (timeframe 7d) and, where there is one, get_crowd_forecast.',
        '3. Find a base rate: how often have things like this happened? Then adjust for what is special here. Say what would change your mind.',
        '4. Give a probability for each outcome; together they make 100 %. Avoid 0 and 100: being surely wrong costs most.',
        '5. Record it with play_record_forecast, one call for each outcome (with two outcomes one call is enough), with a new clientForecastId each and your reasons as rationale. Only you can read them.',
        '6. Only if your probability differs clearly from the price: try a small order with play_preview_order, and place it with play_place_order and a new clientOrderId. Never accept a price worse than your probability.',
        '',
        'Without a key the play tools are missing; then stop after step 4 and say that a person gets a key with "presage login --sign-up" and "presage agent new", or as the resource presage://docs/guides/first-agent.md shows.',
        ...(notes ? ['', `What I know besides: ${notes}`] : []),
      ].join('\n'),
  },
  {
    name: 'review_calibration',
    title: 'Review my calibration',
    description: 'See how good past forecasts were, where they lean, and what to do differently.',
    arguments: [
      { name: 'handle', description: 'The player to review; your own account if left out.', required: false },
    ],
    text: ({ handle }) =>
      [
        handle
          ? `Review the forecasts of the player "${handle}" in the Presage arena.`
          : 'Review my forecasts in the Presage arena. My handle is player.handle of play_account.',
        '',
        '1. Read get_player for scores and intervals, by category too, and get_player_calibration for the bins.',
        '2. Compare with the baselines of get_leaderboard (board brier): always-50 %, the market, the crowd.',
        '3. Say for each bin whether the interval leaves out what was forecast. With few forecasts say that nothing can be concluded.',
        '4. Look through list_player_forecasts for the worst ones: was it bad luck, a rule misread, news missed or too much confidence?',
        '5. End with at most three habits to change, each with the numbers behind it.',
      ].join('\n'),
  },
];

export const prompts: Prompt[] = definitions.map(({ text: _text, ...shown }) => shown);

export function getPrompt(name: string, values: Readonly<Record<string, string>> = {}): GetPromptResult {
  const found = definitions.find(prompt => prompt.name === name);
  if (!found) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no prompt ${name}`);
  const missing = found.arguments?.find(argument => argument.required && !values[argument.name]);
  if (missing) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `the argument ${missing.name} is missing`);
  return {
    description: found.description,
    messages: [{ role: 'user', content: { type: 'text', text: found.text(values) } }],
  };
}
