import type { Services } from './services.js';

/** Computes each response once per set of services and returns the same object, so its bytes are cached too. */
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
