export const maxAgents = 3;

export const maxActiveKeys = 2;

/** The maximum number of open requests per person. */
export const maxOpenRequests = 10;
