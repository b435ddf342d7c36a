/**
 * Styles of text for terminals. Texts contain private control characters, which `render` turns into escape sequences
 * or removes. Text from the service has no control characters (see `printable`), so it can't style anything.
 */
const codes = { strong: '1', faint: '2', bad: '31', good: '32' } as const;
type Style = keyof typeof codes;

const letters: Readonly<Record<Style, string>> = { strong: 'S', faint: 'F', bad: 'B', good: 'G' };
const styleOf = new Map(Object.entries(letters).map(([style, letter]) => [letter, codes[style as Style]]));
const [open, close] = ['\u000e', '\u000f'];
const marks = new RegExp(`${open}([SFBG])|${close}`, 'g');

/** Marks text with a style. */
export function styled(style: Style, text: string): string {
  return `${open}${letters[style]}${text}${close}`;
}

/** Converts marks to escape sequences, or removes them if colours are disabled. */
export function render(text: string, colored: boolean): string {
  return text.replace(marks, (_, letter?: string) => {
    if (!colored) return '';
    return letter === undefined ? '\u001b[0m' : `\u001b[${styleOf.get(letter)}m`;
  });
}

/**
 * Whether a stream shows colours: a terminal that is not dumb, without NO_COLOR. FORCE_COLOR enables them everywhere.
 */
export function wantsColor(environment: Readonly<Record<string, string | undefined>>, isTerminal: boolean): boolean {
  if (environment.NO_COLOR) return false;
  if (environment.FORCE_COLOR && environment.FORCE_COLOR !== '0') return true;
  return isTerminal && environment.TERM !== 'dumb';
}
