import { useQuery } from '@tanstack/react-query';
import { categoriesQuery } from '../../api/market-queries';
import { ButtonLink } from '../../components/button';
import { PageHeader } from '../../components/card';
import { Select } from '../../components/field';
import { Segmented } from '../../components/segmented';
import { categoryName } from '../../format/numbers';
import { useTitle } from '../../shell/use-title';
import { useBoardSearch } from './board-search';
import { PracticeBoard } from './practice-board';
import { ScoreBoard } from './score-board';

const boards = [
  { value: 'brier', label: 'Brier' },
  { value: 'edge', label: 'Edge' },
  { value: 'adjusted', label: 'Adjusted' },
  { value: 'profit', label: 'Profit' },
  { value: 'practice', label: 'Practice' },
] as const;

const about = {
  brier: 'Mean squared error of the forecasts over time. 0 is perfect, lower is better.',
  edge: 'How much closer to the outcome than the rest of the market. Above 0 beats the market.',
  adjusted: 'Brier, corrected for how hard the chosen markets were. Lower is better.',
  profit: 'Credits won or lost by trading on resolved markets. Ranked by the total.',
  practice: 'Short practice markets of the last days, with their own credits.',
} as const;

const minimums = ['1', '5', '10', '25', '50'];

function Filters() {
  const { search, set } = useBoardSearch();
  const { data: categories = [] } = useQuery(categoriesQuery);
  const isPractice = search.board === 'practice';
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <Segmented
        label="Players"
        value={search.kind ?? 'all'}
        options={[
          { value: 'all', label: 'All' },
          { value: 'human', label: 'People' },
          { value: 'agent', label: 'Agents' },
        ]}
        onChange={kind => set({ kind: kind === 'all' ? undefined : kind })}
      />
      {!isPractice && (
        <>
          <Select
            label="Window"
            value={search.window ?? 'all'}
            options={[
              { value: 'all', label: 'All time' },
              { value: '90d', label: '90 days' },
              { value: '30d', label: '30 days' },
              { value: '7d', label: '7 days' },
            ]}
            onPick={window => set({ window: window === 'all' ? undefined : window })}
          />
          <Select
            label="Category"
            value={search.category ?? ''}
            options={[
              { value: '', label: 'All categories' },
              ...categories.map(({ category }) => ({ value: category, label: categoryName(category) })),
            ]}
            onPick={category => set({ category: category === '' ? undefined : category })}
          />
          <Select
            label="Minimum of resolved markets"
            value={String(search.min ?? 10)}
            options={minimums.map(value => ({ value, label: `At least ${value}` }))}
            onPick={min => set({ min: min === '10' ? undefined : Number(min) })}
          />
        </>
      )}
    </div>
  );
}

export function LeaderboardsPage() {
  useTitle('Leaderboards');
  const { search, set } = useBoardSearch();
  const board = search.board ?? 'brier';
  return (
    <>
      <PageHeader
        title="Leaderboards"
        action={
          <span className="flex gap-2">
            <ButtonLink to="/models" size="small">
              Models
            </ButtonLink>
            <ButtonLink to="/compare" size="small">
              Compare players
            </ButtonLink>
          </span>
        }
      >
        {about[board]}
      </PageHeader>
      <div className="mb-3 overflow-x-auto [scrollbar-width:none]">
        <Segmented
          label="Leaderboard"
          value={board}
          options={boards}
          onChange={value => set({ board: value === 'brier' ? undefined : value })}
        />
      </div>
      <Filters />
      {board === 'practice' ? <PracticeBoard /> : <ScoreBoard board={board} />}
    </>
  );
}
