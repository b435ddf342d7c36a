const plain = /^\d+(\.\d*)?$|^\.\d+$/;
/** Groups of three after a first group without a leading zero: 1,000 or 1 000.50, with one kind of separator. */
const groupedWithPoint = /^[1-9]\d{0,2}([ ,'])\d{3}(\1\d{3})*(\.\d*)?$/;
const groupedWithComma = /^[1-9]\d{0,2}([ '])\d{3}(\1\d{3})*,\d+$/;
const decimalComma = /^\d*,\d+$/;

/** An example for error messages, in the style in which the app prints numbers. */
export const numberExample = '1,000.50';

/**
 * Parses a number as people type it. A comma that can separate thousands does: 1,000 is one thousand and 12,5 is twelve
 * and a half. Returns null for other texts, such as 1,000,50 or 1.000,50, instead of guessing.
 */
export function readNumber(typed: string): number | null {
  // \s includes the no-break and thin spaces that other pages and spreadsheets print between thousands.
  const text = typed.trim().replace(/\s/g, ' ').replaceAll('’', "'").replace('−', '-');
  const isNegative = text.startsWith('-');
  const digits = isNegative ? text.slice(1) : text;
  const value = readDigits(digits);
  return value !== null && isNegative ? -value : value;
}

function readDigits(text: string): number | null {
  if (plain.test(text)) return Number(text);
  if (groupedWithPoint.test(text)) return Number(text.replace(/[ ,']/g, ''));
  if (groupedWithComma.test(text)) return Number(text.replace(/[ ']/g, '').replace(',', '.'));
  return decimalComma.test(text) ? Number(text.replace(',', '.')) : null;
}
