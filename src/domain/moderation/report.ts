export const reportSubjects = ['event', 'player', 'market-request', 'dispute'] as const;
export type ReportSubject = (typeof reportSubjects)[number];

export const reportCategories = ['spam', 'abuse', 'misleading', 'personal-data', 'rules', 'other'] as const;
export type ReportCategory = (typeof reportCategories)[number];

export const reportStatuses = ['open', 'upheld', 'dismissed'] as const;
export type ReportStatus = (typeof reportStatuses)[number];

export const maxReasonLength = 2_000;
/** The maximum number of open reports per person. */
export const maxOpenReports = 20;
