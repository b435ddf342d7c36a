const pad = (value: number) => String(value).padStart(2, '0');

/** Formats a time for a datetime-local input, in the time zone of the browser. */
export function toLocalInput(moment: Date): string {
  const day = `${moment.getFullYear()}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`;
  return `${day}T${pad(moment.getHours())}:${pad(moment.getMinutes())}`;
}

export function fromLocalInput(text: string): string {
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? '' : moment.toISOString();
}
