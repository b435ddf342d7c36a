import { describe, expect, it } from 'vitest';
import { configHelp, readConfig } from './config.js';
import { commandVariables } from './service/pages.js';

describe('configuration', () => {
  it('has the documented defaults', () => {
    expect(readConfig({})).toEqual({
      PORT: 4870,
      PRESAGE_HOST: '127.0.0.1',
      PRESAGE_PUBLIC_URL: null,
      PRESAGE_DATA_DIR: './data',
      DATABASE_URL: null,
      DATABASE_REPLICA_URL: null,
      PRESAGE_OPERATOR_TOKEN: null,
      PRESAGE_DEMO: '1',
      PRESAGE_DISK_WARN_MB: 1024,
      PRESAGE_DISK_RESERVE_MB: 64,
      PRESAGE_PRACTICE: 'on',
      PRESAGE_STREAM_STORAGE: 'on',
      PRESAGE_TRUST_PROXY: false,
      PRESAGE_COUNTRY_HEADER: null,
      PRESAGE_GEO_DATABASE: null,
      PRESAGE_LOG_LEVEL: 'info',
      PRESAGE_ADDRESS_READS_PER_MINUTE: 1200,
      PRESAGE_STREAMS_PER_ADDRESS: 100,
      PRESAGE_METRICS_PORT: null,
      PRESAGE_MAX_CONNECTIONS: 10_000,
      PRESAGE_SMTP_URL: null,
      PRESAGE_MAIL_FROM: null,
      PRESAGE_SECURITY_CONTACT: null,
    });
  });

  it('accepts valid values', () => {
    const config = readConfig({
      PORT: ' 8080 ',
      PRESAGE_PUBLIC_URL: 'https://arena.example/',
      PRESAGE_TRUST_PROXY: '2',
      PRESAGE_HOST: '',
    });
    expect(config).toMatchObject({
      PORT: 8080,
      PRESAGE_PUBLIC_URL: 'https://arena.example',
      PRESAGE_TRUST_PROXY: 2,
      PRESAGE_HOST: '127.0.0.1',
    });
  });

  it.each([
    [{ PRESAGE_HOTS: 'x' }, 'PRESAGE_HOTS is not a setting; did you mean PRESAGE_HOST?'],
    [{ PRESAGE_PORT: '5100' }, 'PRESAGE_PORT is not a setting; did you mean PORT?'],
    [{ PRESAGE_DATABASE_URL: 'x' }, 'did you mean DATABASE_URL?'],
    [{ PRESAGE_LOGLEVEL: 'x' }, 'did you mean PRESAGE_LOG_LEVEL?'],
    [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535'],
    [{ PORT: '80a' }, 'PORT must be a whole number'],
    [{ PRESAGE_DEMO: 'yes' }, 'PRESAGE_DEMO must be one of 0, 1'],
    [{ PRESAGE_PUBLIC_URL: 'arena.example' }, 'PRESAGE_PUBLIC_URL must be an address'],
    [{ PRESAGE_PUBLIC_URL: 'ftp://arena.example' }, 'PRESAGE_PUBLIC_URL must begin with http:// or https://'],
    [{ DATABASE_URL: 'mysql://localhost' }, 'DATABASE_URL must begin with postgres:// or postgresql://'],
    [{ DATABASE_URL: 'postgresql://a b/c' }, 'DATABASE_URL must be an address'],
    [{ PRESAGE_OPERATOR_TOKEN: 'short' }, 'PRESAGE_OPERATOR_TOKEN must be 16 to 256'],
    [{ PRESAGE_COUNTRY_HEADER: 'CF IPCountry' }, 'PRESAGE_COUNTRY_HEADER must be the name of an HTTP header'],
    [{ PRESAGE_SECURITY_CONTACT: 'me' }, 'PRESAGE_SECURITY_CONTACT must begin with mailto: or https://'],
  ])('rejects %j', (environment, message) => {
    expect(() => readConfig(environment)).toThrow(message);
  });
});

describe('the address of a database', () => {
  it.each([
    'postgresql://presage:secret@db.example:5433/arena?sslmode=verify-full',
    'postgres://presage@/arena?host=/run/postgresql',
    'postgresql:///arena?host=/run/postgresql&port=5433',
  ])('may be %s', url => {
    expect(readConfig({ DATABASE_URL: url, DATABASE_REPLICA_URL: url })).toMatchObject({
      DATABASE_URL: url,
      DATABASE_REPLICA_URL: url,
    });
  });
});

it('removes a slash after the name of a database', () => {
  expect(readConfig({ DATABASE_URL: 'postgres://db.example/arena/' }).DATABASE_URL).toBe('postgres://db.example/arena');
});

describe('help', () => {
  it.each(Object.keys(commandVariables).filter(name => name !== 'PRESAGE_OPERATOR_TOKEN'))(
    'ignores %s, which is for the command',
    name => {
      expect(readConfig({ [name]: 'whatever it is' })).toEqual(readConfig({}));
      expect(configHelp()).toContain(`\n  ${name}`);
    },
  );

  it('suggests variables of the command, too', () => {
    expect(() => readConfig({ PRESAGE_AGENT_KYE: 'x' })).toThrow('did you mean PRESAGE_AGENT_KEY?');
  });

  it('explains every setting', () => {
    for (const name of Object.keys(readConfig({}))) expect(configHelp()).toContain(`  ${name} `);
  });
});
