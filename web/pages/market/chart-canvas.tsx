import {
  type AutoscaleInfo,
  createChart,
  createSeriesMarkers,
  type IChartApi,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  type LineData,
  LineSeries,
  LineStyle,
  LineType,
  type SeriesMarker,
  TickMarkType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import { computedColour } from '../../format/outcome-colour';
import { zoneNote } from '../../format/time';
import { type Point, percentTicks, seriesData, slotTimes, toWallClock } from './chart-axes';

export interface ChartLine {
  readonly index: number;
  readonly isChosen: boolean;
  readonly points: readonly Point[];
}

export interface ChartMark {
  readonly at: number;
  readonly kind: 'buy' | 'sell' | 'forecast';
}

interface ChartCanvasProps {
  readonly lines: readonly ChartLine[];
  readonly forecast: readonly Point[];
  readonly marks: readonly ChartMark[];
  readonly label: string;
  readonly height: number;
}

/** The minimum height of the scale, so that a nearly constant price does not repeat one axis label. */
const minSpan = 10;

/** Widens the scale of a nearly flat line, within 0 and 100 %. */
function atLeastSpan(original: () => AutoscaleInfo | null): AutoscaleInfo | null {
  const found = original();
  if (!found?.priceRange) return found;
  const { minValue, maxValue } = found.priceRange;
  const missing = minSpan - (maxValue - minValue);
  if (missing <= 0) return found;
  const low = Math.min(Math.max(0, minValue - missing / 2), 100 - minSpan);
  return { ...found, priceRange: { minValue: low, maxValue: low + minSpan } };
}

function shownMark({ at, kind }: ChartMark): SeriesMarker<Time> {
  const time = Math.floor(at / 1000) as UTCTimestamp;
  if (kind === 'forecast') return { time, position: 'inBar', shape: 'square', color: computedColour('ink'), size: 0.6 };
  const isBuy = kind === 'buy';
  return {
    time,
    position: isBuy ? 'belowBar' : 'aboveBar',
    shape: isBuy ? 'arrowUp' : 'arrowDown',
    color: computedColour('accent-text'),
    size: 1,
  };
}

/** The label of the crosshair and of the last price. */
function percentText(value: number): string {
  if (value < -0.05 || value > 100.05) return '';
  return `${Math.abs(value).toFixed(value % 1 !== 0 && (value < 10 || value > 90) ? 1 : 0)}%`;
}

const timeAxisHeight = 26;
/** Height of the line that names the time zone. */
const noteHeight = 16;

function openChart(element: HTMLElement, height: number, tagPrices: () => readonly number[]): IChartApi {
  return createChart(element, {
    height,
    autoSize: true,
    layout: {
      background: { color: 'transparent' },
      textColor: computedColour('quiet'),
      fontFamily: 'Inter, sans-serif',
      fontSize: 12,
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: computedColour('line') } },
    rightPriceScale: { borderVisible: false, entireTextOnly: true, scaleMargins: { top: 0.08, bottom: 0.08 } },
    timeScale: {
      borderVisible: false,
      timeVisible: true,
      secondsVisible: false,
      fixLeftEdge: true,
      fixRightEdge: true,
    },
    localization: {
      priceFormatter: percentText,
      tickmarksPriceFormatter: (values: readonly number[]) =>
        percentTicks(values, { prices: tagPrices(), height: height - timeAxisHeight }),
    },
    crosshair: {
      vertLine: { color: computedColour('line-strong'), labelBackgroundColor: computedColour('accent') },
      horzLine: { color: computedColour('line-strong'), labelBackgroundColor: computedColour('accent') },
    },
    handleScroll: { vertTouchDrag: false },
  });
}

type Slots = ReturnType<typeof slotTimes>;

interface Drawn {
  readonly chart: IChartApi;
  readonly series: Map<number, ISeriesApi<'Line'>>;
  own: ISeriesApi<'Line'> | null;
  marks: ISeriesMarkersPluginApi<Time> | null;
  marked: ISeriesApi<'Line'> | null;
}

function drawLines({ chart, series }: Drawn, lines: readonly ChartLine[], slots: Slots): void {
  const wanted = new Set(lines.map(({ index }) => index));
  for (const [index, old] of series) {
    if (wanted.has(index)) continue;
    chart.removeSeries(old);
    series.delete(index);
  }
  for (const { index, isChosen, points } of lines) {
    const line =
      series.get(index) ??
      chart.addSeries(LineSeries, {
        lineType: LineType.WithSteps,
        priceLineVisible: false,
        autoscaleInfoProvider: atLeastSpan,
      });
    series.set(index, line);
    const colour = computedColour(`outcome-${index % 8}`);
    line.applyOptions({ color: colour, lineWidth: isChosen ? 2 : 1, lastValueVisible: true, crosshairMarkerRadius: 4 });
    line.setData(seriesData(points, slots) as LineData<UTCTimestamp>[]);
  }
}

function drawOwn(
  drawn: Drawn,
  lines: readonly ChartLine[],
  forecast: readonly Point[],
  marks: readonly ChartMark[],
  slots: Slots,
): void {
  const { chart, series } = drawn;
  if (forecast.length > 0) {
    drawn.own ??= chart.addSeries(LineSeries, {
      color: computedColour('quiet'),
      lineWidth: 2,
      lineStyle: LineStyle.Dashed,
      lineType: LineType.WithSteps,
      priceLineVisible: false,
      lastValueVisible: false,
    });
    drawn.own.setData(seriesData(forecast, slots) as LineData<UTCTimestamp>[]);
  } else if (drawn.own) {
    chart.removeSeries(drawn.own);
    drawn.own = null;
  }
  const chosen = series.get(lines.find(({ isChosen }) => isChosen)?.index ?? -1) ?? null;
  if (chosen !== drawn.marked) {
    drawn.marks = null;
    drawn.marked = chosen;
  }
  const shown = [...marks].sort((a, b) => a.at - b.at).map(shownMark);
  if (drawn.marks) drawn.marks.setMarkers(shown);
  else if (chosen && shown.length > 0) drawn.marks = createSeriesMarkers(chosen, shown);
}

/** Below this span, ticks can be seconds apart. */
const secondTicksMs = 600_000;

/** Above this span, labels are dates. */
const dateTicksMs = 3 * 86_400_000;

/** Hides the types of labels that are too fine; null selects the default format. */
const withoutTypes =
  (...hidden: readonly TickMarkType[]) =>
  (_time: Time, type: TickMarkType): string | null =>
    hidden.includes(type) ? '' : null;
const withoutSeconds = withoutTypes(TickMarkType.TimeWithSeconds);
const withoutTimes = withoutTypes(TickMarkType.TimeWithSeconds, TickMarkType.Time);

function timeLabels(lines: readonly ChartLine[]) {
  const times = lines.flatMap(({ points }) => [points[0]?.at, points.at(-1)?.at]).filter(at => at !== undefined);
  const span = Math.max(...times) - Math.min(...times);
  return {
    secondsVisible: span < secondTicksMs,
    tickMarkFormatter: span > dateTicksMs ? withoutTimes : withoutSeconds,
  };
}

const onWallClock = <T extends { readonly at: number }>(items: readonly T[]): T[] =>
  items.map(item => ({ ...item, at: toWallClock(item.at) }));

/**
 * Draws the lines without animating new data. The caller remounts it when the theme changes, because a canvas keeps its
 * colours.
 */
export function ChartCanvas({ label, height, ...props }: ChartCanvasProps) {
  const element = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawn | null>(null);
  const fitted = useRef('');
  const lastPrices = useRef<readonly number[]>([]);
  const canvasHeight = height - noteHeight;
  useEffect(() => {
    const chart = openChart(element.current!, canvasHeight, () => lastPrices.current);
    drawn.current = { chart, series: new Map(), own: null, marks: null, marked: null };
    fitted.current = '';
    return () => {
      drawn.current = null;
      chart.remove();
    };
  }, [canvasHeight]);
  useEffect(() => {
    if (!drawn.current) return;
    const lines = props.lines.map(line => ({ ...line, points: onWallClock(line.points) }));
    const [forecast, marks] = [onWallClock(props.forecast), onWallClock(props.marks)];
    lastPrices.current = lines.flatMap(({ points }) => points.at(-1)?.percent ?? []);
    const slots = slotTimes([...lines.flatMap(({ points }) => points), ...forecast]);
    drawLines(drawn.current, lines, slots);
    drawOwn(drawn.current, lines, forecast, marks, slots);
    // A new range, outcome or forecast resets the view; a live price does not, so that the zoom level stays. A sparse chart
    // grows. Forecasts add times to a dense one, which would move its first days out of view.
    const shape = `${slots?.length} ${forecast.length} ${lines.map(({ index, points }) => `${index}:${points[0]?.at}`).join()}`;
    if (shape === fitted.current) return;
    fitted.current = shape;
    drawn.current.chart.timeScale().applyOptions(timeLabels(lines));
    drawn.current.chart.timeScale().fitContent();
  });
  return (
    <div style={{ height }}>
      <div ref={element} role="img" aria-label={label} style={{ height: canvasHeight }} />
      <p className="text-12 leading-4 text-quiet">{zoneNote()}</p>
    </div>
  );
}
