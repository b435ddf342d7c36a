/** Events that one person can follow, and players. */
export const maxFollows = 500;
