import type { Services } from './services.js';

/** Each answer is made once for each set of services and then always the same object, so its bytes are made once too. */
export function perServices<T extends object>(build: (services: Services) => T): (services: Services) => T {
  const kept = new WeakMap<Services, T>();
  return services => {
    let value = kept.get(services);
    if (!value) {
      value = build(services);
      kept.set(services, value);
    }
    return value;
  };
}
