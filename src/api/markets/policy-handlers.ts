import { policyRules } from '../../domain/markets/policy-rules.js';

/** The same for everybody and as long as the service runs, so its bytes are made once. */
const policy = Object.freeze({
  summary:
    'Markets ask about the world, not about victims, private lives or whoever asks. These rules are applied to every event that is created here; what they can not see, operators look at.',
  matching:
    'Texts are put into lower case, characters that are not seen are left out, every other sign becomes a space, and a term is met where its words follow each other.',
  rules: policyRules,
});

export function getPolicy() {
  return policy;
}
