import { policyRules } from '../../domain/markets/policy-rules.js';

/** One frozen object, so that its response is serialized once. */
const policy = Object.freeze({
  summary:
    'Markets ask about the world, not about victims, private lives or their own creators. These rules apply to every event that is created here; operators review what the rules can’t detect.',
  matching:
    'Texts are converted to lower case, invisible characters are removed, and every other punctuation character becomes a space. A term matches where its words are adjacent.',
  rules: policyRules,
});

export function getMarketPolicy() {
  return policy;
}
