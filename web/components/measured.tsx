import { type ReactNode, useEffect, useRef, useState } from 'react';

/**
 * Passes its width to a drawing, so that text keeps its size on every screen. The height is reserved to avoid a layout
 * shift.
 */
export function Measured({ height, children }: { height: number; children: (width: number) => ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, []);
  return (
    // Clipped, because a drawing keeps its old width for a moment after the screen became narrower.
    <div ref={element} className="overflow-x-clip" style={{ height }}>
      {width > 0 && children(width)}
    </div>
  );
}
