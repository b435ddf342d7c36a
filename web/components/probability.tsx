import { useEffect, useRef, useState } from 'react';
import { percentOfBps } from '../format/numbers';

const tweenMs = 150;

function reducesMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Tweens from the old value to the new one within 150 ms. */
function useTween(target: number): number {
  const [shown, setShown] = useState(target);
  const current = useRef(target);
  useEffect(() => {
    const from = current.current;
    if (from === target) return;
    if (reducesMotion() || document.hidden) {
      current.current = target;
      setShown(target);
      return;
    }
    const start = performance.now();
    let frame = 0;
    const step = (now: number) => {
      const part = Math.min(1, (now - start) / tweenMs);
      current.current = from + (target - from) * part;
      setShown(current.current);
      if (part < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [target]);
  return shown;
}

/** A probability that tweens to its new value and flashes once when it changes. */
export function Probability({ bps, className = '' }: { bps: number | null; className?: string }) {
  const shown = useTween(bps ?? 0);
  const before = useRef(bps);
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    if (before.current !== null && before.current !== bps) setChanges(count => count + 1);
    before.current = bps;
  }, [bps]);
  return (
    <span key={changes} className={`numeric rounded-small ${changes > 0 ? 'animate-flash' : ''} ${className}`}>
      {percentOfBps(bps === null ? null : Math.round(shown))}
    </span>
  );
}
