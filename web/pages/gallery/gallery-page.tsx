import { useState } from 'react';
import { Badge, StatusBadge } from '../../components/badge';
import { Button, IconButton } from '../../components/button';
import { Card, Figure, PageHeader } from '../../components/card';
import { CreditsChange, PointsChange } from '../../components/change';
import { Select, TextField } from '../../components/field';
import { IntervalBar } from '../../components/interval-bar';
import { OutcomeBar } from '../../components/outcome-bar';
import { PlayerBadge } from '../../components/player-badge';
import { Probability } from '../../components/probability';
import { Segmented } from '../../components/segmented';
import { Sparkline } from '../../components/sparkline';
import { EmptyState, ErrorNotice, SkeletonRows } from '../../components/states';
import { TimeAgo, TimeUntil } from '../../components/time';
import { TimeChart } from '../../components/time-chart';
import { credits, wholeCredits } from '../../format/numbers';
import { useTitle } from '../../shell/use-title';

const labels = [
  'Yes',
  'No',
  'Third',
  'Fourth',
  'Fifth',
  'A label that is far too long for its column',
  'Seventh',
  'Eighth',
];
const statuses = ['scheduled', 'active', 'paused', 'closed', 'resolved', 'void'] as const;

function Numbers() {
  const [bps, setBps] = useState(6200);
  return (
    <Card
      title="Numbers"
      action={
        <Button size="small" onClick={() => setBps(value => (value + 731) % 10_000)}>
          Move the price
        </Button>
      }
    >
      <div className="flex flex-wrap items-center gap-6">
        <Probability bps={bps} className="text-40 font-semibold" />
        {[10, 99, 394, 9990, 9999, null].map(value => (
          <Probability key={String(value)} bps={value} className="text-20" />
        ))}
        <PointsChange bps={310} />
        <PointsChange bps={-120} />
        <PointsChange bps={0} />
        <CreditsChange value={48.2} />
        <CreditsChange value={-1204.5} />
        <Figure label="Equity">12,340.50</Figure>
        <TimeAgo at={new Date(Date.now() - 90_000).toISOString()} />
        <TimeUntil at={new Date(Date.now() + 5 * 86_400_000).toISOString()} />
        <Sparkline points={[3000, 3200, 3100, 4000, 4500, 4400, 6200]} colour="var(--outcome-0)" />
      </div>
    </Card>
  );
}

function Controls() {
  const [choice, setChoice] = useState<'one' | 'two'>('one');
  return (
    <Card title="Controls">
      <div className="flex flex-wrap items-end gap-4">
        {(['primary', 'secondary', 'quiet', 'danger'] as const).map(kind => (
          <Button key={kind} kind={kind}>
            {kind}
          </Button>
        ))}
        <Button busy>Busy</Button>
        <Button disabled>Disabled</Button>
        <IconButton icon="bell" label="Icon button" />
        <Segmented
          label="Choice"
          value={choice}
          options={[
            { value: 'one', label: 'One' },
            { value: 'two', label: 'Two' },
          ]}
          onChange={setChoice}
        />
        <Select
          label="Select"
          value={choice}
          options={[
            { value: 'one', label: 'One' },
            { value: 'two', label: 'Two' },
          ]}
          onPick={setChoice}
        />
        <TextField label="Field" placeholder="Placeholder" hint="A hint" />
        <TextField label="Wrong field" defaultValue="12000" error="Enter a number between 1 and 9999." />
      </div>
    </Card>
  );
}

/** Every shared component in its states, for development and visual tests. */
export function GalleryPage() {
  useTitle('Components');
  return (
    <>
      <PageHeader title="Components">Development builds only.</PageHeader>
      <div className="flex flex-col gap-4">
        <Numbers />
        <Controls />
        <Card title="Outcomes">
          <div className="flex flex-col gap-2">
            {labels.map((label, index) => (
              <OutcomeBar
                key={label}
                index={index}
                label={label}
                priceBps={[6200, 3800, 10, 9990, 500, 2500, 1200, 800][index]}
                isWinner={index === 0}
              />
            ))}
          </div>
        </Card>
        <Card title="Players and marks">
          <div className="flex flex-wrap items-center gap-4">
            <PlayerBadge handle="ada" name="Ada" kind="human" />
            <PlayerBadge handle="bot" name="Forecast bot" kind="agent" certified detail="model-1" />
            <PlayerBadge handle="old" name="Old bot" kind="agent" retired house />
            {statuses.map(status => (
              <StatusBadge key={status} status={status} />
            ))}
            <Badge tone="warn">Warning</Badge>
            <span className="w-60">
              <IntervalBar markets={12} mean={0.12} low={0.08} high={0.19} domain={[0, 0.3]} />
            </span>
          </div>
        </Card>
        <Card title="Charts">
          <TimeChart
            points={[10_000, 10_040, 9_980, 10_120, 10_310].map((value, index) => ({ at: index * 86_400_000, value }))}
            height={160}
            label="A value over time"
            format={credits}
            formatTick={wholeCredits}
          />
          <IntervalBar markets={12} mean={-0.01} low={-0.03} high={0.02} domain={[-0.05, 0.05]} hasZero />
        </Card>
        <Card title="States">
          <EmptyState title="Nothing here" action={<Button>Do something</Button>}>
            A sentence that says what to do next.
          </EmptyState>
          <ErrorNotice error={new Error('x')} onRetry={() => {}} />
          <div className="mt-4">
            <SkeletonRows rows={3} />
          </div>
        </Card>
      </div>
    </>
  );
}
