import { policyRules } from '../../domain/markets/policy-rules.js';

/** One frozen object, so that its response is serialized once. */
const policy = Object.freeze({
  summary:
    'Markets ask about the world, not about victims, private lives or whoever asks. These rules are applied to every event that is created here; what they can not see, operators look at.',
  matching:
    'Texts are put into lower case, characters that are not seen are left out, every other sign becomes a space, and a term is met where its words follow each other.',
  rules: policyRules,
});

export function getMarketPolicy() {
  return policy;
}
