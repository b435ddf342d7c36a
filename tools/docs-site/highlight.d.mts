/** Returns HTML with a class for each kind of token, or null for a language that is not known. */
export function highlightCode(text: string, language: string): string | null;
