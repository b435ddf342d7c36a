/** Options shared by all routes of the operator API. */
export const operatorOnly = { area: 'operator', auth: 'required', callers: ['operator'], bucket: 'address' } as const;
