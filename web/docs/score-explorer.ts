import { brierOf, type ExampleEvent, scorePlayer } from './score-model';

const events: readonly ExampleEvent[] = [
  { title: 'The incumbent wins (an easy event)', market: 0.85, happened: true },
  { title: 'Rain on Sunday (a medium one)', market: 0.6, happened: true },
  { title: 'The underdog takes the cup (a hard one)', market: 0.3, happened: true },
];
const others: readonly (readonly number[])[] = [
  [0.9, 0.7, 0.4],
  [0.8, 0.5, 0.2],
];
const start = [90, 65, 45];

interface Row {
  readonly slider: HTMLInputElement;
  readonly skip: HTMLInputElement;
  readonly output: HTMLOutputElement;
  readonly detail: HTMLElement;
}

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;

function createRow({ title, market }: ExampleEvent, index: number): Row & { readonly root: HTMLElement } {
  const id = `score-forecast-${index}`;
  const slider = element('input', { type: 'range', id, min: '0', max: '100', step: '1', value: String(start[index]) });
  const output = element('output');
  output.htmlFor.add(id);
  const skip = element('input', { type: 'checkbox' });
  const detail = element('p', { className: 'quiet' });
  const label = element('label', { htmlFor: id }, title);
  const mark = element('span', { className: 'market' }, `Market ${Math.round(market * 100)}%`);
  mark.style.setProperty('--at', String(market));
  const root = element(
    'div',
    { className: 'row' },
    element('div', { className: 'head' }, label, output),
    element('div', { className: 'track' }, slider, mark),
    element('div', { className: 'foot' }, detail, element('label', { className: 'skip' }, skip, ' Skip this event')),
  );
  return { root, slider, skip, output, detail };
}

interface Board {
  readonly value: HTMLElement;
  readonly bar: HTMLElement;
}

function createBoard(name: string, hint: string): Board & { readonly root: HTMLElement } {
  const value = element('strong');
  const bar = element('span', { className: 'bar' }, element('span'));
  bar.ariaHidden = 'true';
  const note = element('small', {}, hint);
  const root = element('div', {}, element('dt', {}, name), element('dd', {}, value, bar, note));
  return { root, value, bar };
}

function open(container: HTMLElement): void {
  const rows = events.map(createRow);
  const boards = {
    brier: createBoard('Brier', 'Mean squared error. Lower is better; always saying 50% gives 0.250.'),
    edge: createBoard('Edge', 'The market’s Brier minus yours. Above 0 beats the price.'),
    adjusted: createBoard(
      'Adjusted',
      'Brier as if all players had faced equally hard events. Skip the hard one and compare.',
    ),
  };
  const update = () => {
    const forecasts = rows.map(({ slider, skip }) => (skip.checked ? null : Number(slider.value) / 100));
    for (const [index, { slider, skip, output, detail }] of rows.entries()) {
      const event = events[index];
      slider.disabled = skip.checked;
      output.textContent = skip.checked ? 'skipped' : `${slider.value}%`;
      const brier = brierOf(Number(slider.value) / 100, event.happened);
      const edge = brierOf(event.market, event.happened) - brier;
      detail.textContent = skip.checked
        ? 'It happened. You have no score on it.'
        : `It happened. Brier ${brier.toFixed(3)}, edge ${signed(edge)}.`;
    }
    const result = scorePlayer(events, forecasts, others);
    const show = ({ value, bar }: Board, text: string, share: number) => {
      value.textContent = text;
      bar.style.setProperty('--share', String(Math.min(1, Math.max(0, share))));
    };
    show(boards.brier, result ? result.brier.toFixed(3) : '—', result?.brier ?? 0);
    show(boards.edge, result ? signed(result.edge) : '—', result ? result.edge + 0.5 : 0);
    show(boards.adjusted, result ? result.adjusted.toFixed(3) : '—', result?.adjusted ?? 0);
  };
  const list = element('dl', {}, ...Object.values(boards).map(({ root }) => root));
  list.ariaLive = 'polite';
  container.replaceChildren(
    element('p', { className: 'title' }, 'Drag your forecasts of Yes. All three events happened.'),
    ...rows.map(({ root }) => root),
    list,
    element('p', { className: 'quiet' }, 'Two other players said 90, 70, 40% and 80, 50, 20%.'),
  );
  container.addEventListener('input', update);
  update();
}

/** Mounts the interactive scoring examples. */
export function openScoreExplorers(): void {
  for (const container of document.querySelectorAll<HTMLElement>('[data-widget="score-explorer"]')) open(container);
}
