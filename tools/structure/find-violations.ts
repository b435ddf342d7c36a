import { cruise, type IForbiddenRuleType, type IReporterOutput } from 'dependency-cruiser';

interface Summary {
  readonly totalCruised: number;
  readonly violations: readonly {
    readonly rule: { readonly name: string };
    readonly from: string;
    readonly to: string;
  }[];
}

/** Runs dependency-cruiser over folders of `root`. Returns one line per violation, and how many files it read. */
export async function findViolations(root: string, folders: readonly string[], rules: readonly IForbiddenRuleType[]) {
  const result: IReporterOutput = await cruise(
    [...folders],
    {
      baseDir: root,
      ruleSet: { forbidden: [...rules] },
      validate: true,
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '(^|/)(node_modules|dist|dist-web[^/]*)/' },
    },
    {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    } as never,
  );
  const { summary } = result.output as unknown as { summary: Summary };
  const lines = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
  return { violations: [...new Set(lines)].sort(), files: summary.totalCruised };
}
