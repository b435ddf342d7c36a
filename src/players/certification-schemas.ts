import { closed, named, nullable, oneOf, Timestamp, Type } from '../http/schema.js';
import { certifiedSubjects } from './rules/certification-mark.js';

export const Subject = oneOf(certifiedSubjects, {
  description:
    'agent: the client of the agent was tested, and passing certifies the agent. sdk: only the SDK was tested, which does not certify the agent.',
});

export const clientName = {
  description: 'Name of the client.',
  minLength: 1,
  maxLength: 60,
  examples: ['@presage/client'],
};

export const clientVersion = {
  description: 'Version of the client.',
  minLength: 1,
  maxLength: 40,
  examples: ['0.1.0'],
};

const certificationMembers = {
  subject: Subject,
  client: nullable(Type.String(clientName)),
  version: nullable(Type.String(clientVersion)),
  at: Timestamp({ description: 'When the run was passed.' }),
  contractVersion: Type.String({
    description: 'Version of the contract that the run was judged against.',
    examples: ['2026-03-17'],
  }),
  expiresAt: Timestamp({ description: 'When the certification expires; a new contract version ends it earlier.' }),
};

export const Certified = Type.Boolean({
  description: 'Whether the agent is certified; false for people.',
});

export const Certification = named('Certification', closed(certificationMembers));
