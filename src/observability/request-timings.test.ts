import { describe, expect, it } from 'vitest';
import { RequestTimings } from './request-timings.js';

describe('request timings', () => {
  it('are a Prometheus histogram', () => {
    const timings = new RequestTimings();
    for (const seconds of [0.0004, 0.0005, 0.003, 20]) timings.observe('getStatus', 'GET', 200, seconds);
    timings.observe('getStatus', 'GET', 304, 0.001);
    const lines = timings.text().split('\n');
    const labels = 'route="getStatus",method="GET",status="200"';
    const value = (start: string) =>
      lines
        .find(line => line.startsWith(start))
        ?.split(' ')
        .at(-1);
    const bucket = (end: string) => value(`presage_http_request_duration_seconds_bucket{le="${end}",${labels}}`);
    expect(['0.0005', '0.001', '0.0025', '0.005', '10', '+Inf'].map(bucket)).toEqual(['2', '2', '2', '3', '3', '4']);
    expect(value(`presage_http_request_duration_seconds_count{${labels}}`)).toBe('4');
    expect(Number(value(`presage_http_request_duration_seconds_sum{${labels}}`))).toBeCloseTo(20.0039, 9);
    expect(lines.filter(line => line.includes('_count{'))).toHaveLength(2);
    expect(lines[1]).toBe('# TYPE presage_http_request_duration_seconds histogram');
  });

  it('stay below a megabyte for any methods, routes and statuses', () => {
    const timings = new RequestTimings();
    for (let route = 0; route < 400; route += 1) {
      for (const method of ['GET', 'POST', 'QUERY', 'PROPFIND', 'M-SEARCH']) {
        for (const status of [200, 400, 401, 404, 429, 503]) {
          timings.observe(`listOfSomethingNumber${route}`, method, status, 0.01);
        }
      }
    }
    const text = timings.text();
    expect(text.length).toBeLessThan(1_000_000);
    expect(text).not.toContain('PROPFIND');
    expect(text).toContain('_count{route="listOfSomethingNumber0",method="other",status="200"} 3');
    const counted = [...text.matchAll(/_count\{[^}]*\} (\d+)/g)].reduce((sum, match) => sum + Number(match[1]), 0);
    expect(counted).toBe(400 * 5 * 6);
  });
});
