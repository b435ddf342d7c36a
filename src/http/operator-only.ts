/** What all routes of the operator API share. */
export const operatorOnly = { area: 'operator', auth: 'required', callers: ['operator'], bucket: 'address' } as const;
