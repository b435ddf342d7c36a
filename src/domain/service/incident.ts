export const incidentImpacts = ['maintenance', 'minor', 'major', 'critical'] as const;
export type IncidentImpact = (typeof incidentImpacts)[number];

export const incidentStatuses = ['investigating', 'identified', 'monitoring', 'resolved'] as const;
export type IncidentStatus = (typeof incidentStatuses)[number];

export const maxIncidentTitleLength = 120;
export const maxIncidentTextLength = 2_000;
