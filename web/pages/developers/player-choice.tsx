import { useQuery } from '@tanstack/react-query';
import { agentsQuery } from '../../api/own-queries';
import { Select } from '../../components/field';

/** The person's agents as options of a select. */
export function useAgentOptions(): readonly { readonly value: string; readonly label: string }[] | null {
  const { data } = useQuery(agentsQuery);
  if (!data) return null;
  return data.filter(({ retiredAt }) => retiredAt === null).map(({ id, name }) => ({ value: id, label: name }));
}

interface PlayerChoiceProps {
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onPick: (id: string) => void;
}

export function PlayerChoice({ value, options, onPick }: PlayerChoiceProps) {
  return <Select label="Player" value={value} options={options} onPick={onPick} className="min-w-56 self-start" />;
}
