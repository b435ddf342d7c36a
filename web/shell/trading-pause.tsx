import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { serviceStatusQuery } from '../api/service-queries';
import { Icon } from '../components/icon';
import { showNotice } from './toasts';

interface TradingPause {
  readonly reason: string | null;
}

/** The pause as the arena sent it with the page, so that the first paint has room for it. */
function servedPause(): TradingPause | null {
  const served = document.getElementById('root')?.dataset.tradingPause;
  return served === undefined ? null : (JSON.parse(served) as TradingPause);
}

/** The pause of trading in the whole arena; null while there is none, or while that is unknown. */
export function useTradingPause(): TradingPause | null {
  const { data } = useQuery(serviceStatusQuery);
  if (!data) return servedPause();
  return data.tradingPaused ? { reason: data.tradingPauseReason } : null;
}

const headline = 'Trading is paused in the whole arena.';
const advice = 'Forecasts and cancels still work.';

/** Announces a pause that starts on an open page in a notice above the page, because a banner would shift the content. */
function usePauseNotice(pause: TradingPause | null, isPlaced: boolean): void {
  const isNew = pause !== null && !isPlaced;
  const reason = pause?.reason ?? null;
  useEffect(() => {
    if (isNew) return showNotice(headline, reason === null ? advice : `${reason}\n${advice}`);
  }, [isNew, reason]);
}

/**
 * A pause that is known when the page opens, at the top of the page. Its place keeps its size after the pause has ended,
 * so that nothing shifts until the next navigation.
 */
export function TradingPauseBanner({ className = '' }: { className?: string }) {
  const pause = useTradingPause();
  const [placed] = useState(pause);
  usePauseNotice(pause, placed !== null);
  if (placed === null) return null;
  const { reason } = pause ?? placed;
  return (
    <div role="status" className={`grid grid-cols-[minmax(0,1fr)] ${className}`}>
      <div
        className={`flex gap-3 rounded-card bg-warn-soft p-4 text-warn [grid-area:1/1] ${pause ? '' : 'invisible'}`}
        aria-hidden={pause === null}
      >
        <Icon name="warning" className="mt-0.5" />
        <div className="min-w-0">
          <p className="font-semibold">{headline}</p>
          {reason && <p className="prose-line break-words whitespace-pre-line">{reason}</p>}
          <p>{advice}</p>
        </div>
      </div>
      {pause === null && (
        <p className="card flex items-center gap-3 p-4 [grid-area:1/1]">
          <Icon name="check" className="text-gain" />
          Trading has resumed.
        </p>
      )}
    </div>
  );
}
