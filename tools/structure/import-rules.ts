import type { IForbiddenRuleType } from 'dependency-cruiser';

/** The features of `src/features.ts` in reading order, read from its text so that a check loads no service. */
export function featureNames(featuresText: string): string[] {
  const names = [...featuresText.matchAll(/^\s*(?:\{ )?name: '([a-z-]+)'/gm)].map(([, name]) => name);
  if (names.length === 0) throw new Error('src/features.ts lists no feature');
  return names;
}

const tests = '\\.test\\.tsx?$';
/** Pure code: values in, values out. */
const pure = '^src/(kernel|engine)/|^src/[^/]+/rules(/|\\.ts$)';
/** Files at the root of src compose the features; no feature knows them. */
const composition = '^src/[^/]+\\.ts$';
/** What the whole program may need: the folder that it was started from. */
const programFacts = '^src/package-root\\.ts$';

function laterFeatures(names: readonly string[]): IForbiddenRuleType[] {
  return names.slice(0, -1).map((name, index) => ({
    name: `${name}-imports-earlier-features`,
    comment: `src/features.ts lists ${name} before the feature that it imports.`,
    severity: 'error',
    from: { path: `^src/${name}/`, pathNot: tests },
    to: { path: `^src/(${names.slice(index + 1).join('|')})/` },
  }));
}

/** Rules for dependency-cruiser. The ones between features follow from their order. */
export function importRules(names: readonly string[]): IForbiddenRuleType[] {
  return [
    ...laterFeatures(names),
    {
      name: 'features-are-listed',
      comment: 'Every folder of src is a line of src/features.ts.',
      severity: 'error',
      from: {},
      to: { path: '^src/[^/]+/', pathNot: `^src/(${names.join('|')})/` },
    },
    {
      name: 'features-know-no-composition',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: tests },
      to: { path: composition, pathNot: programFacts },
    },
    {
      name: 'rules-are-pure',
      comment: 'Rules import rules of the same and of earlier features; no packages and nothing of Node.',
      severity: 'error',
      from: { path: pure, pathNot: `${tests}|/testing/|^src/kernel/cache` },
      to: { pathNot: pure },
    },
    {
      name: 'no-cycle',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'the-product-imports-no-tests-or-tools',
      severity: 'error',
      from: { path: '^(src|client|cli|web|examples)/', pathNot: `${tests}|/testing/` },
      to: { path: '^(test|tools|bench)/' },
    },
    {
      name: 'the-service-stands-alone',
      severity: 'error',
      from: { path: '^src/', pathNot: tests },
      to: { path: '^(cli|web|client|examples)/', pathNot: '^client/generated/' },
    },
    {
      name: 'the-client-stands-alone',
      severity: 'error',
      from: { path: '^(client|examples|web)/', pathNot: tests },
      to: { path: '^(src|cli)/', pathNot: '^src/(kernel|engine)/|^src/[^/]+/rules(/|\\.ts$)' },
    },
    {
      name: 'imports-resolve',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ];
}
