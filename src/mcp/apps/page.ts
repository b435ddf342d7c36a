/** The handshake with the host, and code shared by both pages. Data is only ever set as text, never as HTML. */
const bridge = `
const waiting = new Map();
let lastId = 0;
const send = message => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
const request = (method, params) => new Promise((resolve, reject) => {
  waiting.set(++lastId, { resolve, reject });
  send({ id: lastId, method, params });
});
let host = {};
const make = (name, className, text) => {
  const element = document.createElement(name);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
};
const percent = bps => (bps / 100).toLocaleString(undefined, { maximumFractionDigits: 1 }) + ' %';
const credits = amount => Number(amount).toLocaleString(undefined, { maximumFractionDigits: 2 }) + ' credits';
const row = (name, value) => {
  const line = make('div', 'row');
  line.append(make('span', 'name', name), make('span', 'value', value));
  return line;
};
const show = (...elements) => {
  document.querySelector('main').replaceChildren(...elements.filter(Boolean));
  const { width, height } = document.documentElement.getBoundingClientRect();
  send({ method: 'ui/notifications/size-changed', params: { width: Math.ceil(width), height: Math.ceil(height) } });
};
const useTheme = context => {
  if (context?.theme) document.documentElement.style.colorScheme = context.theme;
};
const dataOf = result => result.structuredContent ?? JSON.parse(result.content?.[0]?.text ?? '{}');
addEventListener('message', ({ data, source }) => {
  if (source !== parent || data?.jsonrpc !== '2.0') return;
  if (data.method === undefined) {
    const { resolve, reject } = waiting.get(data.id) ?? {};
    waiting.delete(data.id);
    if (data.error) reject?.(new Error(data.error.message));
    else resolve?.(data.result);
  } else if (data.method === 'ui/notifications/tool-result') {
    const value = dataOf(data.params);
    if (data.params.isError) show(make('p', 'notice', value.error ?? 'The call was refused.'));
    else render(value);
  } else if (data.method === 'ui/notifications/host-context-changed') useTheme(data.params);
  else if (data.id !== undefined) send({ id: data.id, result: {} });
});
request('ui/initialize', {
  protocolVersion: '2026-01-26',
  appInfo: { name: 'presage', version: '1' },
  appCapabilities: { availableDisplayModes: ['inline'] },
}).then(result => {
  host = result?.hostCapabilities ?? {};
  useTheme(result?.hostContext);
  send({ method: 'ui/notifications/initialized', params: {} });
});
`;

const style = `
:root { color-scheme: light dark; }
body { margin: 0; font: 14px/1.45 var(--font-sans, system-ui, sans-serif); color: light-dark(#16181d, #eceef2);
  background: light-dark(#fff, #16181d); }
main { display: grid; gap: 10px; padding: 16px; }
h1 { margin: 0; font-size: 16px; line-height: 1.3; }
p { margin: 0; }
.muted, .name { color: light-dark(#5a6070, #a3a9b8); }
.row { display: flex; justify-content: space-between; gap: 12px; }
.value { font-variant-numeric: tabular-nums; text-align: right; }
.bar { height: 6px; border-radius: 3px; background: light-dark(#e6e8ee, #2c303a); overflow: hidden; }
.bar > div { height: 100%; background: light-dark(#2d5bd7, #7ea2ff); }
.notice { padding: 8px 10px; border-radius: 6px; background: light-dark(#fff3d6, #3a2f12); }
button { justify-self: start; padding: 8px 14px; border: 0; border-radius: 6px; font: inherit; font-weight: 600;
  color: light-dark(#fff, #10131a); background: light-dark(#2d5bd7, #7ea2ff); cursor: pointer; }
button:disabled { opacity: .6; cursor: default; }
`;

/** A page without URLs: hosts load it without network access. */
export function pageOf(title: string, render: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style></head>
<body><main><p class="muted">Waiting for the arena…</p></main><script type="module">${bridge}${render}</script></body>
</html>
`;
}
